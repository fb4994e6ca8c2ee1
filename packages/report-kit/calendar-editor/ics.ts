/**
 * Days off from an iCalendar file (RFC 5545), as public holiday calendars and offices publish them: all-day events,
 * single, over several days, or recurring every year.
 */

import { addMonths, civilOf, dayOf, dayText, weekday } from '@tallyboard/core/time/day.ts';
import type { Day } from '@tallyboard/core/time/units.ts';

export interface ImportedHolidays {
  /** Keys of a calendar's `days`: '2026-12-25', or '--12-25' for every year. */
  readonly keys: readonly string[];
  /** Summaries of events that are no days off by the calendar's means: at a time of day, or recurring otherwise. */
  readonly skipped: readonly string[];
}

/** Rules such as 'the fourth Thursday of November' are written out for this many years from `today`. */
const YEARS_AHEAD = 10;
/** An all-day event of more days than this is no holiday but a season. */
const MAX_DAYS = 62;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

type Properties = ReadonlyMap<string, { readonly parameters: string; readonly value: string }>;

/** Returns the days off of a file's text; null when it is no iCalendar file. */
export function parseHolidays(text: string, today: Day): ImportedHolidays | null {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) return null;
  const keys = new Set<string>();
  const skipped: string[] = [];
  for (const event of eventsOf(text)) {
    const found = keysOf(event, today);
    if (found === null) skipped.push(event.get('SUMMARY')?.value ?? 'An event without a name');
    else for (const key of found) keys.add(key);
  }
  return { keys: [...keys].sort(), skipped };
}

function eventsOf(text: string): Properties[] {
  // A line that begins with a blank goes on with the line before.
  const lines = text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/);
  const events: Properties[] = [];
  let event: Map<string, { parameters: string; value: string }> | null = null;
  let inside = 0;
  for (const line of lines) {
    const match = /^([A-Za-z-]+)((?:;[^:"]*(?:"[^"]*"[^:"]*)*)*):(.*)$/.exec(line);
    if (!match) continue;
    const [, name = '', parameters = '', value = ''] = match;
    const key = name.toUpperCase();
    if (key === 'BEGIN' && value.toUpperCase() === 'VEVENT') event = new Map();
    else if (key === 'END' && value.toUpperCase() === 'VEVENT') {
      if (event) events.push(event);
      event = null;
    } else if (key === 'BEGIN') inside++;
    else if (key === 'END') inside--;
    // What is inside a reminder of the event is not about the event. The calendar itself is one level.
    else if (event && inside === 1) event.set(key, { parameters, value: unescaped(value) });
  }
  return events;
}

const unescaped = (value: string) =>
  value.replaceAll(/\\([nN,;\\])/g, (_, mark: string) => (/n/i.test(mark) ? ' ' : mark));

/** Null for an event that cannot be told as days off. Events that were called off, or leave the day free, have none. */
function keysOf(event: Properties, today: Day): readonly string[] | null {
  if (event.get('STATUS')?.value.toUpperCase() === 'CANCELLED') return [];
  const first = allDay(event, 'DTSTART');
  if (first === null) return null;
  const length = lengthOf(event, first);
  if (length < 1 || length > MAX_DAYS) return null;
  const rule = event.get('RRULE')?.value;
  const days = Array.from({ length }, (_, i) => first + i);
  if (rule === undefined) return days.map(dayText);
  return recurring(rulesOf(rule), days, today);
}

/** The day of a date without time; midnight to midnight counts as one too. */
function allDay(event: Properties, name: string): Day | null {
  const match = /^(\d{4})(\d{2})(\d{2})(T000000Z?)?$/.exec(event.get(name)?.value ?? '');
  if (!match) return null;
  const [, year, month, date] = match;
  const day = dayOf(Number(year), Number(month), Number(date));
  return dayText(day) === `${year}-${month}-${date}` ? day : null;
}

/** The end of an all-day event is the first day that is not part of it. */
function lengthOf(event: Properties, first: Day): number {
  const duration = /^P(?:(\d+)W)?(?:(\d+)D)?$/.exec(event.get('DURATION')?.value ?? '');
  if (duration) return Number(duration[1] ?? 0) * 7 + Number(duration[2] ?? 0);
  if (!event.has('DTEND')) return event.get('DTSTART')?.value.includes('T') ? 0 : 1;
  const end = allDay(event, 'DTEND');
  return end === null ? 0 : Math.max(1, end - first);
}

const rulesOf = (rule: string): ReadonlyMap<string, string> =>
  new Map(
    rule
      .toUpperCase()
      .split(';')
      .map(part => part.split('=', 2) as [string, string]),
  );

function recurring(
  rule: ReadonlyMap<string, string>,
  days: readonly Day[],
  today: Day,
): readonly string[] | null {
  const [first = 0] = days;
  const interval = Number(rule.get('INTERVAL') ?? 1);
  if (rule.get('FREQ') !== 'YEARLY' || interval !== 1) return null;
  const nth = /^([+-]?\d)(\w{2})$/.exec(rule.get('BYDAY') ?? '');
  if (rule.has('BYDAY') && !nth) return null;
  if (['BYSETPOS', 'BYWEEKNO', 'BYYEARDAY'].some(name => rule.has(name))) return null;
  const start = civilOf(first);
  const ends = rule.has('COUNT') || rule.has('UNTIL');
  if (!nth && !ends) {
    return sameDate(rule, start) ? days.map(day => `-${dayText(day).slice(4)}`) : null;
  }
  const month = Number(rule.get('BYMONTH') ?? start.month);
  const of = (year: number) =>
    nth
      ? nthWeekday(year, month, Number(nth[1]), WEEKDAYS.indexOf(nth[2] ?? ''))
      : dayOf(year, start.month, start.date);
  const found: string[] = [];
  for (let year = start.year; year <= lastYear(rule, start.year, today); year++) {
    const day = of(year);
    if (day === null || civilOf(day).year !== year) continue;
    for (const each of days) found.push(dayText(day + each - first));
  }
  return found;
}

/** A rule may repeat the date that it starts on; another one would be something else. */
function sameDate(
  rule: ReadonlyMap<string, string>,
  { month, date }: { readonly month: number; readonly date: number },
): boolean {
  return (
    Number(rule.get('BYMONTH') ?? month) === month &&
    Number(rule.get('BYMONTHDAY') ?? date) === date
  );
}

function lastYear(rule: ReadonlyMap<string, string>, first: number, today: Day): number {
  const ahead = civilOf(today).year + YEARS_AHEAD;
  const count = rule.get('COUNT');
  const until = /^(\d{4})/.exec(rule.get('UNTIL') ?? '')?.[1];
  return Math.min(
    ahead,
    count === undefined ? ahead : first + Number(count) - 1,
    until === undefined ? ahead : Number(until),
  );
}

/** The first (1), second (2), ... or last (-1) of a weekday in a month; null where the month has none. */
function nthWeekday(year: number, month: number, nth: number, day: number): Day | null {
  if (day < 0 || nth === 0) return null;
  const first = dayOf(year, month, 1);
  const next = addMonths(first, 1);
  const found =
    nth > 0
      ? first + ((day - weekday(first) + 7) % 7) + (nth - 1) * 7
      : next - 1 - ((weekday(next - 1) - day + 7) % 7) + (nth + 1) * 7;
  return found >= first && found < next ? found : null;
}
