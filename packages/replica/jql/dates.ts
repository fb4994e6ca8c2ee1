import { type CalendarUnit, endOf, instantOf, isZone, startOf, wallTimeOf } from './zone.ts';

/** A date value: `at` is compared by < <= > >=; `=` means anywhere in [start, end). */
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

const minute = 60_000;
const pieceLength: Record<string, number> = {
  w: 10_080 * minute,
  d: 1_440 * minute,
  h: 60 * minute,
  m: minute,
};

/** A viewer's zone, or UTC when the runtime does not know it. */
export function knownZone(zone: string): string {
  return isZone(zone) ? zone : 'UTC';
}

/** A moment as a date value: `=` then means that very millisecond. */
export function exactly(at: number): DateValue {
  return { at, start: at, end: at + 1 };
}

/** Reads `yyyy-MM-dd`, `yyyy/MM/dd`, each with or without ` HH:mm`, strictly: no 31st of February. */
function parseAbsolute(text: string, zone: string): DateValue | null {
  const match = /^(\d{4,})([-/])(\d{1,2})\2(\d{1,2})(?:\s+(\d{1,2}):(\d{1,2}))?$/.exec(text);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[3]), Number(match[4])];
  const [hour, minutes] = [Number(match[5] ?? 0), Number(match[6] ?? 0)];
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day < 1 || day > lastDay || hour > 23 || minutes > 59) return null;
  const wall = { year, month, day, hour, minute: minutes, second: 0, millisecond: 0 };
  const start = instantOf(wall, zone);
  if (match[5] !== undefined) return { at: start, start, end: start + minute };
  return { at: start, start, end: endOf('day', start, zone) };
}

/** Reads `-1w 2d`, `5d`, `-1.5d`, `-30` (minutes): periods of fixed length from now. */
function parseRelative(text: string, clock: Clock): DateValue | null {
  const match = /^([+-]?)\s*((?:\d+(?:\.\d+)?[wdhm]\s*)+|\d+)$/.exec(text);
  if (!match) return null;
  const pieces = [
    ...String(match[2])
      .toLowerCase()
      .matchAll(/(\d+(?:\.\d+)?)([wdhm]?)/g),
  ];
  const length = pieces.reduce(
    (sum, piece) => sum + Number(piece[1]) * (pieceLength[piece[2] || 'm'] ?? minute),
    0,
  );
  const at = clock.now + (match[1] === '-' ? -length : length);
  const smallest = pieces.at(-1)?.[2] || 'm';
  const unit: CalendarUnit = smallest === 'h' ? 'hour' : smallest === 'm' ? 'minute' : 'day';
  return { at, start: startOf(unit, at, clock.zone), end: endOf(unit, at, clock.zone) };
}

/** A date as a query writes it; null when it is none. Unquoted whole numbers are epoch milliseconds, negative ones minutes back. */
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

/** Reads the increment of startOfDay("-1d") and its like; null when it is not one. */
function parseIncrement(
  text: string,
  unit: CalendarUnit,
): { unit: CalendarUnit; count: number } | null {
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

/** The local day of an instant as text, for fields that hold days. */
export function localDay(at: number, zone: string): string {
  const { year, month, day } = wallTimeOf(at, zone);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Minutes or `1d 4h` as seconds, with days and weeks of working time; null when it is no duration. */
export function parseDuration(
  text: string,
  hoursPerDay: number,
  daysPerWeek: number,
): number | null {
  const trimmed = text.trim().toLowerCase();
  if (/^\d+$/.test(trimmed)) return Number(trimmed) * 60;
  if (!/^(?:\d+(?:\.\d+)?[wdhm]\s*)+$/.test(trimmed)) return null;
  const seconds: Record<string, number> = {
    w: daysPerWeek * hoursPerDay * 3600,
    d: hoursPerDay * 3600,
    h: 3600,
    m: 60,
  };
  let sum = 0;
  for (const [, count, unit] of trimmed.matchAll(/(\d+(?:\.\d+)?)([wdhm])/g)) {
    sum += Number(count) * (seconds[unit ?? 'm'] ?? 60);
  }
  return sum;
}
