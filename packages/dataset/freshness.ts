import type { Instant, Milliseconds } from '@tallyboard/core/time/units.ts';

/** The only rule for reusing cached data in a session. */
export interface Freshness {
  /** When the session began. */
  readonly openedAt: Instant;
  /** Refresh: all that was read so far is of the past. */
  refresh(): void;
  /** Whether something was read before the last Refresh. */
  isOfThePast(at: Instant): boolean;
  /** Whether what was read at an instant may stand for the present, up to an age: not from before a Refresh, nor from a clock that was ahead. */
  isYoung(at: Instant, maxAge: Milliseconds): boolean;
}

export function createFreshness(now: () => Instant): Freshness {
  let since = Number.NEGATIVE_INFINITY;
  return {
    openedAt: now(),
    refresh() {
      since = now();
    },
    isOfThePast: at => at < since,
    isYoung: (at, maxAge) => at >= since && at <= now() && now() - at <= maxAge,
  };
}
