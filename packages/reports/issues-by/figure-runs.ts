import type { FigureRuns } from '../testing/report-runs.ts';

export const figureRuns: FigureRuns = {
  runs: [{ field: 'labels' }, { field: 'votes' }, { field: 'assignee' }],
  kinds: ['count', 'percentOf', 'sum'],
};
