/** The few statistics that reports show. Empty input gives null, which is shown as '-'. */

/** Returns the arithmetic mean, or null of nothing. */
export function mean(values: ArrayLike<number>): number | null {
  if (values.length === 0) return null;
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] as number;
  return sum / values.length;
}

/** Returns the middle value, the mean of the two middle ones for an even number of values, or null of nothing. */
export function median(values: ArrayLike<number>): number | null {
  return medianOfSorted(sorted(values));
}

/**
 * Returns the nearest-rank percentile, a value that occurs: of n sorted values the one at position ceil(p/100 * n),
 * counted from 1. For [10, 20, 30, 40], 85 gives ceil(3.4) = 4th: 40. Null of nothing; `p` in 0..100.
 */
export function percentile(values: ArrayLike<number>, p: number): number | null {
  return percentileOfSorted(sorted(values), p);
}

export interface Summary {
  readonly n: number;
  readonly mean: number | null;
  readonly median: number | null;
  readonly percentile85: number | null;
}

/** Returns count, mean, median and 85th percentile, sorting once. */
export function summarize(values: ArrayLike<number>): Summary {
  const ordered = sorted(values);
  return {
    n: ordered.length,
    mean: mean(values),
    median: medianOfSorted(ordered),
    percentile85: percentileOfSorted(ordered, 85),
  };
}

/** Returns 100 * part / whole, not rounded, and 0 when the whole is 0. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}

/** Returns per group (value - mean of the groups) / mean in percent, not rounded; 0 for all when the mean is 0. */
export function comparedToAverage(values: ArrayLike<number>): Float64Array {
  const average = mean(values) ?? 0;
  return Float64Array.from(values, value => percent(value - average, average));
}

function sorted(values: ArrayLike<number>): Float64Array {
  return Float64Array.from(values).sort();
}

function medianOfSorted(values: Float64Array): number | null {
  const { length } = values;
  if (length === 0) return null;
  const upper = values[length >> 1] as number;
  return length % 2 === 1 ? upper : ((values[(length >> 1) - 1] as number) + upper) / 2;
}

function percentileOfSorted(values: Float64Array, p: number): number | null {
  if (values.length === 0) return null;
  // 0.07 * 100 is 7.000000000000001 in floating point: without the guard the rank would be one too high.
  const rank = Math.ceil((p * values.length) / 100 - 1e-9);
  return values[Math.min(values.length, Math.max(1, rank)) - 1] as number;
}
