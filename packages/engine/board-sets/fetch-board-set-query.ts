import type { FlatBoardSet } from '@tallyboard/core/model/board-set.ts';
import { fetchBoardQuery } from '@tallyboard/dataset/json/boards.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { checkJql } from '@tallyboard/jira/endpoints/jql.ts';
import { resolveBoardSet } from './resolve-board-set.ts';

/** The query of a set, for a page without an engine. */
export async function fetchBoardSetQuery(
  client: JiraClient,
  set: FlatBoardSet,
  signal?: AbortSignal,
): Promise<string> {
  const calls = {
    boardFilter: ({ boardId }: { readonly boardId: number }) =>
      fetchBoardQuery(client, boardId, signal),
    checkJql: ({ jql }: { readonly jql: string }) => checkJql(client, jql, signal),
  };
  return (await resolveBoardSet(calls, set)).jql;
}
