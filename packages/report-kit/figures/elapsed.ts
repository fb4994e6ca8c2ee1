/** Elapsed time in one unit per table: hours if most times are short, else days of 24 hours. */

import { DAY, HOUR, type Milliseconds } from '@tallyboard/core/time/units.ts';

export type ElapsedUnit = 'hours' | 'days';

const HOURS_BELOW = 2 * DAY;

export const elapsedUnit = (percentile85: Milliseconds | null): ElapsedUnit =>
  percentile85 !== null && percentile85 < HOURS_BELOW ? 'hours' : 'days';

/** Not rounded. */
export const elapsedIn = (duration: Milliseconds, unit: ElapsedUnit): number =>
  duration / (unit === 'hours' ? HOUR : DAY);
