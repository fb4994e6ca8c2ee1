import type { Day, Instant, ZoneId } from './units.ts';
import { startOfDay } from './zone.ts';

/** [from, to) */
export interface Interval {
  readonly from: Instant;
  readonly to: Instant;
}

/** The local days from `first` to `last`, both included. */
export const intervalOfDays = (first: Day, last: Day, zone: ZoneId): Interval => {
  return { from: startOfDay(first, zone), to: startOfDay(last + 1, zone) };
};
