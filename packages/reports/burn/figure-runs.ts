import type { FigureRuns } from '../testing/report-runs.ts';

export const figureRuns: FigureRuns = {
  runs: [
    { gadgetType: 0, estimationType: 0 },
    { gadgetType: 1, estimationType: 1 },
    { gadgetType: 2, estimationType: 1 },
  ],
  kinds: ['sum'],
};
