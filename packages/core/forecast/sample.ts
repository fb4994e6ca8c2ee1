/** What trials draw from: the finishes of working days, and the places of the trials in their law. */

import { LEVELS, type OfLevels } from './levels.ts';

interface WorkingDays {
  isWorking(day: number): boolean;
}

/**
 * The finishes of the working days in the `historyDays` before a day; those of other days count on the next working one.
 * `counts` are the finishes by day.
 */
export function workingSample(
  counts: ArrayLike<number>,
  history: WorkingDays,
  at: number,
  historyDays: number,
) {
  const days = Math.min(historyDays, at);
  const sample: number[] = [];
  let waiting = 0;
  for (let day = startOfDaysOff(at - days, history); day < at; day++) {
    waiting += counts[day]!;
    if (!history.isWorking(day)) continue;
    sample.push(waiting);
    waiting = 0;
  }
  return { days, sample, finished: sample.reduce((sum, count) => sum + count, 0) };
}

/** The first of the non-working days just before `day`; `day` itself after a working day. */
export function startOfDaysOff(day: number, { isWorking }: WorkingDays): number {
  let first = day;
  while (first > 0 && !isWorking(first - 1)) first--;
  return first;
}

const TRIALS = 10_000;

/**
 * The places in a law at which seeded trials read LEVELS: a trial draws its place in the law of sums, so that the quantile
 * of the trials is that of the law at the quantile of the places.
 */
export function trialLevels(seed: number): OfLevels<number> {
  const next = randomNumbers(seed);
  const places = Float64Array.from({ length: TRIALS }, next).sort();
  return LEVELS.map(level => {
    const rank = Math.ceil((1 - level / 100) * TRIALS - 1e-9);
    return places[Math.min(TRIALS, Math.max(1, rank)) - 1]!;
  });
}

/** Uniform numbers from 0 to 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
