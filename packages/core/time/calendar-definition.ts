/** Reads a stored working calendar and says what is wrong with it. */

import { dayOf, dayText, parseDay } from './day.ts';
import type { Day, ZoneId } from './units.ts';
import { isZone } from './zone.ts';

/** Working ranges of a day as [start, end) in minutes from midnight, in order, none touching another's inside. */
export type Ranges = readonly (readonly [start: number, end: number])[];

/** What is wrong, with the stored key that has it: 'timezone', 'days', or a key of `days` such as 'Monday'. */
export interface CalendarProblem {
  readonly key: string;
  readonly text: string;
}

/** A definition that was read without a problem. */
export interface ParsedCalendar {
  readonly zone: ZoneId;
  /** Sunday to Saturday. */
  readonly weekdays: readonly Ranges[];
  readonly dates: ReadonlyMap<Day, Ranges>;
  /** By month * 32 + date. */
  readonly yearly: ReadonlyMap<number, Ranges>;
}

export const WEEKDAY_NAMES = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/**
 * Reads `{ timezone, days }` from anything stored. `calendar` is null when there is any problem. Keys of `days` are
 * English weekday names, dates ('2024-01-01') or yearly dates ('--12-25'); values are 'hh:mm-hh:mm' ranges, as a list
 * or in one text between commas; empty or null is non-working. A date wins over a yearly date, that over a weekday.
 */
export function parseCalendar(stored: unknown): {
  calendar: ParsedCalendar | null;
  problems: readonly CalendarProblem[];
} {
  const problems: CalendarProblem[] = [];
  if (!isRecord(stored)) {
    return { calendar: null, problems: [{ key: '', text: 'The calendar is not an object.' }] };
  }
  const zone = typeof stored.timezone === 'string' ? stored.timezone : '';
  if (!isZone(zone)) {
    problems.push({ key: 'timezone', text: `timezone: unknown time zone '${zone}'.` });
  }
  const weekdays: Ranges[] = WEEKDAY_NAMES.map(() => []);
  const dates = new Map<Day, Ranges>();
  const yearly = new Map<number, Ranges>();
  if (!isRecord(stored.days)) {
    problems.push({ key: 'days', text: 'days: must be an object of weekdays and dates.' });
  }
  for (const [key, value] of Object.entries(isRecord(stored.days) ? stored.days : {})) {
    const ranges = parseRanges(key, value, problems);
    const weekdayIndex = weekdayOf(key);
    const day = parseDay(key);
    const date = parseYearly(key);
    if (weekdayIndex >= 0) weekdays[weekdayIndex] = ranges;
    else if (day !== null) dates.set(day, ranges);
    else if (date !== null) yearly.set(date, ranges);
    else {
      const text = `${key}: not a weekday (Monday), a date (2024-01-01) or a yearly date (--12-25).`;
      problems.push({ key, text });
    }
  }
  return {
    calendar: problems.length > 0 ? null : { zone, weekdays, dates, yearly },
    problems,
  };
}

/** Reads a calendar typed as JSON. */
export function parseCalendarText(text: string): ReturnType<typeof parseCalendar> {
  try {
    return parseCalendar(JSON.parse(text));
  } catch {
    return { calendar: null, problems: [{ key: '', text: 'The calendar is not valid JSON.' }] };
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function weekdayOf(key: string): number {
  const name = key.trim().toLowerCase();
  return WEEKDAY_NAMES.findIndex(weekday => weekday.toLowerCase() === name);
}

function parseYearly(key: string): number | null {
  const match = /^--(\d{2})-(\d{2})$/.exec(key);
  if (!match) return null;
  const month = Number(match[1]);
  const date = Number(match[2]);
  // In a leap year, so that 29 February is a date.
  if (dayText(dayOf(2024, month, date)).slice(4) !== key.slice(1)) return null;
  return month * 32 + date;
}

function parseRanges(key: string, value: unknown, problems: CalendarProblem[]): Ranges {
  const fail = (text: string): Ranges => {
    problems.push({ key, text: `${key}: ${text}` });
    return [];
  };
  if (value === null || value === undefined) return [];
  const parts = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(parts)) return fail('must be a list of ranges such as 09:00-12:00.');
  const ranges: [number, number][] = [];
  for (const part of parts) {
    const text = typeof part === 'string' ? part.trim() : String(part);
    if (text === '') continue;
    const match = /^(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})$/.exec(text);
    const start = match ? minutes(match[1], match[2]) : null;
    const end = match ? minutes(match[3], match[4]) : null;
    if (start === null || end === null)
      return fail(`'${text}' is not a range such as 09:00-12:00.`);
    if (end <= start) return fail(`'${text}' must end after it begins, on the same day.`);
    ranges.push([start, end]);
  }
  ranges.sort((a, b) => a[0] - b[0]);
  for (let i = 1; i < ranges.length; i++) {
    if ((ranges[i] as [number, number])[0] < (ranges[i - 1] as [number, number])[1]) {
      return fail('ranges overlap.');
    }
  }
  return ranges;
}

/** Minutes from midnight of 'hh:mm'; 24:00 ends a day. */
function minutes(hour: string | undefined, minute: string | undefined): number | null {
  const value = Number(hour) * 60 + Number(minute);
  return Number(minute) <= 59 && value <= 24 * 60 ? value : null;
}
