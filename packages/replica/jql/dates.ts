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

/** A date value: < <= > >= compare `at`; `=` matches [start, end). */
export interface DateValue {
  at: number;
  start: number;
  end: number;
}

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

/** A viewer's zone, or UTC if it is unknown. */
export function knownZone(zone: string): string {
  return isZone(zone) ? zone : 'UTC';
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
  const local = plainDateTime({ year, month, day, hour, minute });
  if (!local) return null;
  const start = instantOf(local, zone);
  if (match[5] !== undefined) return { at: start, start, end: start + MINUTE };
  return { at: start, start, end: endOf('day', start, zone) };
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
  const smallest = text.trimEnd().at(-1);
  const unit: CalendarUnit =
    smallest === 'h' ? 'hour' : /[wd]/.test(smallest ?? '') ? 'day' : 'minute';
  return { at, start: startOf(unit, at, clock.zone), end: endOf(unit, at, clock.zone) };
}

/** A date of a query, or null. Unquoted integers are epoch milliseconds, negative ones minutes ago. */
export function parseDate(text: string, quoted: boolean, clock: Clock): DateValue | null {
  const trimmed = text.trim();
  if (!quoted && /^\d+$/.test(trimmed)) return exactly(Number(trimmed));
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
  return edge === 'start'
    ? startOf(unit, clock.now, clock.zone, move, clock.weekStart)
    : endOf(unit, clock.now, clock.zone, move, clock.weekStart) - 1;
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
  if (/^\d+$/.test(trimmed)) return Number(trimmed) * 60;
  if (!/^(?:\d+(?:\.\d+)?[wdhm]\s*)+$/.test(trimmed)) return null;
  const day = hoursPerDay * 3600;
  return lengthOf(trimmed, { w: daysPerWeek * day, d: day, h: 3600, m: 60 });
}
