import { createGate, systemClock } from '@tallyboard/jira/gate.ts';
import type { Store } from '@tallyboard/server-store/store.ts';

/** Calls in flight to Jira, of all users together: JIRA.md 4.1 names 5 to 10. */
const LIMITS = { width: 8, maxWaiting: 1000, maxWait: 30_000 };
/** How often the pause of other processes is read. */
const READ_EVERY_MS = 1000;
const [SCOPE, KEY] = ['server', 'jira pause'];

export type SharedGate = ReturnType<typeof createSharedGate>;

/** The gate of this process, whose pauses hold for every process over the same store. */
export function createSharedGate(store: Pick<Store, 'properties'>, now: () => number) {
  const gate = createGate({ ...LIMITS, clock: { ...systemClock, now } });
  let pausedUntil = 0;
  let readAt = Number.NEGATIVE_INFINITY;

  function pause(instant: number): void {
    pausedUntil = instant;
    gate.pauseUntil(instant);
  }

  return {
    async run<T>(task: () => Promise<T>, signal?: AbortSignal, owner?: string): Promise<T> {
      if (now() - readAt >= READ_EVERY_MS) {
        readAt = now();
        const stored = (await store.properties.get(SCOPE, KEY))?.value;
        if (typeof stored === 'number' && stored > pausedUntil) pause(stored);
      }
      return gate.run(task, signal, owner);
    },
    async pauseUntil(instant: number): Promise<void> {
      if (instant <= pausedUntil) return;
      pause(instant);
      await store.properties.set(SCOPE, KEY, instant);
    },
  };
}
