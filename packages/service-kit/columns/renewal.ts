import { setTimeout } from 'node:timers/promises';
import type { SegmentState } from '@tallyboard/replica/data/segments.ts';
import { countIn } from './segments.ts';

/** Writes all stale segments without blocking requests. */
export interface SegmentWriter {
  write(signal?: AbortSignal): Promise<void>;
  /** Failure of the last attempt; null if it succeeded. */
  readonly failure: Error | null;
}

export function createSegmentWriter(write: SegmentWriter['write']): SegmentWriter {
  let failure: Error | null = null;
  return {
    write: signal =>
      write(signal).then(
        () => {
          failure = null;
        },
        error => {
          failure = error;
          throw error;
        },
      ),
    get failure() {
      return failure;
    },
  };
}

/** Issues whose columns are written in a few seconds. */
const MAX_ISSUES = 25_000;
/** How long a call waits for them. */
const MAX_WAIT_MS = 20_000;
/** No other attempt is made for this time after a failure. */
const RETRY_MS = 60_000;

/**
 * Has a few stale segments written for calls that need them: with one edited issue a broad query would else be read as JSON.
 * Calls share one renewal. False where the segments are many, or cannot be written in time.
 */
export function createRenewal(writer: SegmentWriter | undefined) {
  let running: Promise<boolean> | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;
  return async (stale: readonly SegmentState[]): Promise<boolean> => {
    const mayRenew = countIn(stale) <= MAX_ISSUES && performance.now() - failedAt > RETRY_MS;
    if (!writer || !mayRenew) return false;
    const fail = () => {
      failedAt = performance.now();
      return false;
    };
    running ??= writer
      .write()
      .then(() => true, fail)
      .finally(() => {
        running = null;
      });
    return Promise.race([running, setTimeout(MAX_WAIT_MS, false, { ref: false })]);
  };
}
