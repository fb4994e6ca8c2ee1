import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import type { LoadWatch } from '../source.ts';
import { type BoardData, loadBoardData } from './boards.ts';
import { CoverageCounter } from './coverage.ts';
import { createProgressMeter } from './progress.ts';
import type { LoadSession } from './session.ts';

interface Load {
  readonly client: JiraClient;
  readonly jql: string;
  readonly requirement: Requirement;
  readonly watch: LoadWatch;
}

/** Runs a load; then ends calls that its result did not wait for, such as the count for the progress. */
export async function inSession<T>(
  { client, jql, requirement, watch }: Load,
  load: (session: LoadSession, boardData: Promise<BoardData>) => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const signal = watch.signal ? AbortSignal.any([watch.signal, done.signal]) : done.signal;
  const session = openSession(client, { jql, requirement }, signal, watch);
  const boardData = loadBoardData(client, requirement, signal).then(boards => {
    for (const text of boards.unread) session.coverage.reason(text);
    return boards;
  });
  // Awaited after the issues.
  boardData.catch(() => {});
  try {
    return await load(session, boardData);
  } finally {
    done.abort();
  }
}

export function openSession(
  client: JiraClient,
  { jql, requirement }: Pick<Load, 'jql' | 'requirement'>,
  signal: AbortSignal,
  { onProgress, ids = null }: LoadWatch = {},
): LoadSession {
  return {
    client,
    jql,
    requirement,
    signal,
    progress: createProgressMeter(onProgress),
    coverage: new CoverageCounter(),
    warnings: new Set(),
    listed: { ids },
    failures: [],
  };
}
