import type { FigureRuns } from '../testing/report-runs.ts';

export const figureRuns: FigureRuns = {
  runs: [
    { gType: 14, eType: 0 },
    { gType: 13, eType: 1 },
    { gType: 3, eType: 2 },
  ],
  kinds: ['comparedTo', 'count', 'percentOf', 'sum'],
};
