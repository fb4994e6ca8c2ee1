import type { FigureRuns } from '../testing/report-runs.ts';

export const figureRuns: FigureRuns = {
  runs: [
    { boardId: 1, estimationType: 0 },
    { boardId: 1, estimationType: 1 },
    { boardId: 1, estimationType: 2 },
    { periods: 'interval', estimationType: 1, sprintCount: 4 },
  ],
  kinds: ['sum'],
};
