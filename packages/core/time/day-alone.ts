/**
 * Dates without a time. Such a day is kept as an instant of it that is the same day from Hawaii to Auckland, and that its
 * milliseconds tell from others.
 */

import { DAY, type Day, HOUR, type Instant, MINUTE, type ZoneId } from './units.ts';
import { localDay } from './zone.ts';

const DAY_ALONE = 10 * HOUR + 30 * MINUTE + 1;

export const instantOfDay = (day: Day): Instant => day * DAY + DAY_ALONE;

/** The day of a worklog that started then: of one without a time the same in every zone. */
export function loggedDay(started: Instant, zone: ZoneId): Day {
  const day = Math.floor(started / DAY) as Day;
  return started === instantOfDay(day) ? day : localDay(started, zone);
}
