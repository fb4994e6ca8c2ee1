import { dayText, parseDay } from '@tallyboard/core/time/day.ts';
import type { Day, Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import { endOfDay, localDay } from '@tallyboard/core/time/zone.ts';
import { asOfPast, type ReportRequest } from '@tallyboard/engine/run-report.ts';

/** The past day of the address; null for today, for later days and for none. */
export function pastDay(asOf: string | null, now: Instant, zone: ZoneId): Day | null {
  const day = asOf === null ? null : parseDay(asOf);
  return day !== null && day < localDay(now, zone) ? day : null;
}

/** The request as of the end of a past day. */
export const asOfDay = (request: ReportRequest, day: Day | null, zone: ZoneId): ReportRequest =>
  day === null ? request : asOfPast(request, endOfDay(day, zone) - 1);

/** As the address has it. */
export const asOfText = (day: Day, today: Day): string | null =>
  day < today ? dayText(day) : null;
