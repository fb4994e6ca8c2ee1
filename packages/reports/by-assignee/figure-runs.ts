import type { FigureRuns } from '../testing/report-runs.ts';

export const figureRuns: FigureRuns = {
  runs: [{ gType: -1, eType: 1 }, { gType: -1, eType: 2 }, { gType: -2 }],
  kinds: ['comparedTo', 'count', 'mean', 'median', 'percentOf', 'percentile85', 'sum'],
};
