/** Schedules: cron fields in a zone. */
import { firstOfWall, isZone, offsetAt } from '@tallyboard/core/time/zone.ts';
import { Cron } from 'croner';

export interface Schedule {
  /** Five fields: minute, hour, day, month, weekday. */
  readonly cron: string;
  readonly zone: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * Times of the clock, as if they were UTC: what happens at a change of the clock is decided by `instants` alone, not by the kind
 * of pattern.
 */
const wallClock = (cron: string) => new Cron(cron, { mode: '5-part', timezone: 'Etc/UTC' });

/** Why a schedule cannot be; null if it can. */
export function scheduleProblem({ cron, zone }: Schedule): string | null {
  if (!isZone(zone)) return `zone: '${zone}' is no time zone such as Europe/Prague.`;
  try {
    if (wallClock(cron).nextRun(new Date('2026-01-01T00:00:00Z')) !== null) return null;
    return `cron: '${cron}' never comes.`;
  } catch {
    return `cron: '${cron}' is not five fields such as '0 8 * * MON' (minute, hour, day, month, weekday).`;
  }
}

/**
 * The first instant after `after`. A time that the clock skips is the first instant after the skip, one that it shows twice is its
 * first. Null: none comes.
 */
export function nextInstant({ cron, zone }: Schedule, after: number): number | null {
  const times = wallClock(cron);
  // A change of the clock moves times by less than a day: no later instant shows an earlier time.
  const least = Math.min(offsetAt(after, zone), offsetAt(after + DAY_MS, zone));
  let wall: Date | null = new Date(after + least - MINUTE_MS);
  for (;;) {
    wall = times.nextRun(wall);
    if (wall === null) return null;
    const instant = firstOfWall(wall.getTime(), zone);
    if (instant > after) return instant;
  }
}

/** The last instant of those from `from` to `to`; `from` is one. */
export function lastInstant(schedule: Schedule, from: number, to: number): number {
  const span = to - from;
  // Looked for from the end: a server may have been away for a year, and a schedule may be of each minute.
  for (let back = 5 * MINUTE_MS; back < span; back *= 4) {
    const found = lastAfter(schedule, to - back, to);
    if (found !== null) return found;
  }
  return lastAfter(schedule, from, to) ?? from;
}

function lastAfter(schedule: Schedule, after: number, to: number): number | null {
  let last: number | null = null;
  for (let at = nextInstant(schedule, after); at !== null && at <= to; )
    [last, at] = [at, nextInstant(schedule, at)];
  return last;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const SHORT = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** 'Mondays at 08:00 (Europe/Prague)'; the fields where they have no plain words. */
export function scheduleText({ cron, zone }: Schedule): string {
  const [minute = '', hour = '', day, month, weekday = ''] = cron.trim().split(/\s+/);
  const isTime = /^\d{1,2}$/.test(minute) && /^\d{1,2}$/.test(hour);
  const at = `at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')} (${zone})`;
  if (isTime && month === '*') {
    const days = /^[0-6]$/.test(weekday) ? Number(weekday) : SHORT.indexOf(weekday.toUpperCase());
    if (day === '*' && weekday === '*') return `Every day ${at}`;
    if (day === '*' && /^(1-5|MON-FRI)$/i.test(weekday)) return `Monday to Friday ${at}`;
    if (day === '*' && days >= 0) return `${WEEKDAYS[days]}s ${at}`;
    if (/^\d{1,2}$/.test(day ?? '') && weekday === '*') return `Day ${day} of each month ${at}`;
    if (day === 'L' && weekday === '*') return `Last day of each month ${at}`;
  }
  return `Cron ${cron} (${zone})`;
}
