import type { FigureRuns } from '../testing/report-runs.ts';

export const figureRuns: FigureRuns = {
  runs: [
    { chartStartDate: '2026-02-01' },
    { chartStartDate: '2026-02-01', timeUnit: 3 },
    { timeUnit: 1 },
  ],
  kinds: ['count', 'mean', 'median', 'percentile85'],
};
