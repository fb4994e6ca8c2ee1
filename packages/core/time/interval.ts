import type { Day, Instant, ZoneId } from './units.ts';
import { startOfDay } from './zone.ts';

/** [from, to): `from` belongs to it, `to` does not. */
export interface Interval {
  readonly from: Instant;
  readonly to: Instant;
}

/** Returns the interval of whole local days from `first` to `last`, both included. */
export function intervalOfDays(first: Day, last: Day, zone: ZoneId): Interval {
  return { from: startOfDay(first, zone), to: startOfDay(last + 1, zone) };
}
