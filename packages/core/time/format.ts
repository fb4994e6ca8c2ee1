/** Durations and dates as text, independent of the machine's zone and language. */

import { formatWall } from './format-date.ts';
import {
  DAY,
  type Day,
  type Instant,
  type Milliseconds,
  type Seconds,
  type ZoneId,
} from './units.ts';
import { localDay, offsetAt } from './zone.ts';

/** The largest unit of a duration, or decimal hours; in the order of the stored display types. */
export const DURATION_STYLES = [
  'weeks',
  'days',
  'hours',
  'minutes',
  'seconds',
  'decimal-hours',
] as const;

const MINUS = '\u2212';

export interface DurationFormat {
  readonly style: (typeof DURATION_STYLES)[number];
  /** The host's working day, 8 by default; 24 for elapsed time. */
  readonly hoursPerDay: number;
  /** The host's working week, 5 by default; 7 for elapsed time. */
  readonly daysPerWeek: number;
  /** '-' in most reports, '0' in a timesheet. */
  readonly zero: string;
}

/** '1w 2d 3h 4m 5s' without units of 0, rounded to the second; decimal hours as '2.50'. */
export function formatDuration(duration: Seconds, format: DurationFormat): string {
  if (format.style === 'decimal-hours') {
    const text = (Math.round(Math.abs(duration) / 36) / 100).toFixed(2);
    if (text === '0.00') return format.zero;
    return duration < 0 ? `${MINUS}${text}` : text;
  }
  let rest = Math.round(Math.abs(duration));
  if (rest === 0) return format.zero;
  const day = Math.max(1, Math.round(format.hoursPerDay * 3600));
  const week = Math.max(1, Math.round(format.daysPerWeek * day));
  const sizes = [week, day, 3600, 60, 1];
  let text = duration < 0 ? MINUS : '';
  for (let i = DURATION_STYLES.indexOf(format.style); i < sizes.length; i++) {
    const size = sizes[i]!;
    const count = Math.floor(rest / size);
    if (count === 0) continue;
    rest -= count * size;
    text += `${text === '' || text === MINUS ? '' : ' '}${count}${'wdhms'[i]}`;
  }
  return text;
}

export const formatMilliseconds = (duration: Milliseconds, format: DurationFormat): string =>
  formatDuration(duration / 1000, format);

const MAX_CACHED = 4096;
const dayTexts = new Map<string, Map<Day, string>>();

/** `pattern` has Moment tokens: 'MMM D, YYYY'. Results are memoized. */
export function formatDay(day: Day, pattern: string): string {
  let texts = dayTexts.get(pattern);
  if (!texts) {
    if (dayTexts.size >= 64) dayTexts.clear();
    texts = new Map();
    dayTexts.set(pattern, texts);
  }
  let text = texts.get(day);
  if (text === undefined) {
    if (texts.size >= MAX_CACHED) texts.clear();
    text = formatWall(day * DAY, pattern);
    texts.set(day, text);
  }
  return text;
}

// Tokens of the time or zone; text in brackets is literal.
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

/** 'Mar 2, 2026 – Mar 8, 2026', or one day. */
export function formatDays(first: Day, last: Day, pattern: string): string {
  const from = formatDay(first, pattern);
  return first === last ? from : `${from} – ${formatDay(last, pattern)}`;
}

/** Throws UnknownZoneError. */
export function formatInstant(instant: Instant, zone: ZoneId, pattern: string): string {
  if (!hasTime(pattern)) return formatDay(localDay(instant, zone), pattern);
  const offset = offsetAt(instant, zone);
  // The wall clock is formatted as UTC: tokens that depend on the offset are replaced before.
  const filled = pattern.replace(zoneTokens, token => {
    if (token.startsWith('[')) return token;
    if (token === 'x') return `[${instant}]`;
    if (token === 'X') return `[${Math.floor(instant / 1000)}]`;
    return `[${offsetText(offset, token === 'Z' ? ':' : '')}]`;
  });
  return formatWall(instant + offset, filled);
}

/** '+05:30' */
function offsetText(offset: Milliseconds, colon: string): string {
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${colon}${two(minutes % 60)}`;
}
