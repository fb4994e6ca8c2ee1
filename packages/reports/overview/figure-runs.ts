import type { FigureRuns } from '../testing/report-runs.ts';

export const figureRuns: FigureRuns = {
  runs: [{ eType: 0 }, { eType: 1 }, { eType: 2 }],
  kinds: ['count', 'percentOf', 'sum'],
};
