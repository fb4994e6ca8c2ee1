import type { FigureRuns } from '../testing/report-runs.ts';

export const figureRuns: FigureRuns = {
  runs: [
    { chartStartDate: '2026-02-01' },
    { chartStartDate: '2026-02-01', timeUnit: 2 },
    { timeUnit: 4 },
  ],
  kinds: ['count'],
};
