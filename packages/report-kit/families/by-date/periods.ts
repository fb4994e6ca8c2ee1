/**
 * Periods of the viewer's calendar, and issues grouped by them. Days, weeks and months fill the range of the settings
 * without gaps; hours of the day and weekdays contain all issues.
 *
 *   range 4 March to 3 April 2026, by month:   March (from the 4th), April (to the 3rd): both are cut by the range
 */

import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import {
  addMonths,
  civilOf,
  dayText,
  monthIndex,
  startOfMonth,
  startOfWeek,
  WEEKDAY_NAMES,
  weekday,
} from '@tallyboard/core/time/day.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import type { Day, Instant } from '@tallyboard/core/time/units.ts';
import { hourOfDay, localDay } from '@tallyboard/core/time/zone.ts';
import type { PeriodSettings, TimeUnit } from './period-settings.ts';

export interface DayRange {
  readonly from: Day;
  readonly to: Day;
}

export interface Period {
  /** As in files: '2026-03-02', '2026-03', '09:00', 'Monday'. */
  readonly id: string;
  readonly label: string;
  readonly position: number;
  /** Its days within the range; null for hours and weekdays. */
  readonly days: DayRange | null;
  /** Its first day in the calendar, which may lie before the range; null for hours and weekdays. */
  readonly start: Day | null;
  /** The range excludes some of its days. */
  readonly cut: boolean;
}

export interface Periods {
  readonly unit: TimeUnit;
  readonly list: readonly Period[];
  /** Null for hours and weekdays. */
  readonly range: DayRange | null;
  /** The range was too long; only its last part is included. */
  readonly shortened: boolean;
  /** The position in `list` of the period of an instant; -1 outside the range. */
  indexOf(instant: Instant): number;
}

export interface PeriodResult extends Pick<Periods, 'unit' | 'range' | 'shortened'> {
  /** From the first to the last day of the issues, whatever the range; null without any. */
  readonly extent: DayRange | null;
}

/** Eleven years by day; more would be slow and unreadable. */
export const MAX_PERIODS = 4_000;
const DEFAULT_DAYS = 30;

/** In the viewer's zone and week. */
export function periodsOf(settings: PeriodSettings, context: ReportContext): Periods {
  const asked = askedRange(settings, context);
  const unit = settings.timeUnit === 'auto' ? unitOf(asked) : settings.timeUnit;
  const { zone, weekStart } = context;
  if (unit === 'hour') return whole(unit, hours(), instant => hourOfDay(instant, zone));
  if (unit === 'weekday') {
    const at = (instant: Instant) => (weekday(localDay(instant, zone)) - weekStart + 7) % 7;
    return whole(unit, weekdays(weekStart), at);
  }
  const calendar = calendarOf(unit, context);
  const least = calendar.add(calendar.start(asked.to), 1 - MAX_PERIODS);
  const shortened = asked.from < least;
  const range = shortened ? { from: least, to: asked.to } : asked;
  const list: Period[] = [];
  const first = calendar.start(range.from);
  for (let start = first; start <= range.to; ) {
    const next = calendar.add(start, 1);
    const days = { from: Math.max(start, range.from), to: Math.min(next - 1, range.to) };
    const cut = days.from > start || days.to < next - 1;
    list.push({ ...calendar.name(start), position: list.length, days, start, cut });
    start = next;
  }
  return {
    unit,
    list,
    range,
    shortened,
    indexOf(instant) {
      const day = localDay(instant, zone);
      return day < range.from || day > range.to ? -1 : calendar.between(first, day);
    },
  };
}

/** Units with the most days that they suit: a chart has about a hundred points. */
const UNIT_DAYS = [
  ['day', 92],
  ['week', 731],
  ['month', 3653],
] as const;

const unitOf = ({ from, to }: DayRange): 'day' | 'week' | 'month' | 'quarter' =>
  UNIT_DAYS.find(([, most]) => to - from < most)?.[0] ?? 'quarter';

