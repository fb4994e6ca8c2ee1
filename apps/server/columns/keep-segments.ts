import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { StorePlace } from '@tallyboard/replica/data/engine.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';

/** Segments are written when there was no write of issues or entities for this time. */
const QUIET_MS = 10_000;
/** Or after so many times of it. */
const MAX_WAITS = 12;

const HEAP_MB = 512;
const MODULE = fileURLToPath(new URL('./segment-process.ts', import.meta.url));

interface KeepSettings {
  readonly store: Store;
  readonly place: StorePlace;
  readonly onError: (error: unknown) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly quietMs?: number;
}

/** Keeps the segments of a store valid: stale ones are written by a process of their own, that blocks no request. */
export function keepSegments({
  store,
  place,
  onError,
  signal,
  quietMs = QUIET_MS,
}: KeepSettings): void {
  let seen = -1;
  let written = -1;
  let waits = 0;
  async function look(): Promise<void> {
    const revision = await store.segments.revision();
    if (revision === written) return;
    const isQuiet = revision === seen;
    seen = revision;
    if (!isQuiet && waits++ < MAX_WAITS) return;
    waits = 0;
    const segments = await store.segments.list();
    if (segments.some(({ isValid }) => !isValid)) await writeInProcess(place, signal);
    written = revision;
  }
  const next = () => {
    if (signal.aborted) return;
    setTimeout(() => look().catch(onError).finally(next), quietMs).unref();
  };
  next();
}

function writeInProcess(place: StorePlace, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(MODULE, {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const stop = () => child.kill('SIGKILL');
    signal.addEventListener('abort', stop);
    child.once('error', reject);
    child.once('exit', code => {
      signal.removeEventListener('abort', stop);
      if (code === 0 || signal.aborted) resolve();
      else reject(new Error('The process that writes columns has failed.'));
    });
    child.send(place, () => {});
  });
}
