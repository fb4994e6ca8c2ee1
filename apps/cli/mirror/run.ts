import { setTimeout as pause } from 'node:timers/promises';
import { StoreError } from '@tallyboard/database/store-error.ts';
import { HttpError } from '@tallyboard/jira/errors.ts';
import type { MirrorState } from '@tallyboard/replica/data/mirror.ts';
import { writeStaleSegments } from '@tallyboard/service-kit/columns/write-segments.ts';
import { CommandError } from '../command.ts';
import { count } from '../progress.ts';
import { failureText } from './connect.ts';
import { type Mirror, newTally, write } from './context.ts';
import type { CallCount } from './paced.ts';
import { RefusedQueryError } from './query.ts';
import { mirrorRound } from './round.ts';
import { waitAfter, waitFor } from './wait.ts';

/** Between rounds that take longer than their interval. */
const MIN_PAUSE_MS = 10_000;

/** Runs rounds until the signal aborts, or a single one if `everyMs` is null. Throws a CommandError that says what to do. */
export async function runMirror(
  mirror: Mirror,
  calls: CallCount,
  everyMs: number | null,
): Promise<void> {
  const { signal } = mirror;
  while (!signal.aborted) {
    const begun = performance.now();
    calls.sent = 0;
    Object.assign(mirror.tally, newTally());
    // Rounds begin every four minutes by default, so that new security levels are at most five minutes old.
    const untilNext = () =>
      everyMs && Math.max(MIN_PAUSE_MS, everyMs - (performance.now() - begun));
    try {
      await mirrorRound(mirror);
      await writeColumns(mirror, untilNext());
      mirror.say(summaryOf(mirror, calls.sent, Math.round((performance.now() - begun) / 1000)));
    } catch (error) {
      if (signal.aborted) return;
      await failRound(mirror, error, everyMs);
      continue;
    }
    const wait = untilNext();
    if (wait === null) return;
    await pause(wait, undefined, { signal }).catch(() => {});
  }
}

/** Waits for the next attempt. Throws where there is none. */
async function failRound(mirror: Mirror, error: unknown, everyMs: number | null): Promise<void> {
  const text = failureText(error, mirror.state.site);
  await noteTrouble(mirror, text);
  const again = everyMs === null && !isFinal(error) && !(error instanceof CommandError);
  const advice = again ? ' Run the same command again: it resumes where it stopped.' : '';
  if (everyMs === null || isFinal(error)) throw new CommandError(text + advice, { cause: error });
  await waitFor(waitAfter(error, everyMs), text, mirror);
}

/**
 * Writes the columns that reports read; without them reports read JSON. What is not written after `maxMs`, as when another
 * process writes columns, is left to later rounds.
 */
async function writeColumns({ store, signal, say }: Mirror, maxMs: number | null): Promise<void> {
  const due =
    maxMs === null ? signal : AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(maxMs))]);
  const failed = (error: unknown) => {
    if (!due.aborted) say(`The columns of reports could not be written: ${String(error)}`, 'warn');
  };
  await writeStaleSegments(store, { signal: due }).catch(failed);
}

/** Shown to readers of the copy. */
async function noteTrouble(mirror: Mirror, text: string): Promise<void> {
  const state: Partial<MirrorState> = { trouble: { atMs: Date.now(), text } };
  await write(mirror, { state }).catch(() => {});
}

/** A rejected token or query, or another process that has taken the mirror over. Anything else may pass. */
const isFinal = (error: unknown): boolean =>
  error instanceof RefusedQueryError ||
  (error instanceof HttpError && error.status === 401) ||
  (error instanceof StoreError && error.reason === 'conflict');

function summaryOf({ tally, state }: Mirror, calls: number, seconds: number): string {
  const { added, updated, gone, failed, cut } = tally;
  const parts = [
    `${count(added)} new`,
    `${count(updated)} changed`,
    `${count(gone)} gone`,
    ...(failed > 0 ? [`${count(failed)} not readable`] : []),
    ...(cut > 0 ? [`${count(cut)} with less history than Jira counts`] : []),
  ];
  const asOf = new Date(state.asOfMs ?? 0).toISOString().replace(/\.\d+Z$/, 'Z');
  return `${parts.join(', ')}; data as of ${asOf} (${count(calls)} calls, ${seconds} s)`;
}
