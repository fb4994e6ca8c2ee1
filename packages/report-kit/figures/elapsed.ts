/** Elapsed time in one unit per table: hours if most times are short, else days of 24 hours. */

import { DAY, HOUR, type Milliseconds } from '@tallyboard/core/time/units.ts';

export type ElapsedUnit = 'hours' | 'days';

const HOURS_BELOW = 2 * DAY;

export function elapsedUnit(percentile85: Milliseconds | null): ElapsedUnit {
  return percentile85 !== null && percentile85 < HOURS_BELOW ? 'hours' : 'days';
}

/** Not rounded. */
export function elapsedIn(duration: Milliseconds, unit: ElapsedUnit): number {
  return duration / (unit === 'hours' ? HOUR : DAY);
}
