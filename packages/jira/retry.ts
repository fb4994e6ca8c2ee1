import type { Milliseconds } from '@tallyboard/core/time/units.ts';
import { HttpError, isAbort, NetworkError, statusOf } from './errors.ts';
import type { Clock, Gate } from './gate.ts';

// Atlassian's recipe for rate limits: 2 s doubling up to 30 s, jitter 0.7 to 1.3, four tries.
const FIRST_WAIT = 2_000;
const MAX_WAIT = 30_000;
const MAX_TRIES = 4;
/** A longer Retry-After (an hourly quota) is not waited for but reported. */
const MAX_RETRY_AFTER = 300_000;

export interface RetrySettings {
  readonly gate: Gate;
  readonly clock: Clock;
  readonly random: () => number;
  /** Only calls that change nothing are repeated. */
  readonly repeatable: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a call through the gate, and again after transient failures. A 429 pauses the whole gate, so that every other
 * queue waits too. Throws the last failure, or the signal's reason.
 */
export async function withRetry<T>(call: () => Promise<T>, settings: RetrySettings): Promise<T> {
  const { gate, clock, random, repeatable, signal } = settings;
  for (let tries = 1; ; tries++) {
    let wait: Milliseconds | null = null;
    // Inside the gate, so that it is closed before the failed call makes room for the next one.
    const attempt = async () => {
      try {
        return await call();
      } catch (error) {
        wait = isAbort(error) ? null : waitAfter(error, tries, random);
        if (wait !== null && statusOf(error) === 429) gate.pauseUntil(clock.now() + wait);
        throw error;
      }
    };
    try {
      return await gate.run(attempt, signal);
    } catch (error) {
      if (wait === null || !repeatable || tries >= MAX_TRIES) throw error;
      await clock.sleep(wait, signal);
    }
  }
}

/** How long to wait before the next try; null when the failure will not pass. */
function waitAfter(error: unknown, tries: number, random: () => number): Milliseconds | null {
  const backoff = Math.min(MAX_WAIT, FIRST_WAIT * 2 ** (tries - 1)) * (0.7 + 0.6 * random());
  // A dropped connection often comes back at once; a machine that is offline does not, so ask only once more.
  if (error instanceof NetworkError) return tries === 1 ? backoff : null;
  if (!(error instanceof HttpError)) return null;
  if (error.status !== 429 && ![500, 502, 503, 504].includes(error.status)) return null;
  if (error.retryAfter === null) return backoff;
  return error.retryAfter > MAX_RETRY_AFTER ? null : error.retryAfter;
}
