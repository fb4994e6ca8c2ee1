/** A process that derives segments of a store, one after another, until its parent disconnects: see write-in-process.ts. */
import { once } from 'node:events';
import type { StorePlace } from '@tallyboard/database/engine.ts';
import { sendToParent } from '@tallyboard/database/process/parent.ts';
import type { SegmentPlace } from '@tallyboard/replica/data/segments.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { asServer } from './inner-jira.ts';
import { type DerivedSegment, deriveSegment } from './write-segments.ts';

/** The reply to each place. */
export type SegmentReply =
  | { readonly segment: DerivedSegment }
  | { readonly failure: string; readonly code?: unknown };

const failureOf = (error: { message?: unknown; code?: unknown }): SegmentReply => ({
  failure: String(error.message),
  code: error.code,
});

process.once('message', async (place: StorePlace) => {
  const disconnected = once(process, 'disconnect');
  const store = await openStore(place).catch(error => sendToParent(failureOf(error)));
  if (!store) return;
  const derive = () =>
    asServer(store, async client => {
      process.on('message', async (segment: SegmentPlace) => {
        const reply: SegmentReply = await deriveSegment(store, client, segment).then(
          derived => ({ segment: derived }),
          failureOf,
        );
        sendToParent(reply);
      });
      sendToParent('ready');
      await disconnected;
    });
  await store.segments.withBoundedMemory(derive);
  await store.close();
});
process.once('disconnect', () => process.exit());
// The parent ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
