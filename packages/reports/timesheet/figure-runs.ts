import type { FigureRuns } from '../testing/report-runs.ts';

export const figureRuns: FigureRuns = {
  runs: [
    { endDate: '2026-03-15' },
    { gType: 15, daySpan: 28, endDate: '2026-03-15' },
    { gType: 0, eType: 1, showType: 1, endDate: '2026-03-15', daySpan: 28 },
  ],
  kinds: ['sum'],
};
