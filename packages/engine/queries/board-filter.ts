import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchBoardQuery } from '@tallyboard/jira/load/boards.ts';

const MAX_AGE_MS = 5 * 60_000;

interface Entry {
  readonly at: number;
  readonly jql: Promise<string>;
}

const filters = new WeakMap<JiraClient, Map<number, Entry>>();

/**
 * The query of a board's filter, memoized for five minutes: several reports of a page ask for the same board. A failure
 * is shared by those who wait for it and not kept.
 */
export function boardFilter(client: JiraClient, boardId: number, now: number): Promise<string> {
  const known = filters.get(client) ?? new Map<number, Entry>();
  filters.set(client, known);
  const entry = known.get(boardId);
  if (entry && now - entry.at < MAX_AGE_MS) return entry.jql;
  const jql = fetchBoardQuery(client, boardId);
  known.set(boardId, { at: now, jql });
  jql.catch(() => known.delete(boardId));
  return jql;
}
