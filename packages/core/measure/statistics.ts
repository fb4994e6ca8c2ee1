/** Statistics; null without values. */

export function mean(values: ArrayLike<number>): number | null {
  if (values.length === 0) return null;
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}

export function maximum(values: ArrayLike<number>): number | null {
  if (values.length === 0) return null;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) max = Math.max(max, values[i]!);
  return max;
}

/** The middle value; the mean of the two middle ones for an even number of values. */
export const median = (values: ArrayLike<number>): number | null => medianOfSorted(sorted(values));

/**
 * The nearest-rank percentile: of n sorted values the one at position ceil(p/100 * n), counted from 1. For
 * [10, 20, 30, 40], 85 gives ceil(3.4) = 4th: 40. `p` is 0 to 100.
 */
export const percentile = (values: ArrayLike<number>, p: number): number | null =>
  percentileOfSorted(sorted(values), p);

/** Sorts once. */
export function summarize(values: ArrayLike<number>) {
  const ordered = sorted(values);
  return {
    n: ordered.length,
    mean: mean(values),
    median: medianOfSorted(ordered),
    percentile85: percentileOfSorted(ordered, 85),
  };
}

/** Not rounded; 0 of a whole of 0. */
export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : (100 * part) / whole;

/** The deviation of each value from the mean in percent, not rounded; 0 if the mean is 0. */
export function comparedToAverage(values: ArrayLike<number>): Float64Array {
  const average = mean(values) ?? 0;
  return Float64Array.from(values, value => percent(value - average, average));
}

const sorted = (values: ArrayLike<number>): Float64Array => new Float64Array(values).sort();

function medianOfSorted(values: Float64Array): number | null {
  const { length } = values;
  if (length === 0) return null;
  const upper = values[length >> 1]!;
  return length % 2 === 1 ? upper : (values[(length >> 1) - 1]! + upper) / 2;
}

/** The nearest-rank percentile of ascending values. */
export function percentileOfSorted(values: Float64Array, p: number): number | null {
  if (values.length === 0) return null;
  // 0.07 * 100 is 7.000000000000001 in floating point, which would be a rank too high.
  const rank = Math.ceil((p * values.length) / 100 - 1e-9);
  return values[Math.min(values.length, Math.max(1, rank)) - 1]!;
}
