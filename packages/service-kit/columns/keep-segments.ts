import type { Store } from '@tallyboard/replica/store/store.ts';
import type { SegmentWriter } from './renewal.ts';
import { isOutdated } from './write-segments.ts';

/** Segments are written when there was no write of issues or entities for this time. */
const QUIET_MS = 10_000;
/** Or after this many checks in a row that found new writes. */
const MAX_WAITS = 12;
/** After a failure, and each further one, the next attempt is in twice the time, up to this one. */
const MAX_DELAY_MS = 600_000;

interface KeepSettings {
  readonly store: Store;
  readonly writer: SegmentWriter;
  readonly onError: (error: unknown) => void;
  /** Stops the checks. */
  readonly signal: AbortSignal;
  readonly quietMs?: number;
}

/** Keeps the segments of a store valid and whole: others are written by another process, which blocks no request. */
export function keepSegments({
  store,
  writer,
  onError,
  signal,
  quietMs = QUIET_MS,
}: KeepSettings): void {
  let seen = -1;
  let written = -1;
  let waits = 0;
  let delayMs = quietMs;
  async function look(): Promise<void> {
    const revision = await store.segments.revision();
    if (revision === written) return;
    const isQuiet = revision === seen;
    seen = revision;
    if (!isQuiet && waits++ < MAX_WAITS) return;
    waits = 0;
    const segments = await store.segments.list();
    if (segments.some(isOutdated)) await writer.write(signal);
    written = revision;
  }
  const succeed = () => {
    delayMs = quietMs;
  };
  const fail = (error: unknown) => {
    delayMs = Math.min(2 * delayMs, MAX_DELAY_MS);
    if (!signal.aborted) onError(error);
  };
  const next = () => {
    if (signal.aborted) return;
    setTimeout(() => look().then(succeed, fail).finally(next), delayMs).unref();
  };
  next();
}
