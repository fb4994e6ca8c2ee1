import type { Milliseconds } from '@tallyboard/core/time/units.ts';
import { abortReason } from './errors.ts';

/** The time source of calls; tests use a fake one. */
export interface Clock {
  now(): number;
  /** Time that only goes on: the wall clock may be set while something waits. */
  elapsed(): Milliseconds;
  /** Resolves after the time; rejects with the signal's reason when it fires first. */
  sleep(time: Milliseconds, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
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

export interface GateSettings {
  /** Tasks in flight at once. */
  readonly width?: number;
  /** Tasks that may wait at once, and for how long. */
  readonly maxWaiting?: number;
  readonly maxWait?: Milliseconds;
  readonly clock?: Clock;
}

/** Limits the tasks in flight, and starts none during a pause. */
export interface Gate {
  /** Runs a task in its turn; owners take turns. Throws GateBusyError, or the signal's reason. */
  run<T>(task: () => Promise<T>, signal?: AbortSignal, owner?: string): Promise<T>;
  /** Starts no task for this time; never shortens a pause. */
  pauseFor(time: Milliseconds): void;
}

/** A task was not started: too many wait, or it waited too long. */
export class GateBusyError extends Error {
  override readonly name = 'GateBusyError';
  /** True during a pause. */
  readonly paused: boolean;
  readonly retryAfter: Milliseconds;

  constructor(paused: boolean, retryAfter: Milliseconds) {
    super(paused ? 'Calls are paused.' : 'Too many calls are waiting.');
    this.paused = paused;
    this.retryAfter = retryAfter;
  }
}

export function createGate({
  width = 8,
  maxWaiting = Number.POSITIVE_INFINITY,
  maxWait = Number.POSITIVE_INFINITY,
  clock = systemClock,
}: GateSettings = {}): Gate {
  /** The start functions of waiting tasks by owner, in the order of the owners' turns. */
  const queues = new Map<string, Set<() => void>>();
  let waiting = 0;
  let running = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let waking = false;

  function next(): void {
    if (pausedUntil > clock.elapsed()) {
      wakeLater();
      return;
    }
    for (const [owner, queue] of queues) {
      if (running >= width) return;
      // Round robin: many tasks of one owner do not delay those of another.
      queues.delete(owner);
      queues.set(owner, queue);
      running += 1;
      const [start] = queue;
      start?.();
    }
  }

  function wakeLater(): void {
    if (waking) return;
    waking = true;
    void clock.sleep(pausedUntil - clock.elapsed()).then(() => {
      waking = false;
      next();
    });
  }

  function busy(): GateBusyError {
    const pause = pausedUntil - clock.elapsed();
    return pause > 0 ? new GateBusyError(true, pause) : new GateBusyError(false, maxWait);
  }

  async function enter(signal: AbortSignal | undefined, owner: string): Promise<void> {
    if (signal?.aborted) throw abortReason(signal);
    if (waiting >= maxWaiting || pausedUntil - clock.elapsed() > maxWait) throw busy();
    await new Promise<void>((resolve, reject) => {
      const queue = queues.get(owner) ?? new Set();
      const timer = new AbortController();
      const leave = (settle: () => void) => () => {
        if (!queue.delete(start)) return;
        if (queue.size === 0) queues.delete(owner);
        waiting -= 1;
        timer.abort();
        signal?.removeEventListener('abort', abort);
        settle();
      };
      const start = leave(resolve);
      const abort = leave(() => reject(abortReason(signal)));
      waiting += 1;
      queues.set(owner, queue.add(start));
      signal?.addEventListener('abort', abort, { once: true });
      next();
      if (maxWait === Number.POSITIVE_INFINITY || !queue.has(start)) return;
      clock.sleep(maxWait, timer.signal).then(
        leave(() => reject(busy())),
        () => {},
      );
    });
  }

  return {
    async run(task, signal, owner = '') {
      await enter(signal, owner);
      try {
        return await task();
      } finally {
        running -= 1;
        next();
      }
    },
    pauseFor(time) {
      pausedUntil = Math.max(pausedUntil, clock.elapsed() + time);
    },
  };
}
