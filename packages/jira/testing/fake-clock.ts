import { abortReason } from '../errors.ts';
import type { Clock } from '../gate.ts';

/** A clock whose sleeps end as soon as nothing else runs, each at its own time and in order. */
export interface FakeClock extends Clock {
  /** The lengths of all sleeps so far, in the order they began. */
  readonly slept: readonly number[];
}

export function createFakeClock(start = 0): FakeClock {
  let now = start;
  const slept: number[] = [];
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  let isTicking = false;

  function tick() {
    isTicking = false;
    sleepers.sort((a, b) => a.at - b.at);
    const next = sleepers.shift();
    if (next === undefined) return;
    now = Math.max(now, next.at);
    next.wake();
    schedule();
  }

  function schedule() {
    if (isTicking) return;
    isTicking = true;
    // After all promises that can go on without time passing.
    setImmediate(tick);
  }

  return {
    slept,
    now: () => now,
    elapsed: () => now,
    sleep(time, signal) {
      slept.push(time);
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(abortReason(signal));
        const sleeper = { at: now + time, wake: resolve };
        sleepers.push(sleeper);
        signal?.addEventListener('abort', () => reject(abortReason(signal)), { once: true });
        schedule();
      });
    },
  };
}
