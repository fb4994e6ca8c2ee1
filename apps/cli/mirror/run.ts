import { setTimeout as pause } from 'node:timers/promises';
import { HttpError } from '@tallyboard/jira/errors.ts';
import type { MirrorState } from '@tallyboard/replica/data/mirror.ts';
import { CommandError } from '../command.ts';
import { explained } from './connect.ts';
import { type Mirror, write } from './context.ts';
import { mirrorRound } from './round.ts';

export interface Repeat {
  /** Null: one round alone. */
  readonly everyMs: number | null;
  readonly onBegin: () => void;
  readonly onRound: (mirror: Mirror) => void;
  readonly onTrouble: (text: string, nextMs: number) => void;
}

/** Between rounds that take longer than their interval. */
const MIN_PAUSE_MS = 10_000;

/** Runs rounds until the signal fires, or one alone. Throws what a later round would not put right. */
export async function runMirror(mirror: Mirror, repeat: Repeat): Promise<void> {
  const { everyMs } = repeat;
  for (;;) {
    const begunMs = Date.now();
    let wait = everyMs;
    repeat.onBegin();
    try {
      Object.assign(mirror.tally, { added: 0, updated: 0, gone: 0, failed: 0, cut: 0 });
      await mirrorRound(mirror);
      repeat.onRound(mirror);
      // Rounds begin every four minutes by default, so that new security levels are at most five minutes old.
      if (everyMs !== null) wait = Math.max(MIN_PAUSE_MS, everyMs - (Date.now() - begunMs));
    } catch (error) {
      if (mirror.signal.aborted) return;
      const known = explained(error, mirror.state.site) ?? error;
      const text = known instanceof Error ? known.message : String(known);
      await noteTrouble(mirror, text);
      if (wait === null || !willPass(error)) throw known;
      wait = Math.max(wait, error instanceof HttpError ? (error.retryAfter ?? 0) : 0);
      repeat.onTrouble(text, wait);
    }
    if (wait === null || mirror.signal.aborted) return;
    await pause(wait, undefined, { signal: mirror.signal }).catch(() => {});
    if (mirror.signal.aborted) return;
  }
}

/** Readers of the copy learn why it gets old. */
async function noteTrouble(mirror: Mirror, text: string): Promise<void> {
  const state: Partial<MirrorState> = { trouble: { atMs: Date.now(), text } };
  await write(mirror, { state }).catch(() => {});
}

/** A refused token or query stays refused; what the network or a busy Jira did passes. */
function willPass(error: unknown): boolean {
  if (error instanceof CommandError) return false;
  if (error instanceof HttpError) return error.status === 429 || error.status >= 500;
  return error instanceof Error && error.name === 'NetworkError';
}
