import type { SprintId } from '@tallyboard/core/model/ids.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { JiraClient } from '../client.ts';
import { fetchSprint } from '../endpoints/board.ts';
import { fetchOffsetPage, fetchTokenPage, OFFSET_PAGE_SIZE } from '../endpoints/search.ts';
import { Pool } from '../normalize/pool.ts';
import { normalizeSprint } from '../normalize/sprint.ts';
import { parsePage } from '../paginate.ts';
import { parseWireIssue } from '../wire/check-issue.ts';
import type { Metadata } from './metadata.ts';

/** The sprints of these ids, by a call each. Rejects where one cannot be read. */
export async function fetchSprints(
  client: JiraClient,
  ids: readonly SprintId[],
  signal?: AbortSignal,
): Promise<readonly Sprint[]> {
  return (await Promise.all(ids.map(id => fetchSprint(client, id, signal)))).map(normalizeSprint);
}

/** More issues are not asked for their sprints. Cloud gives them by the hundred. */
const MAX_ISSUES = OFFSET_PAGE_SIZE;

/** The sprints that the issues of a query are in; null where there are more than a thousand issues. */
export async function fetchSprintsIn(
  client: JiraClient,
  { special, statuses }: Pick<Metadata, 'special' | 'statuses'>,
  jql: string,
  signal?: AbortSignal,
): Promise<readonly Sprint[] | null> {
  const read = client.flavour === 'cloud' ? fromTokenPages : fromOffsetPage;
  const items = await read(client, jql, special.sprint, signal);
  if (items === null) return null;
  const pool = new Pool(statuses);
  for (const item of items) {
    const { fields } = parseWireIssue(item, 'search');
    for (const id of special.sprint) {
      const value = fields[id];
      if (Array.isArray(value)) for (const each of value) pool.sprint(each);
    }
  }
  return [...pool.sprints.values()];
}

type Items = readonly unknown[] | null;

async function fromTokenPages(
  client: JiraClient,
  jql: string,
  fields: readonly string[],
  signal?: AbortSignal,
): Promise<Items> {
  const all: unknown[] = [];
  let token: string | undefined;
  do {
    const query = { jql, fields, maxResults: MAX_ISSUES, token };
    const { items, nextPageToken } = await fetchTokenPage(client, query, signal);
    all.push(...items);
    if (items.length === 0) return all;
    token = nextPageToken ?? undefined;
  } while (token !== undefined && all.length < MAX_ISSUES);
  return token === undefined ? all : null;
}

async function fromOffsetPage(
  client: JiraClient,
  jql: string,
  fields: readonly string[],
  signal?: AbortSignal,
): Promise<Items> {
  const query = { jql, fields, startAt: 0, maxResults: MAX_ISSUES };
  const { items, total } = parsePage<unknown>(await fetchOffsetPage(client, query, signal), {
    list: 'issues',
    parseItem: item => item,
    where: 'search',
  });
  return items.length < (total ?? 0) ? null : items;
}
