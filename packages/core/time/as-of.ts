/** The time that figures are as of, as addresses, saved reports and gadgets store it: a past day, or a rule that moves with the calendar. */
import type { Sprint } from '../model/sprint.ts';
import { parseDay, startOfWeek } from './day.ts';
import type { Instant, Weekday, ZoneId } from './units.ts';
import { endOfDay, localDay } from './zone.ts';

export const LAST_WEEK = 'last-week';
export const LAST_SPRINT = 'last-sprint';

export const AS_OF_RULES = [
  { value: LAST_WEEK, label: 'End of last week' },
  { value: LAST_SPRINT, label: 'End of last sprint' },
] as const;

export interface Present {
  readonly now: Instant;
  readonly zone: ZoneId;
  readonly weekStart: Weekday;
}

/** A stored value that is used; null for now, which is also what unknown values mean. */
export const parseAsOf = (stored: unknown): string | null =>
  typeof stored === 'string' && (isAsOfRule(stored) || parseDay(stored) !== null) ? stored : null;

export const isAsOfRule = (text: string): boolean =>
  AS_OF_RULES.some(({ value }) => value === text);

/** The end of a past day, or of last week; null for now: today and later days too. */
export function instantOf(asOf: string | null, { now, zone, weekStart }: Present): Instant | null {
  const today = localDay(now, zone);
  const day = asOf === LAST_WEEK ? startOfWeek(today, weekStart) - 1 : parseDay(asOf ?? '');
  return day !== null && day < today ? endOfDay(day, zone) - 1 : null;
}

/** In the words of every door. */
export const IN_THE_FUTURE = 'This time is in the future. Choose a past day or time.';

/** Clocks differ: up to then a time is now. */
const TOLERANCE_MS = 300_000;

export const isFutureTime = (at: Instant, now: Instant): boolean => at > now + TOLERANCE_MS;

/** A stored day after today. */
export const isFutureDay = (asOf: string | null, { now, zone }: Present): boolean =>
  (parseDay(asOf ?? '') ?? Number.NEGATIVE_INFINITY) > localDay(now, zone);

/** The sprint that was closed last; null without one. */
export function lastClosed(sprints: readonly Sprint[], now: Instant) {
  const closed = sprints.flatMap(({ name, state, complete, end }) => {
    const at = state === 'closed' ? (complete ?? end) : null;
    return at !== null && at <= now ? [{ name, at }] : [];
  });
  return closed.sort((a, b) => b.at - a.at)[0] ?? null;
}
