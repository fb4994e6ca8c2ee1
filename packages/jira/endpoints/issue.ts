import type { JiraClient } from '../client.ts';
import { fetchAllPages, type Paged } from '../paginate.ts';
import { path } from '../transport.ts';
import { parseWireHistory, parseWireIssue } from '../wire/check-issue.ts';
import type { WireHistory, WireIssue } from '../wire/issue.ts';
import type { IssueShape } from './search.ts';

/** One issue by id or key; follows moved keys. */
export async function fetchIssue(
  client: JiraClient,
  idOrKey: string,
  shape: IssueShape,
  signal?: AbortSignal,
): Promise<WireIssue> {
  const reply = await client.send(
    {
      method: 'GET',
      path: path`/rest/api/2/issue/${idOrKey}`,
      query: { fields: shape.fields.join(), expand: shape.expand?.join() || undefined },
    },
    { signal },
  );
  return parseWireIssue(reply, 'issue');
}

const CHANGELOG_PAGE = 100;

/** All histories of one issue. Data Center has no pages of them: there they come with the issue, uncapped. */
export async function fetchIssueHistories(
  client: JiraClient,
  idOrKey: string,
  signal?: AbortSignal,
): Promise<Paged<WireHistory>> {
  if (client.flavour === 'data-center') {
    const shape = { fields: ['status'], expand: ['changelog'] };
    const { changelog } = await fetchIssue(client, idOrKey, shape, signal);
    const items = changelog?.histories ?? [];
    return { items, total: changelog?.total ?? null, warnings: [] };
  }
  return fetchAllPages({
    fetchPage: (startAt, maxResults) =>
      client.send(
        {
          method: 'GET',
          path: path`/rest/api/2/issue/${idOrKey}/changelog`,
          query: { startAt, maxResults },
        },
        { signal },
      ),
    list: 'values',
    parseItem: parseWireHistory,
    idOf: history => history.id,
    where: 'issue/changelog',
    pageSize: CHANGELOG_PAGE,
  });
}
