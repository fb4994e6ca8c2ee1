import type { SprintId } from '@tallyboard/core/model/ids.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchSprint } from '@tallyboard/jira/endpoints/board.ts';
import { fetchFirstIssues, OFFSET_PAGE_SIZE } from '@tallyboard/jira/endpoints/search.ts';
import { Pool } from '@tallyboard/jira/normalize/pool.ts';
import { asObject } from '@tallyboard/records/values.ts';
import type { Metadata } from '../load/metadata.ts';

/** The sprints of these ids, by a call each. Rejects where one cannot be read. */
export function fetchSprints(
  client: JiraClient,
  ids: readonly SprintId[],
  signal?: AbortSignal,
): Promise<readonly Sprint[]> {
  return Promise.all(ids.map(id => fetchSprint(client, id, signal)));
}

/** The sprints that the issues of a query are in; null where there are more than a thousand issues. */
export async function fetchSprintsIn(
  client: JiraClient,
  { special, statuses }: Pick<Metadata, 'special' | 'statuses'>,
  jql: string,
  signal?: AbortSignal,
): Promise<readonly Sprint[] | null> {
  const query = { jql, fields: special.sprint, max: OFFSET_PAGE_SIZE };
  const { items, hasMore } = await fetchFirstIssues(client, query, signal);
  if (hasMore) return null;
  const pool = new Pool(statuses);
  for (const item of items) {
    const fields = asObject(asObject(item)?.fields) ?? {};
    for (const id of special.sprint) {
      const value = fields[id];
      if (Array.isArray(value)) for (const each of value) pool.sprint(each);
    }
  }
  return [...pool.sprints.values()];
}
