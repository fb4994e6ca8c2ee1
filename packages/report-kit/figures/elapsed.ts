/** Elapsed time in one unit for a whole table: hours where most of it is short, else days of 24 hours. */

import { DAY, HOUR, type Milliseconds } from '@tallyboard/core/time/units.ts';

export type ElapsedUnit = 'hours' | 'days';

const HOURS_BELOW = 2 * DAY;

/** The unit that suits times of which 85 of 100 are at most `percentile85`. */
export function elapsedUnit(percentile85: Milliseconds | null): ElapsedUnit {
  return percentile85 !== null && percentile85 < HOURS_BELOW ? 'hours' : 'days';
}

/** Returns a length of time as a number of the unit, not rounded. */
export function elapsedIn(duration: Milliseconds, unit: ElapsedUnit): number {
  return duration / (unit === 'hours' ? HOUR : DAY);
}
