/** Jira's timestamps as text, to instants. Written out by hand: this runs once for every date of every issue. */

import { dayOf } from './day.ts';
import { DAY, type Instant } from './units.ts';

const ZERO = 48;
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - ZERO;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}

function twoDigits(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1);
}

// One month's days are asked for over and over; the last one is kept.
let cachedYear = 1970;
let cachedMonth = 1;
let cachedStart = 0;

function dayNumber(year: number, month: number, date: number): number {
  if (year !== cachedYear || month !== cachedMonth) {
    if (!(month >= 1 && month <= 12) || Number.isNaN(year)) return Number.NaN;
    cachedStart = dayOf(year, month, 1);
    cachedYear = year;
    cachedMonth = month;
  }
  if (!(date >= 1 && date <= (MONTH_DAYS[month - 1] ?? 0))) return Number.NaN;
  if (month === 2 && date === 29 && dayOf(year, 3, 1) - cachedStart !== 29) return Number.NaN;
  return cachedStart + date - 1;
}

/**
 * Returns the instant of a timestamp as Jira writes it, or NaN when the text is no such timestamp (it never throws).
 * Reads '2026-09-27T10:03:11.123+0200', with or without the colon of the offset, with Z, without seconds or with any
 * number of decimals (cut to milliseconds). A date alone is midnight UTC. A time without zone is NaN: nobody can say
 * which instant it is.
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
      at++;
      let scale = 100;
      const first = at;
      for (;;) {
        const value = text.charCodeAt(at) - ZERO;
        if (!(value >= 0 && value <= 9)) break;
        if (scale >= 1) millisecond += value * scale;
        scale /= 10;
        at++;
      }
      if (at === first) return Number.NaN;
    }
  }
  if (!(hour <= 23 && minute <= 59 && second <= 59)) return Number.NaN;
  const offset = offsetMinutes(text, at, length);
  return day * DAY + ((hour * 60 + minute - offset) * 60 + second) * 1000 + millisecond;
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
  if (!(hours <= 23 && minutes <= 59)) return Number.NaN;
  return (hours * 60 + minutes) * (sign === 43 ? 1 : -1);
}
