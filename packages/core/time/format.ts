/** Dates as text, independent of the machine's zone and language. */

import { formatWall } from './format-date.ts';
import { DAY, type Day, type Instant, type Milliseconds, type ZoneId } from './units.ts';
import { localDay, offsetAt } from './zone.ts';

export const DEFAULT_DATE_FORMAT = 'MMM D, YYYY';

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
