import type { FigureRuns } from '../testing/report-runs.ts';

export const figureRuns: FigureRuns = {
  runs: [{}, { date: 'week', gType: -9 }],
  kinds: ['count', 'max', 'mean', 'median'],
};
