import type { IssueId } from '@tallyboard/core/model/ids.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import {
  fetchOffsetPage,
  fetchTokenPage,
  OFFSET_PAGE_SIZE,
} from '@tallyboard/jira/endpoints/search.ts';
import { readableQuery } from '@tallyboard/jira/jql/compose.ts';
import { walkWholeList } from '@tallyboard/jira/paginate.ts';
import { rawIssueId } from '@tallyboard/jira/wire/issue.ts';

/** The ids of the issues of a query. */
export async function fetchIdsIn(
  client: JiraClient,
  query: string,
  signal?: AbortSignal,
): Promise<readonly IssueId[]> {
  const jql = readableQuery(query, client.flavour);
  const fields = ['id'];
  const ids = new Set<IssueId>();
  const add = (items: readonly unknown[]) => {
    for (const item of items) {
      const id = rawIssueId(item);
      if (id !== null) ids.add(id as IssueId);
    }
  };
  if (client.flavour === 'cloud') {
    await walkWholeList(token => fetchTokenPage(client, { jql, fields, token }, signal), add);
    return [...ids];
  }
  for (let startAt = 0; ; ) {
    const asked = { jql, fields, startAt, maxResults: OFFSET_PAGE_SIZE };
    const { items, total } = await fetchOffsetPage(client, asked, signal);
    const before = ids.size;
    add(items);
    startAt += items.length;
    if (ids.size === before || startAt >= (total ?? Number.POSITIVE_INFINITY)) return [...ids];
  }
}
