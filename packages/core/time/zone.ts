/** Local time in a named zone. Intl takes microseconds for an offset, so spans of constant offset are cached by week. */

import { dayOf } from './day.ts';
import { DAY, type Day, type Instant, type Milliseconds, type ZoneId } from './units.ts';

export class UnknownZoneError extends Error {
  override readonly name = 'UnknownZoneError';
  readonly zone: string;

  constructor(zone: string, cause?: unknown) {
    super(`Unknown time zone '${zone}'.`, { cause });
    this.zone = zone;
  }
}

/** A span of constant offset, [from, to); it may be cut at the ends of a chunk. */
interface OffsetPiece {
  readonly from: Instant;
  readonly to: Instant;
  /** Local minus UTC: positive east of Greenwich. */
  readonly offset: Milliseconds;
}

/**
 * The length of a cached chunk, 6.2 days. Two changes within it that cancel each other would be missed; the closest ones
 * of any zone since 1970 are a week apart (Boa Vista, October 2000).
 */
const CHUNK: Milliseconds = 2 ** 29;

interface ZoneRules {
  readonly format: Intl.DateTimeFormat;
  readonly chunks: Map<number, readonly OffsetPiece[]>;
  last: OffsetPiece;
}

const NOWHERE: OffsetPiece = { from: 0, to: 0, offset: 0 };
const zones = new Map<ZoneId, ZoneRules>();
let lastZone: ZoneId | null = null;
let lastRules: ZoneRules | null = null;

function rulesOf(zone: ZoneId): ZoneRules {
  if (lastRules !== null && zone === lastZone) return lastRules;
  let rules = zones.get(zone);
  if (!rules) {
    rules = { format: formatOf(zone), chunks: new Map(), last: NOWHERE };
    zones.set(zone, rules);
  }
  lastZone = zone;
  lastRules = rules;
  return rules;
}

const JAVA_OFFSET = /^(?:GMT|UTC|UT)([+-])(\d{1,2})(?::?(\d\d))?$/;

/** Java's fixed offsets ('GMT+1', 'GMT+01:00'), which profiles of Jira may name, as Intl writes them. */
function intlZone(zone: ZoneId): string {
  const [, sign, hours = '', minutes = '00'] = JAVA_OFFSET.exec(zone) ?? [];
  return sign ? `${sign}${hours.padStart(2, '0')}:${minutes}` : zone;
}

function formatOf(zone: ZoneId): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: intlZone(zone),
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  } catch (cause) {
    throw new UnknownZoneError(zone, cause);
  }
}

/** Intl writes '03/08/2026, 01:59:59'. */
function askOffset(format: Intl.DateTimeFormat, instant: Instant): Milliseconds {
  const [month, date, year, hour, minute, second] = (
    format.format(instant).match(/\d+/g) ?? []
  ).map(Number);
  const wall = dayOf(year ?? Number.NaN, month ?? Number.NaN, date ?? Number.NaN) * DAY;
  const time = ((hour ?? 0) * 3600 + (minute ?? 0) * 60 + (second ?? 0)) * 1000;
  return wall + time - Math.floor(instant / 1000) * 1000;
}

/** Splits [from, to) at changes of the offset, to the second. */
function findPieces(format: Intl.DateTimeFormat, from: Instant, to: Instant): OffsetPiece[] {
  const pieces: OffsetPiece[] = [];
  let start = from;
  let offset = askOffset(format, start);
  const end = askOffset(format, to);
  while (offset !== end) {
    let before = start;
    let after = to;
    let offsetAfter = end;
    while (after - before > 1000) {
      const middle = Math.floor((before + after) / 2000) * 1000;
      if (middle <= before) break;
      const there = askOffset(format, middle);
      if (there === offset) before = middle;
      else {
        after = middle;
        offsetAfter = there;
      }
    }
    pieces.push({ from: start, to: after, offset });
    start = after;
    offset = offsetAfter;
  }
  if (start < to) pieces.push({ from: start, to, offset });
  return pieces;
}

