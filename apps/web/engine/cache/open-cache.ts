import { createEngineCache, type EngineCache } from './engine-cache.ts';
import { openIdbStore } from './idb-store.ts';
import { createSharedGate } from './shared-gate.ts';
import { createWebLocks } from './web-locks.ts';

/** The cache of this browser; null where it has no place for one. */
export async function openCache(): Promise<EngineCache | null> {
  const store = await openIdbStore();
  if (store === null) return null;
  // Both are absent where the page does not come over a secure connection.
  const manager: LockManager | undefined = navigator.locks;
  const channel =
    typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('tallyboard');
  return createEngineCache({
    store,
    locks: createWebLocks(manager),
    gate: manager && channel ? createSharedGate(manager, channel) : undefined,
    writer: `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`,
    now: () => Date.now(),
  });
}
