import { createEngineCache, type EngineCache } from '@tallyboard/engine/session/engine-cache.ts';
import { createWebLocks } from '@tallyboard/engine/session/web-locks.ts';
import { openIdbStore } from './idb-store.ts';
import { openSharedGate } from './shared-gate.ts';

/** Gadgets that wait for the same issues have asked for their figures by then, and the page draws them. */
const FIRST_PAUSE_MS = 500;
const PAUSE_MS = 20;

/** The cache of this browser; null where it has no place for one. */
export async function openCache(): Promise<EngineCache | null> {
  const store = await openIdbStore();
  if (store === null) return null;
  return createEngineCache({
    store,
    locks: createWebLocks(navigator.locks),
    gate: openSharedGate(),
    writer: `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`,
    now: () => Date.now(),
    pause: async (isFirst, isAwaited) => {
      const steps = isFirst ? FIRST_PAUSE_MS / PAUSE_MS : 1;
      for (let step = 0; step < steps && !(await isAwaited()); step++)
        await new Promise(resolve => setTimeout(resolve, PAUSE_MS));
    },
  });
}
