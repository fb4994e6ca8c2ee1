export const figureRuns = { runs: [{}], kinds: ['count', 'median', 'percentile85'] };
