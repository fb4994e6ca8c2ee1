import { setTimeout as pause } from 'node:timers/promises';
import { HttpError } from '@tallyboard/jira/errors.ts';
import type { MirrorState } from '@tallyboard/replica/data/mirror.ts';
import { writeStaleSegments } from '@tallyboard/server/columns/write-segments.ts';
import { CommandError } from '../command.ts';
import { count } from '../progress.ts';
import { explained } from './connect.ts';
import { type Mirror, newTally, write } from './context.ts';
import type { CallCount } from './paced.ts';
import { mirrorRound } from './round.ts';

/** Between rounds that take longer than their interval. */
const MIN_PAUSE_MS = 10_000;

/** Runs rounds until the signal aborts, or a single one if `everyMs` is null. Throws permanent errors. */
export async function runMirror(
  mirror: Mirror,
  calls: CallCount,
  everyMs: number | null,
): Promise<void> {
  const { signal } = mirror;
  for (;;) {
    const begun = performance.now();
    let wait = everyMs;
    calls.sent = 0;
    Object.assign(mirror.tally, newTally());
    // Rounds begin every four minutes by default, so that new security levels are at most five minutes old.
    const untilNext = () =>
      everyMs && Math.max(MIN_PAUSE_MS, everyMs - (performance.now() - begun));
    try {
      await mirrorRound(mirror);
      await writeColumns(mirror, untilNext());
      mirror.say(summaryOf(mirror, calls.sent, Math.round((performance.now() - begun) / 1000)));
      wait = untilNext();
    } catch (error) {
      if (signal.aborted) return;
      const known = explained(error, mirror.state.site) ?? error;
      const text = known instanceof Error ? known.message : String(known);
      await noteTrouble(mirror, text);
      if (wait === null || !isTransient(error)) throw known;
      wait = Math.max(wait, error instanceof HttpError ? (error.retryAfter ?? 0) : 0);
      mirror.say(`${text} Next attempt in ${Math.round(wait / 60_000)} min.`);
    }
    if (wait === null || signal.aborted) return;
    await pause(wait, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
  }
}

/**
 * Writes the columns that reports read; without them reports read JSON. What is not written after `maxMs`, as when another
 * process writes columns, is left to later rounds.
 */
async function writeColumns({ store, signal, say }: Mirror, maxMs: number | null): Promise<void> {
  const due =
    maxMs === null ? signal : AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(maxMs))]);
  const failed = (error: unknown) => {
    if (!due.aborted) say(`The columns of reports could not be written: ${String(error)}`);
  };
  await writeStaleSegments(store, { signal: due }).catch(failed);
}

/** Shown to readers of the copy. */
async function noteTrouble(mirror: Mirror, text: string): Promise<void> {
  const state: Partial<MirrorState> = { trouble: { atMs: Date.now(), text } };
  await write(mirror, { state }).catch(() => {});
}

/** A rejected token or query is permanent; errors of the network or a busy Jira are not. */
function isTransient(error: unknown): boolean {
  if (error instanceof CommandError) return false;
  if (error instanceof HttpError) return error.status === 429 || error.status >= 500;
  return error instanceof Error && error.name === 'NetworkError';
}

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
