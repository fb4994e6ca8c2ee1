/** Which days a timesheet shows, in which columns, and where its arrows lead. */

import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { addMonths, startOfMonth, startOfWeek } from '@tallyboard/core/time/day.ts';
import { DAY, type Day, HOUR, type Instant } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { type EndDate, MAX_DAYS, type TimesheetSettings } from './settings.ts';

/** Both days included. */
export interface DayRange {
  readonly first: Day;
  readonly last: Day;
}

type Shape = Pick<TimesheetSettings, 'unit' | 'end' | 'daySpan' | 'fullWeeks' | 'weekStart'>;
type Clock = Pick<ReportContext, 'asOf' | 'zone'>;

/** Returns the last day that the settings name, in the viewer's zone. */
export function endDay(end: EndDate, { asOf, zone }: Clock): Day {
  if (end === 'today') return localDay(asOf, zone);
  return 'day' in end ? end.day : localDay(end.at, zone);
}

/**
 * Returns the days that are shown: the span up to the last day; of full weeks as many as the span fills, the last one
 * with the last day in it; of months the month with the last day.
 */
export function rangeOf(settings: Shape, clock: Clock): DayRange {
  const last = endDay(settings.end, clock);
  if (settings.unit === 'month') {
    const first = startOfMonth(last);
    return { first, last: addMonths(first, 1) - 1 };
  }
  const span = Math.min(MAX_DAYS, Math.max(1, settings.daySpan));
  if (!settings.fullWeeks) return { first: last - span + 1, last };
  const end = startOfWeek(last, settings.weekStart) + 6;
  return { first: end - Math.ceil(span / 7) * 7 + 1, last: end };
}

/** Returns the days of each column: single days, weeks cut at the ends of the range, or none. */
export function columnRanges(
  range: DayRange,
  { unit, totalsOnly, weekStart }: Pick<TimesheetSettings, 'unit' | 'totalsOnly' | 'weekStart'>,
): readonly DayRange[] {
  if (unit === 'month' && totalsOnly) return [];
  const columns: DayRange[] = [];
  for (let first = range.first; first <= range.last; ) {
    const end = unit === 'week' ? startOfWeek(first, weekStart) + 6 : first;
    const last = Math.min(end, range.last);
    columns.push({ first, last });
    first = last + 1;
  }
  return columns;
}

/**
 * Returns the instants among which every worklog of the days is, whatever zone they are days of: the earliest zone is
 * 14 hours before UTC, the latest 12 behind, so a day of UTC on each side is wide enough.
 */
export function worklogInstants({ first, last }: DayRange): { from: Instant; to: Instant } {
  return { from: (first - 1) * DAY, to: (last + 2) * DAY };
}

/**
 * Returns the days by which a query finds all issues with such worklogs: Jira compares in the zone of the asking user's
 * profile, which is up to 14 hours off UTC again.
 */
export function worklogDays(range: DayRange): DayRange {
  const { from, to } = worklogInstants(range);
  return { first: Math.floor((from - 14 * HOUR) / DAY), last: Math.floor((to + 14 * HOUR) / DAY) };
}

/** Returns the last day of a step on or back, by days or by months. */
export function stepped(last: Day, by: 'day' | 'month', count: number): Day {
  return by === 'month' ? addMonths(startOfMonth(last), count) : last + count;
}
