import { Temporal } from 'temporal-polyfill';
import {
  type CalendarMove,
  type CalendarUnit,
  endOf,
  instantOf,
  isZone,
  localTime,
  startOf,
} from '../data/zone.ts';

/** A date value: < <= > >= compare `at`; `=` matches [start, end), computed when asked for. */
export interface DateValue {
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

/** Years 1 to 9999. */
const MIN_INSTANT = Date.parse('0001-01-01');
const MAX_INSTANT = Date.parse('+010000-01-01');
const inRange = (at: number): boolean => at >= MIN_INSTANT && at <= MAX_INSTANT;

export interface Clock {
  now: number;
  zone: string;
  weekStart: 0 | 1;
}

const MINUTE = 60_000;
const LENGTHS = { w: 10_080 * MINUTE, d: 1_440 * MINUTE, h: 60 * MINUTE, m: MINUTE };

/** The sum of e.g. `1w 2.5d`. A number without a unit counts minutes. */
function lengthOf(text: string, lengths: typeof LENGTHS): number {
  let sum = 0;
  for (const [, count, unit = 'm'] of text.matchAll(/(\d+(?:\.\d+)?)([wdhm])?/gi))
    sum += Number(count) * lengths[unit.toLowerCase() as keyof typeof LENGTHS];
  return sum;
}

const knownZones = new Map<string, boolean>();

/** A viewer's zone, or UTC if it is unknown. */
export function knownZone(zone: string): string {
  const known = knownZones.get(zone) ?? isZone(zone);
  if (known) knownZones.set(zone, known);
  return known ? zone : 'UTC';
}

/** A date value of one millisecond. */
export function exactly(at: number): DateValue {
  return { at, start: at, end: at + 1 };
}

/** Parses `yyyy-MM-dd` and `yyyy/MM/dd`, with or without ` HH:mm`. Rejects e.g. February 31. */
function parseAbsolute(text: string, zone: string): DateValue | null {
  const match = /^(\d{4,})([-/])(\d{1,2})\2(\d{1,2})(?:\s+(\d{1,2}):(\d{1,2}))?$/.exec(text);
  if (!match) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = [1, 3, 4, 5, 6].map(at =>
    Number(match[at] ?? 0),
  );
  const local = year > 0 && year <= 9999 && plainDateTime({ year, month, day, hour, minute });
  if (!local) return null;
  const hasTime = match[5] !== undefined;
  // A time that the zone skips is later by as much as it skips, as with java.time; a day that begins so, where it begins.
  const start = hasTime
    ? local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
    : instantOf(local, zone);
  return {
    at: start,
    start,
    get end() {
      return hasTime ? start + MINUTE : endOf('day', start, zone);
    },
  };
}

/** Null for a date or time that does not exist. */
function plainDateTime(fields: Temporal.PlainDateTimeLike): Temporal.PlainDateTime | null {
  try {
    return Temporal.PlainDateTime.from(fields, { overflow: 'reject' });
  } catch {
    return null;
  }
}

/** Parses `-1w 2d`, `5d`, `-1.5d`, `-30` (minutes): fixed lengths from now. */
function parseRelative(text: string, clock: Clock): DateValue | null {
  const match = /^([+-]?)\s*((?:\d+(?:\.\d+)?[wdhm]\s*)+|\d+)$/.exec(text);
  if (!match) return null;
  const length = lengthOf(String(match[2]), LENGTHS);
  const at = clock.now + (match[1] === '-' ? -length : length);
  if (!inRange(at)) return null;
  const smallest = text.trimEnd().at(-1);
  const unit: CalendarUnit =
    smallest === 'h' ? 'hour' : /[wd]/.test(smallest ?? '') ? 'day' : 'minute';
  return {
    at,
    get start() {
      return startOf(unit, at, clock.zone);
    },
    get end() {
      return endOf(unit, at, clock.zone);
    },
  };
}

/** A date of a query, or null. Unquoted integers are epoch milliseconds, negative ones minutes ago. */
export function parseDate(text: string, quoted: boolean, clock: Clock): DateValue | null {
  const trimmed = text.trim();
  if (!quoted && /^\d+$/.test(trimmed)) {
    const at = Number(trimmed);
    return inRange(at) ? exactly(at) : null;
  }
  return parseAbsolute(trimmed, clock.zone) ?? parseRelative(trimmed, clock);
}

const naturalUnits: Record<string, CalendarUnit> = {
  y: 'year',
  M: 'month',
  w: 'week',
  d: 'day',
  h: 'hour',
  m: 'minute',
};

/** The increment of e.g. startOfDay("-1d"), or null. */
function parseIncrement(text: string, unit: CalendarUnit): CalendarMove | null {
  const match = /^([+-]?)(\d+)([yMwdhm]?)$/.exec(text.trim());
  if (!match) return null;
  const count = Number(match[2]) * (match[1] === '-' ? -1 : 1);
  return { unit: match[3] ? (naturalUnits[match[3]] ?? unit) : unit, count };
}

/** The instant of startOfDay(), endOfMonth("-1") and so on; null for a bad increment. Ends are the last millisecond. */
export function calendarFunction(
  edge: 'start' | 'end',
  unit: CalendarUnit,
  increment: string | undefined,
  clock: Clock,
): number | null {
  const move = increment === undefined ? { unit, count: 0 } : parseIncrement(increment, unit);
  if (!move) return null;
  const { now, zone, weekStart } = clock;
  try {
    const at =
      edge === 'start'
        ? startOf(unit, now, zone, move, weekStart)
        : endOf(unit, now, zone, move, weekStart) - 1;
    return inRange(at) ? at : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** `yyyy-MM-dd`, for fields that hold days. */
export function localDay(at: number, zone: string): string {
  return localTime(at, zone).toPlainDate().toString();
}

/** Minutes or `1d 4h` as seconds, in days and weeks of working time; null if invalid. */
export function parseDuration(
  text: string,
  hoursPerDay: number,
  daysPerWeek: number,
): number | null {
  const trimmed = text.trim().toLowerCase();
  if (!/^(?:\d+|(?:\d+(?:\.\d+)?[wdhm]\s*)+)$/.test(trimmed)) return null;
  const day = hoursPerDay * 3600;
  const seconds = lengthOf(trimmed, { w: daysPerWeek * day, d: day, h: 3600, m: 60 });
  return Number.isFinite(seconds) ? seconds : null;
}
