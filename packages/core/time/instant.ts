/** Jira's timestamps as text, to instants. Written out by hand: this runs once for every date of every issue. */

import { dayOf } from './day.ts';
import { DAY, type Instant } from './units.ts';

const ZERO = 48;

/** So far below zero that no sum of digits with it gets into a valid range. Staying an integer keeps this fast. */
const INVALID = -1_000_000;

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  // Beyond the end charCodeAt is NaN, which no comparison holds for.
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : INVALID;
}

const FIRST_YEAR = 1900;
const YEARS = 256;

/** The first day of each month of the years that dates come from, so that a date costs a look-up. */
const MONTH_STARTS = Int32Array.from({ length: YEARS * 12 + 1 }, (_, i) =>
  dayOf(FIRST_YEAR, 1 + i, 1),
);

/** NaN unless there is such a date; years outside the table are no dates of Jira's. */
function dayNumber(year: number, month: number, date: number): number {
  if (!(month >= 1 && month <= 12 && year >= FIRST_YEAR && year < FIRST_YEAR + YEARS)) {
    return Number.NaN;
  }
  const index = (year - FIRST_YEAR) * 12 + month - 1;
  const start = MONTH_STARTS[index] as number;
  if (!(date >= 1 && date <= (MONTH_STARTS[index + 1] as number) - start)) return Number.NaN;
  return start + date - 1;
}

/**
 * Returns the instant of a timestamp as Jira writes it, or NaN when the text is no such timestamp (it never throws).
 * Reads '2026-09-27T10:03:11.123+0200', with or without the colon of the offset, with Z, without seconds or with any
 * number of decimals (cut to milliseconds), of the years 1900 to 2155. A date alone is midnight UTC. A time without
 * zone is NaN.
 */
export function parseInstant(text: string): Instant {
  const length = text.length;
  if (length < 10 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return Number.NaN;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const day = dayNumber(year, twoDigits(text, 5), twoDigits(text, 8));
  if (length === 10) return day * DAY;
  const separator = text.charCodeAt(10);
  if ((separator !== 84 && separator !== 116 && separator !== 32) || text.charCodeAt(13) !== 58) {
    return Number.NaN;
  }
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  let at = 16;
  let second = 0;
  let millisecond = 0;
  if (text.charCodeAt(at) === 58) {
    second = twoDigits(text, at + 1);
    at += 3;
    const mark = text.charCodeAt(at);
    if (mark === 46 || mark === 44) {
      const first = ++at;
      for (; at < length; at++) {
        const value = text.charCodeAt(at) - ZERO;
        if (value < 0 || value > 9) break;
        if (at < first + 3) millisecond = millisecond * 10 + value;
      }
      const digits = at - first;
      if (digits === 0) return Number.NaN;
      if (digits < 3) millisecond *= digits === 1 ? 100 : 10;
    }
  }
  if (!isClock(hour, minute, second)) return Number.NaN;
  const offset = offsetMinutes(text, at, length);
  return day * DAY + ((hour * 60 + minute - offset) * 60 + second) * 1000 + millisecond;
}

function isClock(hour: number, minute: number, second: number): boolean {
  return hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 59;
}

/** 'Z', '+hhmm', '+hh:mm' or '+hh' from `at` to the end, in minutes; NaN for anything else. */
function offsetMinutes(text: string, at: number, length: number): number {
  const sign = text.charCodeAt(at);
  if (sign === 90 || sign === 122) return at + 1 === length ? 0 : Number.NaN;
  if (sign !== 43 && sign !== 45) return Number.NaN;
  const hours = twoDigits(text, at + 1);
  let minutes = 0;
  const rest = length - at;
  if (rest === 5) minutes = twoDigits(text, at + 3);
  else if (rest === 6 && text.charCodeAt(at + 3) === 58) minutes = twoDigits(text, at + 4);
  else if (rest !== 3) return Number.NaN;
  if (!isClock(hours, minutes, 0)) return Number.NaN;
  return (hours * 60 + minutes) * (sign === 43 ? 1 : -1);
}
