/**
 * Days off from an iCalendar file (RFC 5545), as public holiday calendars and offices publish them: all-day events,
 * single, over several days, or recurring every year.
 */

import { civilOf, dayOf, dayText } from '@tallyboard/core/time/day.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import ICAL from 'ical.js';

export interface ImportedHolidays {
  /** Keys of a calendar's `days`: '2026-12-25', or '--12-25' for every year. */
  readonly keys: readonly string[];
  /** Summaries of events that are no days off: at a time of day, or recurring more often than every year. */
  readonly skipped: readonly string[];
}

/** Rules such as 'the fourth Thursday of November' are written out for this many years from `today`. */
const YEARS_AHEAD = 10;
/** An all-day event of more days than this is a season, not a holiday. */
const MAX_DAYS = 62;

/** Returns the days off of a file's text; null when it is no iCalendar file. Throws for one that is broken. */
export function parseHolidays(text: string, today: Day): ImportedHolidays | null {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) return null;
  const parsed: unknown[] = ICAL.parse(text.replace(/^\uFEFF/, '').trimStart());
  const calendars = typeof parsed[0] === 'string' ? [parsed] : (parsed as unknown[][]);
  const keys = new Set<string>();
  const skipped: string[] = [];
  for (const calendar of calendars)
    for (const component of new ICAL.Component(calendar).getAllSubcomponents('vevent')) {
      const event = new ICAL.Event(component);
      const found = keysOf(event, today);
      if (found === null) skipped.push(event.summary || 'Unnamed event');
      else for (const key of found) keys.add(key);
    }
  return { keys: [...keys].sort(), skipped };
}

/** Null for an event that is no day off; a cancelled event has no days. */
function keysOf(event: ICAL.Event, today: Day): readonly string[] | null {
  const { component } = event;
  if (/^cancelled$/i.test(String(component.getFirstPropertyValue('status')))) return [];
  const first = firstDay(event);
  const end = first === null ? null : dayAt(event.endDate);
  if (first === null || end === null) return null;
  const length = end - first;
  if (length < 1 || length > MAX_DAYS) return null;
  const daysFrom = (start: Day) => Array.from({ length }, (_, i) => dayText(start + i));
  if (!event.isRecurring()) return daysFrom(first);

  const rules = component.getAllProperties('rrule').map(rule => rule.getFirstValue());
  const yearly = rules.flatMap(rule =>
    rule instanceof ICAL.Recur && rule.freq === 'YEARLY' ? [rule] : [],
  );
  if (yearly.length < rules.length) return null;
  const starts = occurrences(event, civilOf(today).year + YEARS_AHEAD);
  const [rule, ...others] = yearly;
  const isExact = others.length === 0 && !component.hasProperty('exdate');
  return rule && isExact && isEveryYear(rule, starts)
    ? daysFrom(first).map(day => `-${day.slice(4)}`)
    : starts.flatMap(daysFrom);
}

const isLeapDay = ({ month, day }: ICAL.Time) => month === 2 && day === 29;

function occurrences(event: ICAL.Event, lastYear: number): readonly Day[] {
  const found: Day[] = [];
  const iterator = event.iterator();
  for (let at = iterator.next(); at && at.year <= lastYear; at = iterator.next())
    found.push(dayOf(at.year, at.month, at.day));
  // In other years the library moves a leap day to March 1; RFC 5545 leaves it out.
  return isLeapDay(event.startDate) ? found.filter(day => civilOf(day).date === 29) : found;
}

/** Without an end, and on the same date each year. */
function isEveryYear({ count, until, interval }: ICAL.Recur, starts: readonly Day[]): boolean {
  const dates = new Set(starts.map(day => dayText(day).slice(4)));
  return !count && !until && interval === 1 && dates.size === 1;
}

/** Null for February 30 too, which the library would move on. */
function firstDay({ component, startDate }: ICAL.Event): Day | null {
  const written: unknown = component.getFirstProperty('dtstart')?.toJSON()[3];
  const day = typeof written === 'string' ? dayAt(startDate) : null;
  return day !== null && String(written).startsWith(dayText(day)) ? day : null;
}

/** The day of a date without time; midnight counts as one too. Null for anything else. */
const dayAt = ({ year, month, day, hour, minute, second }: ICAL.Time): Day | null =>
  hour === 0 && minute === 0 && second === 0 ? dayOf(year, month, day) : null;
