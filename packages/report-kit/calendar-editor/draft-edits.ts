/** Changes to a calendar while it is edited. Each returns a new draft. */

import { parseCalendarText } from '@tallyboard/core/time/calendar-definition.ts';
import { civilOf, dayText, parseDay, WEEKDAY_NAMES } from '@tallyboard/core/time/day.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import type { CalendarDraft } from './calendar-text.ts';

/** Monday first, as working weeks are read. */
export const WEEK: readonly string[] = [...WEEKDAY_NAMES.slice(1), WEEKDAY_NAMES[0]];

export const rangesOf = (draft: CalendarDraft, key: string): readonly string[] =>
  draft.days[storedKey(draft, key)] ?? [];

export const withRanges = (
  draft: CalendarDraft,
  key: string,
  ranges: readonly string[],
): CalendarDraft => ({ ...draft, days: { ...draft.days, [storedKey(draft, key)]: ranges } });

/** Gives the hours of a weekday to every weekday that has hours. */
export function copyToWorkingDays(draft: CalendarDraft, key: string): CalendarDraft {
  const ranges = rangesOf(draft, key);
  return WEEK.reduce(
    (next, day) => (rangesOf(next, day).length > 0 ? withRanges(next, day, ranges) : next),
    draft,
  );
}

/** The days besides weekdays: yearly ones first, then by date. */
export const otherDays = (draft: CalendarDraft): readonly string[] =>
  Object.keys(draft.days)
    .filter(key => !WEEK.some(day => isSameKey(key, day)))
    .sort();

/** Weekdays may be stored in any case. */
export const isSameKey = (stored: string, key: string) =>
  stored === key || (WEEK.includes(key) && stored.trim().toLowerCase() === key.toLowerCase());

/** Adds non-working days; existing days keep their hours. */
export const withDays = (draft: CalendarDraft, keys: readonly string[]): CalendarDraft =>
  keys.reduce((next, key) => (key in next.days ? next : withRanges(next, key, [])), draft);

export function withoutDay(draft: CalendarDraft, key: string): CalendarDraft {
  const { [key]: _, ...days } = draft.days;
  return { ...draft, days };
}

/** Moves a day to another date or makes it yearly; unchanged if that key exists. */
export function renamedDay(draft: CalendarDraft, key: string, next: string): CalendarDraft {
  if (key === next || next in draft.days) return draft;
  const days = Object.fromEntries(
    Object.entries(draft.days).map(([each, ranges]) => [each === key ? next : each, ranges]),
  );
  return { ...draft, days };
}

export const isYearly = (key: string): boolean => key.startsWith('--');

/** '2026-12-25' to '--12-25'. */
export const yearlyKey = (key: string): string => `-${key.slice(4)}`;

/** '--12-25' to the next such date from `today` on; February 29 of the next leap year. */
export function nextDate(key: string, today: Day): string {
  const first = civilOf(today).year;
  for (let year = first; year < first + 9; year++) {
    const text = `${String(year).padStart(4, '0')}${key.slice(1)}`;
    const day = parseDay(text);
    if (day !== null && day >= today) return text;
  }
  return dayText(today);
}

/** The dated and yearly days of a calendar text as dates from `today` on, in order; yearly ones in their next year. */
export function comingDays(text: string, today: Day): readonly Day[] {
  const { calendar } = parseCalendarText(text);
  if (calendar === null) return [];
  const yearly = [...calendar.yearly.keys()].map(at =>
    parseDay(nextDate(`--${two(Math.floor(at / 32))}-${two(at % 32)}`, today)),
  );
  return [...calendar.dates.keys(), ...yearly]
    .filter((day): day is Day => day !== null && day >= today)
    .sort((a, b) => a - b);
}

const two = (value: number) => String(value).padStart(2, '0');

const storedKey = (draft: CalendarDraft, key: string): string =>
  Object.keys(draft.days).find(stored => isSameKey(stored, key)) ?? key;