/** The range of the settings; by default the last 30 days, including today. */
function askedRange({ from, to }: PeriodSettings, { asOf, zone }: ReportContext): DayRange {
  const last = to ?? localDay(asOf, zone);
  const first = from ?? last - DEFAULT_DAYS + 1;
  return { from: Math.min(first, last), to: Math.max(first, last) };
}

/** The start and name of periods, the start `count` periods later, and the number of periods between two days. */
/** 'Q1 2026' */
export const QUARTER = '[Q]Q YYYY';

function calendarOf(
  unit: 'day' | 'week' | 'month' | 'quarter',
  { weekStart, dateFormat }: ReportContext,
) {
  if (unit === 'month')
    return {
      start: startOfMonth,
      add: addMonths,
      between: (first: Day, day: Day) => monthIndex(day) - monthIndex(first),
      name: (start: Day) => {
        return { id: dayText(start).slice(0, -3), label: formatDay(start, 'MMM YYYY') };
      },
    };
  if (unit === 'quarter') {
    const start = (day: Day) => addMonths(startOfMonth(day), -((civilOf(day).month - 1) % 3));
    return {
      start,
      add: (first: Day, count: number) => addMonths(first, 3 * count),
      between: (first: Day, day: Day) => Math.floor((monthIndex(day) - monthIndex(first)) / 3),
      name: (first: Day) => ({
        id: formatDay(first, 'YYYY-[Q]Q'),
        label: formatDay(first, QUARTER),
      }),
    };
  }
  const length = unit === 'week' ? 7 : 1;
  return {
    start: (day: Day) => (unit === 'week' ? startOfWeek(day, weekStart) : day),
    add: (start: Day, count: number) => start + count * length,
    between: (first: Day, day: Day) => Math.floor((day - first) / length),
    name: (start: Day) => ({ id: dayText(start), label: formatDay(start, dateFormat) }),
  };
}

function whole(
  unit: TimeUnit,
  names: readonly string[],
  indexOf: (instant: Instant) => number,
): Periods {
  const list = names.map((name, position) => ({
    id: name,
    label: name,
    position,
    days: null,
    start: null,
    cut: false,
  }));
  return { unit, list, range: null, shortened: false, indexOf };
}

const hours = () => Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

const weekdays = (weekStart: number) =>
  Array.from({ length: 7 }, (_, index) => WEEKDAY_NAMES[(index + weekStart) % 7] ?? '');

export interface Placed {
  /** One for each period, rows ascending. */
  readonly byPeriod: readonly IssueRows[];
  /** The rows of all periods, ascending. */
  readonly all: IssueRows;
}

/** Groups rows by the period of their instant; NaN is in none. */
export function placeRows(instants: Float64Array, { list, indexOf }: Periods): Placed {
  const place = new Int32Array(instants.length).fill(-1);
  const counts = new Uint32Array(list.length);
  let total = 0;
  for (let row = 0; row < instants.length; row++) {
    const at = instants[row] ?? 0;
    const index = Number.isNaN(at) ? -1 : indexOf(at);
    if (index < 0) continue;
    place[row] = index;
    counts[index] = (counts[index] ?? 0) + 1;
    total++;
  }
  const byPeriod = Array.from(counts, count => new Uint32Array(count));
  const all = new Uint32Array(total);
  counts.fill(0);
  let length = 0;
  for (let row = 0; row < instants.length; row++) {
    const index = place[row] ?? 0;
    const rows = index < 0 ? undefined : byPeriod[index];
    if (!rows) continue;
    const slot = counts[index] ?? 0;
    rows[slot] = row;
    counts[index] = slot + 1;
    all[length++] = row;
  }
  return { byPeriod, all };
}

/** The local days of the earliest and the latest instant; null without any. */
export function dayExtent(
  columns: readonly Float64Array[],
  { zone }: ReportContext,
): DayRange | null {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const column of columns) {
    for (let row = 0; row < column.length; row++) {
      const at = column[row] ?? 0;
      // False for NaN.
      if (at < least) least = at;
      if (at > most) most = at;
    }
  }
  return least > most ? null : { from: localDay(least, zone), to: localDay(most, zone) };
}