function pieceAt(instant: Instant, rules: ZoneRules): OffsetPiece {
  const last = rules.last;
  if (instant >= last.from && instant < last.to) return last;
  const index = Math.floor(instant / CHUNK);
  let chunk = rules.chunks.get(index);
  if (!chunk) {
    chunk = findPieces(rules.format, index * CHUNK, (index + 1) * CHUNK);
    rules.chunks.set(index, chunk);
  }
  for (const piece of chunk) {
    if (instant < piece.to) {
      rules.last = piece;
      return piece;
    }
  }
  throw new RangeError(`Not an instant: ${instant}`);
}

/** Local minus UTC. Throws UnknownZoneError, and RangeError for an instant that is not finite. */
export const offsetAt = (instant: Instant, zone: ZoneId): Milliseconds =>
  pieceAt(instant, rulesOf(zone)).offset;

/** The spans of constant offset in [from, to), in order; adjacent ones differ. */
export function offsetPieces(from: Instant, to: Instant, zone: ZoneId): OffsetPiece[] {
  const rules = rulesOf(zone);
  const pieces: OffsetPiece[] = [];
  for (let at = from; at < to; ) {
    const piece = pieceAt(at, rules);
    const end = Math.min(piece.to, to);
    const before = pieces.at(-1);
    if (before && before.offset === piece.offset) {
      pieces[pieces.length - 1] = { from: before.from, to: end, offset: piece.offset };
    } else pieces.push({ from: at, to: end, offset: piece.offset });
    at = end;
  }
  return pieces;
}

export function isZone(text: string): boolean {
  if (text === '') return false;
  try {
    rulesOf(text);
    return true;
  } catch {
    return false;
  }
}

export const localDay = (instant: Instant, zone: ZoneId): Day =>
  Math.floor((instant + offsetAt(instant, zone)) / DAY);

/** 0 to 23. */
export function hourOfDay(instant: Instant, zone: ZoneId): number {
  const wall = instant + offsetAt(instant, zone);
  return Math.floor((wall - Math.floor(wall / DAY) * DAY) / 3_600_000);
}

/**
 * The instant at which the zone's clock shows `wall` (as if it were UTC); a repeated or skipped time as in Temporal's
 * 'compatible': the earlier one, or as far after the skip as `wall` is into it.
 */
export function instantOfWall(wall: Milliseconds, zone: ZoneId): Instant {
  const rules = rulesOf(zone);
  // No offset exceeds a day, so a change of offset lies between a day before and a day after.
  const before = pieceAt(wall - DAY, rules).offset;
  const early = wall - before;
  if (pieceAt(early, rules).offset === before) return early;
  const after = pieceAt(wall + DAY, rules).offset;
  const late = wall - after;
  return pieceAt(late, rules).offset === after ? late : early;
}

/** Midnight, or the end of the skip if the clock skips midnight. */
export const startOfDay = (day: Day, zone: ZoneId): Instant => firstOfWall(day * DAY, zone);

/** As `instantOfWall`, but the end of the skip for a time that the clock skips. */
export function firstOfWall(wall: Milliseconds, zone: ZoneId): Instant {
  const instant = instantOfWall(wall, zone);
  const piece = pieceAt(instant, rulesOf(zone));
  if (instant + piece.offset === wall) return instant;
  return startOfPiece(piece, zone);
}

/** A piece may be cut at the start of a chunk, so this searches for the last change of the offset. */
function startOfPiece(piece: OffsetPiece, zone: ZoneId): Instant {
  let from = piece.from;
  for (;;) {
    const before = pieceAt(from - 1, rulesOf(zone));
    if (before.offset !== piece.offset) return from;
    from = before.from;
  }
}

/** The start of the next day. */
export const endOfDay = (day: Day, zone: ZoneId): Instant => startOfDay(day + 1, zone);
