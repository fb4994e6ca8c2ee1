/** Parses Jira's timestamps; by hand for speed, since it runs for every date of every issue. */

import { dayOf } from './day.ts';
import { DAY, type Instant } from './units.ts';

const ZERO = 48;

/** Too far below zero for any sum with digits to be valid; an integer for speed. */
const INVALID = -1_000_000;

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  // charCodeAt is NaN beyond the end, for which comparisons are false.
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : INVALID;
}

const FIRST_YEAR = 1900;
const YEARS = 256;

/** The first day of each month, for speed. */
const MONTH_STARTS = Int32Array.from({ length: YEARS * 12 + 1 }, (_, i) =>
  dayOf(FIRST_YEAR, 1 + i, 1),
);

/** NaN for an invalid date, and for years outside the table. */
function dayNumber(year: number, month: number, date: number): number {
  if (!(month >= 1 && month <= 12 && year >= FIRST_YEAR && year < FIRST_YEAR + YEARS)) {
    return Number.NaN;
  }
  const index = (year - FIRST_YEAR) * 12 + month - 1;
  const start = MONTH_STARTS[index]!;
  if (!(date >= 1 && date <= MONTH_STARTS[index + 1]! - start)) return Number.NaN;
  return start + date - 1;
}

/**
 * The instant of a timestamp of Jira, '2026-09-27T10:03:11.123+0200'; seconds, decimals (cut to milliseconds) and the
 * colon of the offset are optional, years are 1900 to 2155. A date alone is midnight UTC. NaN for anything else.
 */
export function parseInstant(text: string): Instant {
  const length = text.length;
  if (length < 10 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return Number.NaN;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const day = dayNumber(year, twoDigits(text, 5), twoDigits(text, 8));
  if (length === 10) return day * DAY;
  const separator = text.charCodeAt(10);
  if ((separator !== 84 && separator !== 116 && separator !== 32) || text.charCodeAt(13) !== 58)
    return Number.NaN;
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

const isClock = (hour: number, minute: number, second: number): boolean =>
  hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 59;

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

/** The instant of an ISO time with its offset or Z, '2026-03-31T18:00:00Z'; null for anything else. */
export function parseIsoTime(text: string): Instant | null {
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(text)) return null;
  const instant = Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(instant) ? null : instant;
}
