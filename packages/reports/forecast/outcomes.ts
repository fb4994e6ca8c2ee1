/**
 * The outcomes of the trials: how many of them lie in each of equal bands.
 *
 *   at least 1, 2, 3, 4 finishes with 98%, 70%, 20%, 0%: 28% of the trials have 1, 50% have 2, 20% have 3
 */

import { MAX_FORECAST_DAYS } from '@tallyboard/core/forecast/outlook.ts';
import { leastPassing } from '@tallyboard/core/forecast/throughput-law.ts';
import { wholeWidth } from '@tallyboard/report-kit/families/bands/bands.ts';

export interface Outcomes {
  readonly bands: readonly OutcomeBand[];
  /** Trials that do not end in MAX_FORECAST_DAYS, in percent. */
  readonly endless: number;
}

export interface OutcomeBand {
  /** Issues, or days from now. */
  readonly from: number;
  /** Excluded. */
  readonly to: number;
  /** Trials, in percent. */
  readonly percent: number;
}

/** The part of the outcomes at either end that is not in the bands. */
const TAIL = 0.005;

/** The bands up to `limit`, with `total` of the outcomes; `chanceBelow` never falls. */
function bandsOf(
  chanceBelow: (value: number) => number,
  limit: number,
  total: number,
): readonly OutcomeBand[] {
  const first = leastPassing(0, limit, value => chanceBelow(value + 1) >= TAIL * total);
  const end = leastPassing(first + 1, limit, value => chanceBelow(value) >= (1 - TAIL) * total);
  const width = wholeWidth(end - first);
  const start = Math.floor(first / width);
  return Array.from({ length: Math.ceil(end / width) - start }, (_, at): OutcomeBand => {
    const [from, to] = [(start + at) * width, (start + at + 1) * width];
    return { from, to, percent: 100 * Math.max(0, chanceBelow(to) - chanceBelow(from)) };
  });
}

/** By the number of finishes. */
export function totalOutcomes(chanceOfAtLeast: (total: number) => number): Outcomes {
  let limit = 16;
  while (chanceOfAtLeast(limit) > TAIL / 10) limit *= 2;
  return { bands: bandsOf(total => 1 - chanceOfAtLeast(total), limit, 1), endless: 0 };
}

/** By the days until all is done; null if nearly no trial ends. */
export function dayOutcomes(chanceWithin: (days: number) => number): Outcomes | null {
  const chanceBelow = (days: number) => (days === 0 ? 0 : chanceWithin(days - 1));
  const total = chanceBelow(MAX_FORECAST_DAYS);
  if (total < TAIL) return null;
  return { bands: bandsOf(chanceBelow, MAX_FORECAST_DAYS, total), endless: 100 * (1 - total) };
}
