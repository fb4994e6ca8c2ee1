import { dayText, parseDay, startOfWeek } from '@tallyboard/core/time/day.ts';
import type { Day, Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import { endOfDay, localDay } from '@tallyboard/core/time/zone.ts';
import { asOfPast, type ReportRequest } from '@tallyboard/engine/run-report.ts';
import type { Session } from '../start/session.ts';

/** A rule of the address: the last day of the week before this one. */
export const LAST_WEEK = 'last-week';

/** The past day of the address; null for today, for later days and for none. */
export function pastDay(
  asOf: string | null,
  now: Instant,
  { zone, site }: Pick<Session, 'zone' | 'site'>,
): Day | null {
  const today = localDay(now, zone);
  if (asOf === LAST_WEEK) return startOfWeek(today, site.settings.weekStart) - 1;
  const day = asOf === null ? null : parseDay(asOf);
  return day !== null && day < today ? day : null;
}

/** The request as of the end of a past day. */
export const asOfDay = (request: ReportRequest, day: Day | null, zone: ZoneId): ReportRequest =>
  day === null ? request : asOfPast(request, endOfDay(day, zone) - 1);

/** As the address has it. */
export const asOfText = (day: Day, today: Day): string | null =>
  day < today ? dayText(day) : null;
