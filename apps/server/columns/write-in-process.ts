import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { StorePlace } from '@tallyboard/database/engine.ts';
import { childEnvironment } from '@tallyboard/database/process/child.ts';
import type { SegmentPlace, SegmentState } from '@tallyboard/replica/data/segments.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';
import type { SegmentReply } from './segment-process.ts';
import { type DerivedSegment, isOutdated, type WriteSettings } from './write-segments.ts';

const HEAP_MB = 512;
/** Derived segments that may wait to be written, as while an index is built. */
const MAX_WAITING_BYTES = 2 ** 26;
/** Processes that are started in place of others that died. */
const MAX_RESTARTS = 3;
const MODULE = fileURLToPath(new URL('./segment-process.ts', import.meta.url));

interface ProcessSettings extends WriteSettings {
  /** They derive segments side by side, and are ended. By default one is started. */
  readonly processes?: readonly SegmentProcess[];
}

/**
 * Writes all segments of a store at `place` that are stale or have changed issues, derived in processes of their own, with memory
 * of their own. Segments that become stale meanwhile, and those of processes that die, stay so. Resolves early when the signal
 * aborts. Throws the first failure after all were tried.
 */
export async function writeInProcess(
  store: Store,
  place: StorePlace,
  { signal, onProgress, processes }: ProcessSettings = {},
): Promise<void> {
  const isAborted = () => signal?.aborted === true;
  const lock = await store
    .lock('segments', { wait: true, ...(signal && { signal }) })
    .catch(error => {
      if (!isAborted()) throw error;
    });
  if (!lock) return;
  const failures: unknown[] = [];
  const writes = new Set<Promise<void>>();
  let waitingBytes = 0;
  let derived = 0;
  let restarts = 0;
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
    async function work(started?: SegmentProcess): Promise<void> {
      let child = started ?? startSegmentProcess(place, signal);
      try {
        for (let next = outdated.shift(); next && !isAborted(); next = outdated.shift()) {
          onProgress?.(derived, total);
          try {
            const reply = await child.derive(next);
            if ('segment' in reply) write(next, reply.segment);
            else fail(failureOf(reply));
          } catch (error) {
            fail(error);
            if (isAborted() || outdated.length === 0 || restarts++ >= MAX_RESTARTS) return;
            child = startSegmentProcess(place, signal);
          }
          derived += next.issues;
          while (waitingBytes > MAX_WAITING_BYTES) await Promise.race(writes);
        }
      } finally {
        await child.end();
      }
    }
    const fail = (error: unknown) => void failures.push(error);
    const workers = outdated.length === 0 ? [] : (processes ?? [undefined]);
    await Promise.all(workers.map(started => work(started).catch(fail)));
    await Promise.all(writes);
  } finally {
    await lock.release();
  }
  if (failures.length > 0 && !isAborted()) throw failures[0];
}

const failureOf = ({ failure, code }: { readonly failure: string; readonly code?: unknown }) =>
  Object.assign(new Error(failure), { code });

export type SegmentProcess = ReturnType<typeof startSegmentProcess>;

/** A process that derives segments. It is killed when the signal aborts. */
export function startSegmentProcess(place: StorePlace, signal?: AbortSignal) {
  const child = fork(MODULE, {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    env: childEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // The rows and indexes of an import, and the readers of a server, come first.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const stop = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', stop);
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error('The process that writes columns has failed.')));
  });
  ended.catch(() => signal?.removeEventListener('abort', stop));
  const message = () => new Promise<unknown>(resolve => child.once('message', resolve));
  const send = (value: StorePlace | SegmentPlace) => child.send(value, () => {});
  const ready = message();
  send(place);
  return {
    async derive({ projectId, position }: SegmentPlace): Promise<SegmentReply> {
      const opened = await Promise.race([ready, ended]);
      if (opened !== 'ready') return opened as SegmentReply;
      const reply = message();
      send({ projectId, position });
      return (await Promise.race([reply, ended])) as SegmentReply;
    },
    /** Resolves when the process has ended: the next to close a SQLite file then moves its log into it. */
    async end(): Promise<void> {
      if (child.connected) child.disconnect();
      await ended.catch(() => {});
    },
  };
}
