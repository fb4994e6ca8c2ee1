import { fileURLToPath } from 'node:url';
import type { StorePlace } from '@tallyboard/database/engine.ts';
import { ProcessPool } from '@tallyboard/database/process/pool.ts';
import type { SegmentPlace, SegmentState } from '@tallyboard/replica/data/segments.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';
import { type DerivedSegment, isOutdated, type WriteSettings } from './write-segments.ts';

/** Derived segments that may wait to be written, as while an index is built. */
const MAX_WAITING_BYTES = 2 ** 26;
/** Failures after which no other segment is tried. */
const MAX_FAILURES = 4;

/** Processes that derive segments. */
export function createSegmentPool(place: StorePlace, processes: number) {
  const pool = new ProcessPool<SegmentPlace, DerivedSegment>({
    module: fileURLToPath(new URL('./segment-process.ts', import.meta.url)),
    purpose: 'writes columns',
    span: 'write-columns',
    heapMb: 512,
    // The rows and indexes of an import, and the readers of a server, come first.
    isBackground: true,
    opening: place,
    processes,
    idleMs: 60_000,
    maxWaiting: processes,
    endError: () => new Error('The process that writes columns has failed.'),
  });
  return { pool, processes };
}

export type SegmentPool = ReturnType<typeof createSegmentPool>;

interface ProcessSettings extends WriteSettings {
  /** By default one process, which is started and ended. */
  readonly processes?: SegmentPool;
}

/**
 * Writes all segments of a store at `place` that are stale or have changed issues, derived in processes of their own, with memory
 * of their own. Segments that become stale meanwhile, and those of processes that die, stay so. Resolves early when the signal
 * aborts. Throws the first failure.
 */
export async function writeInProcess(
  store: Store,
  place: StorePlace,
  { processes, ...settings }: ProcessSettings = {},
): Promise<void> {
  const own = processes ?? createSegmentPool(place, 1);
  await writeDerived(store, own, settings).finally(() => processes ?? own.pool.close());
}

async function writeDerived(
  store: Store,
  { pool, processes }: SegmentPool,
  { signal, onProgress }: WriteSettings,
): Promise<void> {
  const isAborted = () => signal?.aborted === true;
  const lock = await store
    .lock('segments', { wait: true, ...(signal && { signal }) })
    .catch(error => {
      if (!isAborted()) throw error;
    });
  if (!lock) return;
  const failures: unknown[] = [];
  const fail = (error: unknown) => void failures.push(error);
  const writes = new Set<Promise<void>>();
  let waitingBytes = 0;
  let derived = 0;
  try {
    const outdated = (await store.segments.list()).filter(isOutdated);
    // The largest first, so that the processes end at about the same time.
    outdated.sort((a, b) => b.issues - a.issues);
    const total = outdated.reduce((sum, { issues }) => sum + issues, 0);

    function write(segment: SegmentState, { revision, ...derived }: DerivedSegment): void {
      const { length } = derived.bytes;
      waitingBytes += length;
      const written = store.segments
        .write(segment, revision, derived)
        .then(() => {}, fail)
        .finally(() => {
          waitingBytes -= length;
          writes.delete(written);
        });
      writes.add(written);
    }
    async function work(): Promise<void> {
      for (;;) {
        const segment = outdated.shift();
        if (!segment || isAborted() || failures.length >= MAX_FAILURES) return;
        onProgress?.(derived, total);
        const { projectId, position, issues } = segment;
        await pool
          .run(() => ({ projectId, position }), { signal })
          .then(result => write(segment, result), fail);
        derived += issues;
        while (waitingBytes > MAX_WAITING_BYTES) await Promise.race(writes);
      }
    }
    await Promise.all(Array.from({ length: processes }, work));
    await Promise.all(writes);
  } finally {
    await lock.release();
  }
  if (failures.length > 0 && !isAborted()) throw failures[0];
}
