import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchBoardConfiguration } from '@tallyboard/jira/endpoints/board.ts';
import { fetchFilter } from '@tallyboard/jira/endpoints/filter.ts';

/** The query of a board: that of its filter, or a reference to the filter where the viewer may not read its query. */
export async function fetchBoardQuery(
  client: JiraClient,
  boardId: number,
  signal?: AbortSignal,
): Promise<string> {
  const { filter } = await fetchBoardConfiguration(client, boardId, signal);
  if (!filter) return '';
  const { jql } = await fetchFilter(client, filter.id, signal);
  return jql || `filter = ${filter.id}`;
}
