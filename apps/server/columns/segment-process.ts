/** A process that writes the stale segments of a store and ends: see write-in-process.ts. */
import type { StorePlace } from '@tallyboard/replica/data/engine.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { writeStaleSegments } from './write-segments.ts';

/** Sent before each segment, see `WriteSettings`. */
export interface WriteProgress {
  readonly issues: number;
  readonly total: number;
}

process.once('message', async (place: StorePlace) => {
  const store = await openStore(place);
  await writeStaleSegments(store, {
    onProgress: (issues, total) => process.send?.({ issues, total } satisfies WriteProgress),
  });
  await store.close();
  process.disconnect();
});
process.once('disconnect', () => process.exit());
// The parent ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
