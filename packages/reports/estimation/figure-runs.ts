import type { FigureRuns } from '../testing/report-runs.ts';

export const figureRuns: FigureRuns = {
  runs: [{ gType: 0 }, { gType: 1 }, { gType: 13 }],
  kinds: ['count', 'percentOf', 'sum'],
};
