import type { FigureRuns } from '../testing/report-runs.ts';

export const figureRuns: FigureRuns = {
  runs: [
    {},
    { gType: 1, eType: 1 },
    { gType: 1, sumType: 1 },
    { gType: 14, measure: 'median' },
    { gType: 1, measure: 'percentile85', stopAtDone: true },
  ],
  kinds: ['count', 'mean', 'median', 'percentile85', 'sum'],
};
