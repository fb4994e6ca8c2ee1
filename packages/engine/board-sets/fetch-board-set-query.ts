import { fetchBoardQuery } from '@tallyboard/dataset/load/boards.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { checkJql } from '@tallyboard/jira/endpoints/jql.ts';
import { resolveStored } from './resolve-board-set.ts';

/** The query of a set of an address, for a page without an engine. */
export async function fetchBoardSetQuery(
  client: JiraClient,
  stored: unknown,
  signal?: AbortSignal,
): Promise<string> {
  const calls = {
    boardFilter: ({ boardId }: { readonly boardId: number }) =>
      fetchBoardQuery(client, boardId, signal),
    checkJql: ({ jql }: { readonly jql: string }) => checkJql(client, jql, signal),
  };
  return (await resolveStored(calls, stored)).jql;
}
