/** Wall-clock arithmetic in a named zone, over the runtime's own zone data. */

export interface WallTime {
  year: number;
  /** 1-12 */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    const parts = {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    } as const;
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      ...parts,
    });
    formats.set(zone, format);
  }
  return format;
}

/** Whether the runtime knows the zone. */
export function isZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

function utc(wall: WallTime): number {
  const date = new Date(0);
  date.setUTCFullYear(wall.year, wall.month - 1, wall.day);
  date.setUTCHours(wall.hour, wall.minute, wall.second, wall.millisecond);
  return date.getTime();
}

/** The wall clock of an instant (ms) in a zone. */
export function wallTimeOf(instant: number, zone: string): WallTime {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatOf(zone).formatToParts(instant)) parts[type] = value;
  const year = Number(parts.year);
  return {
    year: parts.era === 'BC' ? 1 - year : year,
    month: Number(parts.month),
    day: Number(parts.day),
    hour: Number(parts.hour),
    minute: Number(parts.minute),
    second: Number(parts.second),
    millisecond: ((instant % 1000) + 1000) % 1000,
  };
}

/**
 * The instant of a wall clock in a zone; members may overflow (day 0, month 13). A time that a change of clocks skips
 * is the first instant after the gap; one that happens twice is the earlier.
 */
export function instantOf(wall: WallTime, zone: string): number {
  const local = utc(wall);
  const offsetAt = (instant: number) => utc(wallTimeOf(instant, zone)) - instant;
  const day = 86_400_000;
  const before = offsetAt(local - day);
  const after = offsetAt(local + day);
  const candidates = [...new Set([local - before, local - after])].sort((a, b) => a - b);
  for (const instant of candidates) {
    if (offsetAt(instant) === local - instant) return instant;
  }
  // In a gap: the clocks jumped from `before` to `after` between the two candidates; find where.
  let low = Math.min(local - before, local - after);
  let high = Math.max(local - before, local - after);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

export type CalendarUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** The start of the unit that holds an instant, moved by whole units of the calendar. */
export function startOf(
  unit: CalendarUnit,
  instant: number,
  zone: string,
  move: { unit: CalendarUnit; count: number } = { unit, count: 0 },
  weekStart: 0 | 1 = 0,
): number {
  const wall = shift(wallTimeOf(instant, zone), move);
  const start: WallTime = { ...wall, second: 0, millisecond: 0 };
  if (unit !== 'minute') start.minute = 0;
  if (unit !== 'minute' && unit !== 'hour') start.hour = 0;
  if (unit === 'week') {
    const weekday = new Date(Date.UTC(wall.year, wall.month - 1, wall.day)).getUTCDay();
    start.day -= (weekday - weekStart + 7) % 7;
  }
  if (unit === 'month' || unit === 'year') start.day = 1;
  if (unit === 'year') start.month = 1;
  return instantOf(start, zone);
}

/** The first instant after the unit that holds an instant, moved by whole units of the calendar. */
export function endOf(
  unit: CalendarUnit,
  instant: number,
  zone: string,
  move: { unit: CalendarUnit; count: number } = { unit, count: 0 },
  weekStart: 0 | 1 = 0,
): number {
  const start = wallTimeOf(startOf(unit, instant, zone, move, weekStart), zone);
  return instantOf(shift(start, { unit, count: 1 }), zone);
}

/** Moves a wall clock; a day that the month does not have becomes its last. */
function shift(wall: WallTime, { unit, count }: { unit: CalendarUnit; count: number }): WallTime {
  switch (unit) {
    case 'minute':
      return { ...wall, minute: wall.minute + count };
    case 'hour':
      return { ...wall, hour: wall.hour + count };
    case 'day':
      return normalDay({ ...wall, day: wall.day + count });
    case 'week':
      return normalDay({ ...wall, day: wall.day + 7 * count });
    case 'month':
    case 'year': {
      const months = wall.month - 1 + (unit === 'month' ? count : 12 * count);
      const year = wall.year + Math.floor(months / 12);
      const month = (((months % 12) + 12) % 12) + 1;
      const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
      return { ...wall, year, month, day: Math.min(wall.day, last) };
    }
  }
}

function normalDay(wall: WallTime): WallTime {
  const date = new Date(Date.UTC(wall.year, wall.month - 1, wall.day));
  return {
    ...wall,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
  };
}
