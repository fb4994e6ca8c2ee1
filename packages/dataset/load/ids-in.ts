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

const LAST_PAGE = { items: [], nextPageToken: null, isLast: true };

/**
 * The ids of the issues of a query.
 * @param mayRead is asked before each page; the list ends where it is false.
 */
export async function fetchIdsIn(
  client: JiraClient,
  query: string,
  signal?: AbortSignal,
  mayRead: () => boolean = () => true,
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
    const fetchPage = async (token: string | undefined) =>
      mayRead() ? fetchTokenPage(client, { jql, fields, token }, signal) : LAST_PAGE;
    await walkWholeList(fetchPage, add);
    return [...ids];
  }
  for (let startAt = 0; mayRead(); ) {
    const asked = { jql, fields, startAt, maxResults: OFFSET_PAGE_SIZE };
    const { items, total } = await fetchOffsetPage(client, asked, signal);
    const before = ids.size;
    add(items);
    startAt += items.length;
    if (ids.size === before || startAt >= (total ?? Number.POSITIVE_INFINITY)) break;
  }
  return [...ids];
}
