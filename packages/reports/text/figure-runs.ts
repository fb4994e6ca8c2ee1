import type { FigureRuns } from '../testing/report-runs.ts';

export const figureRuns: FigureRuns = { runs: [{}], kinds: [] };
