import { createGate, systemClock } from '@tallyboard/jira/gate.ts';
import type { Store } from '@tallyboard/server-store/store.ts';

/** Calls in flight to Jira, of all users together: JIRA.md 4.1 names 5 to 10. */
const LIMITS = { width: 8, maxWaiting: 1000, maxWait: 30_000 };
/** How often the pause of other processes is read. */
const READ_EVERY_MS = 1000;
const [SCOPE, KEY] = ['server', 'jira pause'];

export type SharedGate = ReturnType<typeof createSharedGate>;

/** No server is shut out for longer: the quotas of Jira are of an hour. */
export const MAX_PAUSE_MS = 3_600_000;

/** Forgets the pause that Jira has asked for, for servers that start afterwards. */
export async function liftPause({ properties }: Pick<Store, 'properties'>): Promise<void> {
  await properties.delete(SCOPE, KEY);
}

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
      if (Math.abs(now() - readAt) >= READ_EVERY_MS) {
        readAt = now();
        const stored = (await store.properties.get(SCOPE, KEY))?.value;
        const until = typeof stored === 'number' ? Math.min(stored, now() + MAX_PAUSE_MS) : 0;
        if (until > pausedUntil) pause(until);
      }
      return gate.run(task, signal, owner);
    },
    /** Null outside a pause. */
    pausedUntil: (): number | null => (pausedUntil > now() ? pausedUntil : null),
    async pauseUntil(instant: number): Promise<void> {
      if (instant <= pausedUntil) return;
      pause(instant);
      await store.properties.set(SCOPE, KEY, instant);
    },
  };
}
