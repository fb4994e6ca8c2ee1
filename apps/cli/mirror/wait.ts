import { setTimeout as pause } from 'node:timers/promises';
import { HttpError } from '@tallyboard/jira/errors.ts';
import type { Mirror } from './context.ts';

/** Jira's longest quota is of an hour. */
export const MAX_WAIT_MS = 3_600_000;

/** The wait after a failure: the interval, or longer if Jira asks for that. */
export function waitAfter(error: unknown, everyMs: number): number {
  const asked = error instanceof HttpError ? (error.retryAfter ?? 0) : 0;
  return Math.min(MAX_WAIT_MS, Math.max(everyMs, asked));
}

/** Says why and for how long, and waits. */
export async function waitFor(
  ms: number,
  why: string,
  { signal, say }: Pick<Mirror, 'signal' | 'say'>,
): Promise<void> {
  const sentence = /[.!?…]$/.test(why) ? why : `${why}.`;
  say(`${sentence} Next attempt in ${Math.round(ms / 60_000)} min.`, 'warn');
  await pause(ms, undefined, { signal }).catch(() => {});
}
