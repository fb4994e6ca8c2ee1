import { createEngineCache, type EngineCache } from './engine-cache.ts';
import { openIdbStore } from './idb-store.ts';
import { openSharedGate } from './shared-gate.ts';
import { createWebLocks } from './web-locks.ts';

/** Longer than gadgets that wait for the same issues take to ask for their figures. */
const PAUSE_MS = 100;

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
    pause: () => new Promise(resolve => setTimeout(resolve, PAUSE_MS)),
  });
}
