import { isRecord } from '../unknown.ts';
import { parseDay, WEEKDAY_NAMES } from './day.ts';
import type { Day, ZoneId } from './units.ts';
import { isZone } from './zone.ts';

/** Working hours of a day as [start, end) in minutes from midnight, in order, without overlaps. */
export type Ranges = readonly (readonly [start: number, end: number])[];

export interface CalendarProblem {
  /** 'timezone', 'days', or a key of `days` such as 'Monday'. */
  readonly key: string;
  readonly text: string;
}

interface ParsedCalendar {
  readonly zone: ZoneId;
  /** Sunday to Saturday. */
  readonly weekdays: readonly Ranges[];
  readonly dates: ReadonlyMap<Day, Ranges>;
  /** By month * 32 + date. */
  readonly yearly: ReadonlyMap<number, Ranges>;
}

/**
 * Reads a stored CalendarDefinition; `calendar` is null if there are problems. Ranges are 'hh:mm-hh:mm', in a list or in
 * one text with commas. A date overrides a yearly date, which overrides a weekday.
 */
export function parseCalendar(stored: unknown): {
  calendar: ParsedCalendar | null;
  problems: readonly CalendarProblem[];
} {
  const problems: CalendarProblem[] = [];
  if (!isRecord(stored))
    return { calendar: null, problems: [{ key: '', text: 'The calendar is not an object.' }] };
  const zone = typeof stored.timezone === 'string' ? stored.timezone : '';
  if (!isZone(zone))
    problems.push({ key: 'timezone', text: `timezone: unknown time zone '${zone}'.` });
  const weekdays: Ranges[] = WEEKDAY_NAMES.map(() => []);
  const dates = new Map<Day, Ranges>();
  const yearly = new Map<number, Ranges>();
  if (!isRecord(stored.days))
    problems.push({ key: 'days', text: 'days: must be an object of weekdays and dates.' });
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
  return { calendar: problems.length > 0 ? null : { zone, weekdays, dates, yearly }, problems };
}

/** Reads a calendar as JSON. */
export function parseCalendarText(text: string): ReturnType<typeof parseCalendar> {
  try {
    return parseCalendar(JSON.parse(text));
  } catch {
    return { calendar: null, problems: [{ key: '', text: 'The calendar is not valid JSON.' }] };
  }
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
  // 2024 is a leap year.
  return parseDay(`2024${key.slice(1)}`) === null ? null : month * 32 + date;
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
  const overlaps = ranges.some(([start], index) => start < (ranges[index - 1]?.[1] ?? 0));
  return overlaps ? fail('ranges overlap.') : ranges;
}

/** Minutes from midnight of 'hh:mm'; 24:00 ends a day. */
function minutes(hour: string | undefined, minute: string | undefined): number | null {
  const value = Number(hour) * 60 + Number(minute);
  return Number(minute) <= 59 && value <= 24 * 60 ? value : null;
}
