import type { Milliseconds } from '@tallyboard/core/time/units.ts';
import { abortReason, HttpError, isAbort, NetworkError, statusOf } from './errors.ts';

/** Time as calls need it; tests bring their own. */
export interface Clock {
  now(): number;
  /** Resolves after the time; rejects with the signal's reason when it fires first. */
  sleep(time: Milliseconds, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (time, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(abortReason(signal));
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, time);
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    }),
};

// Atlassian's recipe for rate limits: 2 s doubling up to 30 s, jitter 0.7 to 1.3, four tries.
const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 30_000;
const MOST_TRIES = 4;
/** A host that asks for more than this (an hourly quota) is not waited for: the reader is told instead. */
const PATIENCE = 300_000;

/** Lets a number of tasks run at once, and none to start while paused. */
export interface Gate {
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Holds back every task that has not started, until the instant; never shortens a pause. */
  pauseUntil(instant: number): void;
}

interface Waiting {
  readonly start: () => void;
}

/** A gate of `width` tasks in flight, first come first served. */
export function createGate({ width = 8, clock = systemClock } = {}): Gate {
  const waiting = new Set<Waiting>();
  let running = 0;
  let pausedUntil = 0;
  let waking = false;

  function next(): void {
    if (pausedUntil > clock.now()) {
      wakeLater();
      return;
    }
    for (const entry of waiting) {
      if (running >= width) return;
      waiting.delete(entry);
      running += 1;
      entry.start();
    }
  }

  function wakeLater(): void {
    if (waking) return;
    waking = true;
    void clock.sleep(pausedUntil - clock.now()).then(() => {
      waking = false;
      next();
    });
  }

  function enter(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(entry);
        reject(abortReason(signal));
      };
      const entry: Waiting = {
        start: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      if (signal?.aborted) return leave();
      signal?.addEventListener('abort', leave, { once: true });
      waiting.add(entry);
      next();
    });
  }

  return {
    async run(task, signal) {
      await enter(signal);
      try {
        return await task();
      } finally {
        running -= 1;
        next();
      }
    },
    pauseUntil(instant) {
      pausedUntil = Math.max(pausedUntil, instant);
    },
  };
}

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
      if (wait === null || !repeatable || tries >= MOST_TRIES) throw error;
      await clock.sleep(wait, signal);
    }
  }
}

/** How long to wait before the next try; null when the failure will not pass. */
function waitAfter(error: unknown, tries: number, random: () => number): Milliseconds | null {
  const backoff = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (tries - 1)) * (0.7 + 0.6 * random());
  // A dropped connection often comes back at once; a machine that is offline does not, so ask only once more.
  if (error instanceof NetworkError) return tries === 1 ? backoff : null;
  if (!(error instanceof HttpError)) return null;
  if (error.status !== 429 && ![500, 502, 503, 504].includes(error.status)) return null;
  if (error.retryAfter === null) return backoff;
  return error.retryAfter > PATIENCE ? null : error.retryAfter;
}
