/** Calendar days without a zone: whole days since 1970-01-01, in the proleptic Gregorian calendar. */

import { DAY, type Day, type Weekday } from './units.ts';

export interface CivilDate {
  readonly year: number;
  /** 1 January to 12 December. */
  readonly month: number;
  readonly date: number;
}

/** Returns the day number of a date; months and dates outside their range run on into the next or previous ones. */
export function dayOf(year: number, month: number, date: number): Day {
  // Date.UTC would take the years 0 to 99 for 1900 to 1999.
  return new Date(0).setUTCFullYear(year, month - 1, date) / DAY;
}

/** Returns year, month and date of a day number. */
export function civilOf(day: Day): CivilDate {
  const at = new Date(day * DAY);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate() };
}

/** Returns the day of 'YYYY-MM-DD', or null unless the text is a real date that formats back to itself. */
export function parseDay(text: string): Day | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const day = dayOf(Number(match[1]), Number(match[2]), Number(match[3]));
  return dayText(day) === text ? day : null;
}

/** Returns 'YYYY-MM-DD'; years take at least four digits. */
export function dayText(day: Day): string {
  const { year, month, date } = civilOf(day);
  const sign = year < 0 ? '-' : '';
  const years = String(Math.abs(year)).padStart(4, '0');
  return `${sign}${years}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}

/** Returns the day of the week, 0 Sunday to 6 Saturday. */
export function weekday(day: Day): Weekday {
  // 1970-01-01 was a Thursday.
  return ((((day + 4) % 7) + 7) % 7) as Weekday;
}

/** Returns the first day of the week that `day` is in, for weeks that begin on `firstDay`. */
export function startOfWeek(day: Day, firstDay: Weekday): Day {
  return day - ((weekday(day) - firstDay + 7) % 7);
}

/** Returns the first day of the month that `day` is in. */
export function startOfMonth(day: Day): Day {
  return day - civilOf(day).date + 1;
}

/** Returns the same date `months` later (or earlier); the 31st becomes the last day of a shorter month. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, date } = civilOf(day);
  const first = dayOf(year, month + months, 1);
  const length = dayOf(year, month + months + 1, 1) - first;
  return first + Math.min(date, length) - 1;
}

/** Returns months since January 1970 of the month that `day` is in: a number that counts months without gaps. */
export function monthIndex(day: Day): number {
  const { year, month } = civilOf(day);
  return (year - 1970) * 12 + month - 1;
}
