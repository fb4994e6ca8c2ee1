import { recordOf } from '@tallyboard/core/unknown.ts';
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

/** As it is stored: when its process began it by its own clock, and its length. */
interface Pause {
  readonly beganMs: number;
  readonly lengthMs: number;
}

/** The gate of this process, whose pauses hold for every process over the same store. */
export function createSharedGate(store: Pick<Store, 'properties'>, now: () => number) {
  const { elapsed } = systemClock;
  const gate = createGate(LIMITS);
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let readAt = Number.NEGATIVE_INFINITY;
  /** Its pauses are taken once: after the clock was set back they would begin again and again. */
  let lastBegan = Number.NaN;

  function pause(time: number): void {
    pausedUntil = Math.max(pausedUntil, elapsed() + time);
    gate.pauseFor(time);
  }

  async function takeStored(): Promise<void> {
    const { beganMs, lengthMs } = recordOf((await store.properties.get(SCOPE, KEY))?.value);
    if (typeof beganMs !== 'number' || typeof lengthMs !== 'number' || beganMs === lastBegan)
      return;
    lastBegan = beganMs;
    pause(Math.min(lengthMs, beganMs + lengthMs - now(), MAX_PAUSE_MS));
  }

  return {
    async run<T>(task: () => Promise<T>, signal?: AbortSignal, owner?: string): Promise<T> {
      if (elapsed() - readAt >= READ_EVERY_MS) {
        readAt = elapsed();
        await takeStored();
      }
      return gate.run(task, signal, owner);
    },
    /** Null outside a pause. */
    pausedUntil(): number | null {
      const left = pausedUntil - elapsed();
      return left > 0 ? now() + left : null;
    },
    async pauseFor(time: number): Promise<void> {
      if (elapsed() + time <= pausedUntil) return;
      pause(time);
      const stored: Pause = { beganMs: now(), lengthMs: time };
      lastBegan = stored.beganMs;
      await store.properties.set(SCOPE, KEY, stored);
    },
  };
}
