import type { ResolutionPoints } from './compute.ts';

/** As many as a chart draws without delay. */
const MAX_POINTS = 2_000;

/** The points of the issues that were done last, in the order of the dataset; all where they are not too many. */
export function latestPoints(points: ResolutionPoints, max = MAX_POINTS): ResolutionPoints {
  const { rows, at, took } = points;
  if (rows.length <= max) return points;
  const latest = Uint32Array.from(rows.keys())
    .sort((a, b) => (at[b] ?? 0) - (at[a] ?? 0))
    .slice(0, max)
    .sort();
  return {
    rows: latest.map(index => rows[index] ?? 0),
    at: Float64Array.from(latest, index => at[index] ?? 0),
    took: Float64Array.from(latest, index => took[index] ?? 0),
  };
}
