import { createEngineCache, type EngineCache } from '@tallyboard/engine/session/engine-cache.ts';
import { openIdbStore } from './idb-store.ts';

/** Time for gadgets to ask for their figures and for the page to draw them, before the first text is written. */
const FIRST_PAUSE_MS = 500;
const PAUSE_MS = 20;

/** The cache of this browser; null without storage. */
export async function openCache(): Promise<EngineCache | null> {
  const store = await openIdbStore();
  if (store === null) return null;
  return createEngineCache({
    store,
    now: () => Date.now(),
    pause: async (isFirst, isAwaited) => {
      const steps = isFirst ? FIRST_PAUSE_MS / PAUSE_MS : 1;
      for (let step = 0; step < steps && !isAwaited(); step++)
        await new Promise(resolve => setTimeout(resolve, PAUSE_MS));
    },
  });
}
