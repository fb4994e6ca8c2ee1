import type { Instant, Milliseconds } from '@tallyboard/core/time/units.ts';

/**
 * What may stand for the present of all that was read before: the one rule of every keeper of an engine. Nothing does from
 * before the engine was opened or the reader pressed Refresh, nor from a clock that was ahead.
 */
export interface Freshness {
  /** Refresh: all that was read so far is of the past. */
  refresh(): void;
  /** Whether what was read at an instant may stand for the present, up to an age. */
  isYoung(at: Instant, maxAge: Milliseconds): boolean;
}

/** Gadgets of a page refresh together: their calls within this time are one Refresh. */
const TOGETHER_MS = 1_000;

export function createFreshness(now: () => Instant): Freshness {
  let since = now();
  return {
    refresh() {
      if (Math.abs(now() - since) > TOGETHER_MS) since = now();
    },
    isYoung: (at, maxAge) => at >= since && at <= now() && now() - at <= maxAge,
  };
}
