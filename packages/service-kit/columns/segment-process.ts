/** A process that derives segments of a store, see write-in-process.ts. */
import type { StorePlace } from '@tallyboard/database/engine.ts';
import { answerCalls } from '@tallyboard/database/process/answer-calls.ts';
import type { SegmentPlace } from '@tallyboard/replica/data/segments.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { asServer } from './inner-jira.ts';
import { deriveSegment } from './write-segments.ts';

answerCalls({
  open: (place: StorePlace) => openStore(place),
  answer: (store: Store, segment: SegmentPlace) =>
    store.segments.withBoundedMemory(() =>
      asServer(store, client => deriveSegment(store, client, segment)),
    ),
});
