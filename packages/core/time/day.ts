/** Calendar days without a zone, in the proleptic Gregorian calendar. */

import { DAY, type Day, type Weekday } from './units.ts';

/** Months count from 1; months and dates outside their range overflow. */
export function dayOf(year: number, month: number, date: number): Day {
  // Date.UTC reads the years 0 to 99 as 1900 to 1999.
  return new Date(0).setUTCFullYear(year, month - 1, date) / DAY;
}

/** Months count from 1. */
export function civilOf(day: Day) {
  const at = new Date(day * DAY);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate() };
}

/** The day of 'YYYY-MM-DD'; null for anything else. */
export function parseDay(text: string): Day | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const day = dayOf(Number(match[1]), Number(match[2]), Number(match[3]));
  return dayText(day) === text ? day : null;
}

/** 'YYYY-MM-DD' */
export function dayText(day: Day): string {
  const { year, month, date } = civilOf(day);
  const sign = year < 0 ? '-' : '';
  const years = String(Math.abs(year)).padStart(4, '0');
  return `${sign}${years}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}

export function weekday(day: Day): Weekday {
  // 1970-01-01 was a Thursday.
  return ((((day + 4) % 7) + 7) % 7) as Weekday;
}

export const startOfWeek = (day: Day, firstDay: Weekday): Day =>
  day - ((weekday(day) - firstDay + 7) % 7);

export const startOfMonth = (day: Day): Day => day - civilOf(day).date + 1;

/** The same date `months` later or earlier; the 31st becomes the last day of a shorter month. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, date } = civilOf(day);
  const first = dayOf(year, month + months, 1);
  const length = dayOf(year, month + months + 1, 1) - first;
  return first + Math.min(date, length) - 1;
}

/** Months since January 1970. */
export function monthIndex(day: Day): number {
  const { year, month } = civilOf(day);
  return (year - 1970) * 12 + month - 1;
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
