import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { addMonths, startOfMonth, startOfWeek } from '@tallyboard/core/time/day.ts';
import { DAY, type Day, HOUR, type Instant } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { type EndDate, MAX_DAYS, type TimesheetSettings } from './settings.ts';

/** Both days inclusive. */
export interface DayRange {
  readonly first: Day;
  readonly last: Day;
}

type Shape = Pick<TimesheetSettings, 'unit' | 'end' | 'daySpan' | 'fullWeeks' | 'weekStart'>;
type Clock = Pick<ReportContext, 'asOf' | 'zone' | 'weekStart'>;

/** The clause for issues with time that no worklog dates. */
export const WITHOUT_WORKLOGS = 'timespent > 0 AND worklogDate is EMPTY';

/** Returns the last day of the settings in the viewer's zone. */
export function endDay(end: EndDate, { asOf, zone }: Pick<Clock, 'asOf' | 'zone'>): Day {
  if (end === 'today') return localDay(asOf, zone);
  return 'day' in end ? end.day : localDay(end.at, zone);
}

/**
 * Returns the shown days: the span up to the last day, or the whole weeks that cover it, or the month of the last day.
 */
export function rangeOf(settings: Shape, clock: Clock): DayRange {
  const last = endDay(settings.end, clock);
  if (settings.unit === 'month') {
    const first = startOfMonth(last);
    return { first, last: addMonths(first, 1) - 1 };
  }
  const span = Math.min(MAX_DAYS, Math.max(1, settings.daySpan));
  if (!settings.fullWeeks) return { first: last - span + 1, last };
  const end = startOfWeek(last, settings.weekStart ?? clock.weekStart) + 6;
  return { first: end - Math.ceil(span / 7) * 7 + 1, last: end };
}

/** Returns the days of each column: single days, weeks cut at the ends of the range, or none. */
export function columnRanges(
  range: DayRange,
  settings: Pick<TimesheetSettings, 'unit' | 'totalsOnly' | 'weekStart'>,
  clock: Pick<Clock, 'weekStart'>,
): readonly DayRange[] {
  const { unit, totalsOnly, weekStart } = settings;
  if (unit === 'month' && totalsOnly) return [];
  const columns: DayRange[] = [];
  for (let first = range.first; first <= range.last; ) {
    const end = unit === 'week' ? startOfWeek(first, weekStart ?? clock.weekStart) + 6 : first;
    const last = Math.min(end, range.last);
    columns.push({ first, last });
    first = last + 1;
  }
  return columns;
}

/**
 * Returns instants that include every worklog of the days in any time zone: zones range from UTC-12 to UTC+14, so one
 * UTC day on each side is enough.
 */
export function worklogInstants({ first, last }: DayRange): { from: Instant; to: Instant } {
  return { from: (first - 1) * DAY, to: (last + 2) * DAY };
}

/**
 * Returns the days of a query that finds all issues with such worklogs: Jira compares days in the time zone of the
 * user's profile, up to 14 hours off UTC.
 */
export function worklogDays(range: DayRange): DayRange {
  const { from, to } = worklogInstants(range);
  return {
    first: Math.floor((from - MAX_OFFSET) / DAY),
    last: Math.floor((to + MAX_OFFSET) / DAY),
  };
}

const MAX_OFFSET = 14 * HOUR;

/** Returns instants that include every worklog by which that query finds an issue. */
export function foundWorklogs(range: DayRange): { from: Instant; to: Instant } {
  const { first, last } = worklogDays(range);
  return { from: first * DAY - MAX_OFFSET, to: (last + 1) * DAY + MAX_OFFSET };
}

/** Returns the last day after a step by days or months. */
export function stepped(last: Day, by: 'day' | 'month', count: number): Day {
  return by === 'month' ? addMonths(startOfMonth(last), count) : last + count;
}
