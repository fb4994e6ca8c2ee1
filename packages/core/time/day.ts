/** Calendar days without a zone: whole days since 1970-01-01, in the proleptic Gregorian calendar. */

import type { Day, Weekday } from './units.ts';

export interface CivilDate {
  readonly year: number;
  /** 1 January to 12 December. */
  readonly month: number;
  readonly date: number;
}

/** Returns the day number of a date; months and dates outside their range run on into the next or previous ones. */
export function dayOf(year: number, month: number, date: number): Day {
  // Counting years from March puts the leap day at the end of the year, so months need no table.
  const months = year * 12 + (month - 1) - 2;
  const y = Math.floor(months / 12);
  const m = months - y * 12;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * m + 2) / 5) + date - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** Returns year, month and date of a day number. */
export function civilOf(day: Day): CivilDate {
  const z = day + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const m = Math.floor((5 * dayOfYear + 2) / 153);
  const date = dayOfYear - Math.floor((153 * m + 2) / 5) + 1;
  const month = m < 10 ? m + 3 : m - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, date };
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
