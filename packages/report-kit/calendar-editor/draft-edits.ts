/** Changes to a calendar while it is edited. Each returns a new draft. */

import { parseCalendarText, WEEKDAY_NAMES } from '@tallyboard/core/time/calendar-definition.ts';
import { civilOf, dayText, parseDay } from '@tallyboard/core/time/day.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import type { CalendarDraft } from './calendar-text.ts';

/** Monday first, as working weeks are read. */
export const WEEK: readonly string[] = [...WEEKDAY_NAMES.slice(1), WEEKDAY_NAMES[0]];

/** The ranges of a day; keys of weekdays may be written in any case. */
export function rangesOf(draft: CalendarDraft, key: string): readonly string[] {
  return draft.days[storedKey(draft, key)] ?? [];
}

export function withRanges(
  draft: CalendarDraft,
  key: string,
  ranges: readonly string[],
): CalendarDraft {
  return { ...draft, days: { ...draft.days, [storedKey(draft, key)]: ranges } };
}

/** The hours of one weekday for every weekday that has hours. */
export function copyToWorkingDays(draft: CalendarDraft, key: string): CalendarDraft {
  const ranges = rangesOf(draft, key);
  return WEEK.reduce(
    (next, day) => (rangesOf(next, day).length > 0 ? withRanges(next, day, ranges) : next),
    draft,
  );
}

/** The days besides weekdays, in the order of the year: yearly ones first, then by date. */
export function otherDays(draft: CalendarDraft): readonly string[] {
  const weekdays = new Set(WEEK.map(day => day.toLowerCase()));
  return Object.keys(draft.days)
    .filter(key => !weekdays.has(key.trim().toLowerCase()))
    .sort();
}

export function withDay(draft: CalendarDraft, key: string): CalendarDraft {
  return key in draft.days ? draft : withRanges(draft, key, []);
}

export function withDays(draft: CalendarDraft, keys: readonly string[]): CalendarDraft {
  return keys.reduce(withDay, draft);
}

export function withoutDay(draft: CalendarDraft, key: string): CalendarDraft {
  const { [key]: _, ...days } = draft.days;
  return { ...draft, days };
}

/** The same day under another date or repetition; unchanged where that is taken. */
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

/** '--12-25' to the next such date from `today` on; of 29 February the next leap year's. */
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

function storedKey(draft: CalendarDraft, key: string): string {
  if (key in draft.days) return key;
  return (
    Object.keys(draft.days).find(each => each.trim().toLowerCase() === key.toLowerCase()) ?? key
  );
}
