/**
 * Stored time stamps in a form. A form knows no zone but the browser's; noon there is on the same day in the zone of
 * the reader's profile too, as long as the two are not half a world apart.
 */

import { dayText, parseDay } from '@tallyboard/core/time/day.ts';
import { HOUR, type Instant } from '@tallyboard/core/time/units.ts';
import { localDay, startOfDay } from '@tallyboard/core/time/zone.ts';

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

export function dayOfStamp(stamp: Instant | null): string {
  return stamp === null ? '' : dayText(localDay(stamp, browserZone()));
}

/** Null for no day. */
export function stampOfDay(text: string): Instant | null {
  const day = parseDay(text);
  return day === null ? null : startOfDay(day, browserZone()) + 12 * HOUR;
}
