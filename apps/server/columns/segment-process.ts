/** A process that writes the stale segments of a store and ends: see keep-segments.ts. */
import { setPriority } from 'node:os';
import type { StorePlace } from '@tallyboard/replica/data/engine.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { writeStaleSegments } from './write-segments.ts';

// Requests come first.
setPriority(10);

process.once('message', async (place: StorePlace) => {
  const store = await openStore(place);
  await writeStaleSegments(store);
  await store.close();
  process.disconnect();
});
process.once('disconnect', () => process.exit());
// The parent ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
