import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { describeDone } from '@tallyboard/core/model/done.ts';
import {
  addMonths,
  civilOf,
  startOfMonth,
  startOfWeek,
  weekday,
} from '@tallyboard/core/time/day.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import { endOfDay, localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import { FORMAT, type Row } from '../tables.ts';
import { calendarOf } from './derivation.ts';

export function metaRow(
  context: ReportContext,
  version: string,
  reasons: readonly string[],
): Row<'meta'> {
  const { asOf, zone, weekStart, doneRule } = context;
  return {
    format: FORMAT,
    version,
    as_of: asOf,
    as_of_ms: asOf,
    as_of_working_ms: calendarOf(context).workingTime(0, asOf),
    as_of_day: localDay(asOf, zone),
    time_zone: zone,
    week_start: weekStart,
    done_rule: describeDone(doneRule),
    complete: reasons.length === 0,
    missing: reasons.join(' '),
  };
}

/** The days from the first one of an issue to that of the export; that alone without issues. */
export function calendarRows(context: ReportContext, first: Day | null): readonly Row<'day'>[] {
  const { asOf, zone, weekStart } = context;
  const calendar = calendarOf(context);
  const last = localDay(asOf, zone);
  const rows: Row<'day'>[] = [];
  for (let day = Math.min(first ?? last, last); day <= last; day++) {
    const [starts_at, ends_at] = [startOfDay(day, zone), endOfDay(day, zone)];
    const month = startOfMonth(day);
    rows.push({
      day,
      day_number: day,
      week: startOfWeek(day, weekStart),
      month,
      quarter: addMonths(month, -((civilOf(day).month - 1) % 3)),
      weekday: weekday(day),
      starts_at,
      ends_at,
      working_ms: calendar.workingTime(starts_at, ends_at),
    });
  }
  return rows;
}
