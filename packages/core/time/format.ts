/** Durations and dates as text. Nothing here asks the machine for its zone or language. */

import dayjs from 'dayjs';
import advancedFormat from 'dayjs/plugin/advancedFormat.js';
import isoWeek from 'dayjs/plugin/isoWeek.js';
import localizedFormat from 'dayjs/plugin/localizedFormat.js';
import utc from 'dayjs/plugin/utc.js';
import weekOfYear from 'dayjs/plugin/weekOfYear.js';
import weekYear from 'dayjs/plugin/weekYear.js';
import {
  DAY,
  type Day,
  type Instant,
  type Milliseconds,
  type Seconds,
  type ZoneId,
} from './units.ts';
import { localDay, offsetAt } from './zone.ts';

dayjs.extend(utc);
dayjs.extend(isoWeek);
dayjs.extend(weekOfYear);
dayjs.extend(weekYear);
dayjs.extend(advancedFormat);
dayjs.extend(localizedFormat);

/** The largest unit that a duration is shown in, or decimal hours. In the order of the spec's display types 0-5. */
export const DURATION_STYLES = [
  'weeks',
  'days',
  'hours',
  'minutes',
  'seconds',
  'decimal-hours',
] as const;

export type DurationStyle = (typeof DURATION_STYLES)[number];

const MINUS = '\u2212';

export interface DurationFormat {
  readonly style: DurationStyle;
  /** The host's working day, 8 by default; 24 for elapsed time. */
  readonly hoursPerDay: number;
  /** The host's working week, 5 by default; 7 for elapsed time. */
  readonly daysPerWeek: number;
  /** '-' in most reports, '0' in a timesheet. */
  readonly zero: string;
}

/**
 * Returns '1w 2d 3h 4m 5s' from the style's unit down, units that are 0 left out, rounded to the second; decimal hours
 * as '2.50'. Zero, and what rounds to it, is `zero`. A negative duration has one minus sign in front.
 */
export function formatDuration(duration: Seconds, format: DurationFormat): string {
  if (format.style === 'decimal-hours') {
    const text = (Math.round(Math.abs(duration) / 36) / 100).toFixed(2);
    if (text === '0.00') return format.zero;
    return duration < 0 ? `${MINUS}${text}` : text;
  }
  let rest = Math.round(Math.abs(duration));
  if (rest === 0) return format.zero;
  const hour = 3600;
  const day = Math.max(1, Math.round(format.hoursPerDay * hour));
  const week = Math.max(1, Math.round(format.daysPerWeek * day));
  const sizes = [week, day, hour, 60, 1];
  let text = duration < 0 ? MINUS : '';
  for (let i = DURATION_STYLES.indexOf(format.style); i < sizes.length; i++) {
    const size = sizes[i] as number;
    const count = Math.floor(rest / size);
    if (count === 0) continue;
    rest -= count * size;
    text += `${text === '' || text === MINUS ? '' : ' '}${count}${'wdhms'[i]}`;
  }
  return text;
}

/** Returns a duration in milliseconds as formatDuration gives it. */
export function formatMilliseconds(duration: Milliseconds, format: DurationFormat): string {
  return formatDuration(duration / 1000, format);
}

const CACHED = 4096;
const dayTexts = new Map<string, Map<Day, string>>();

/** Returns a calendar day in a Moment pattern such as 'MMM D, YYYY'. The same day and pattern are worked out once. */
export function formatDay(day: Day, pattern: string): string {
  let texts = dayTexts.get(pattern);
  if (!texts) {
    if (dayTexts.size >= 64) dayTexts.clear();
    texts = new Map();
    dayTexts.set(pattern, texts);
  }
  let text = texts.get(day);
  if (text === undefined) {
    if (texts.size >= CACHED) texts.clear();
    text = dayjs.utc(day * DAY).format(pattern);
    texts.set(day, text);
  }
  return text;
}

// Tokens that ask for more than the date. What is in brackets is text.
const TIME_TOKENS = /\[[^\]]*\]|[HhkmsSaAZzXx]|LLL|LT|lll/g;
const zoneTokens = /\[[^\]]*\]|ZZ|Z|X|x/g;
const timePatterns = new Map<string, boolean>();

function hasTime(pattern: string): boolean {
  let found = timePatterns.get(pattern);
  if (found === undefined) {
    found = (pattern.match(TIME_TOKENS) ?? []).some(token => !token.startsWith('['));
    timePatterns.set(pattern, found);
  }
  return found;
}

/** Returns 'Mar 2, 2026 – Mar 8, 2026', or a single day; both are included. */
export function formatDays(first: Day, last: Day, pattern: string): string {
  const from = formatDay(first, pattern);
  return first === last ? from : `${from} – ${formatDay(last, pattern)}`;
}

/** Returns an instant on a zone's calendar and clock in a Moment pattern. Throws UnknownZoneError. */
export function formatInstant(instant: Instant, zone: ZoneId, pattern: string): string {
  if (!hasTime(pattern)) return formatDay(localDay(instant, zone), pattern);
  const offset = offsetAt(instant, zone);
  // dayjs only sees the wall clock, as if it were UTC: what depends on the offset is put in beforehand.
  const filled = pattern.replace(zoneTokens, token => {
    if (token.startsWith('[')) return token;
    if (token === 'x') return `[${instant}]`;
    if (token === 'X') return `[${Math.floor(instant / 1000)}]`;
    return `[${offsetText(offset, token === 'Z' ? ':' : '')}]`;
  });
  return dayjs.utc(instant + offset).format(filled);
}

/** Returns '+05:30' of an offset, with `colon` between hours and minutes. */
function offsetText(offset: Milliseconds, colon = ':'): string {
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${colon}${two(minutes % 60)}`;
}
