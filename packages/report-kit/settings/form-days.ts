/**
 * Stored time stamps as days. A form knows only the browser's zone; noon there is on the same day in the zone of the
 * reader's profile, unless they differ by 12 hours.
 */

import { dayText, parseDay } from '@tallyboard/core/time/day.ts';
import { HOUR, type Instant, type ZoneId } from '@tallyboard/core/time/units.ts';
import { localDay, startOfDay } from '@tallyboard/core/time/zone.ts';

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

export const dayOfStamp = (stamp: unknown, zone: ZoneId = browserZone()): string =>
  typeof stamp === 'number' ? dayText(localDay(stamp, zone)) : '';

/** Null for no day. */
export function stampOfDay(text: string, zone: ZoneId = browserZone()): Instant | null {
  const day = parseDay(text);
  return day === null ? null : startOfDay(day, zone) + 12 * HOUR;
}
