import type { JiraClient } from '../client.ts';
import type { Paged } from '../paginate.ts';
import { readPages } from '../read.ts';
import { path } from '../transport.ts';
import {
  parseWireHistory,
  parseWireIssue,
  type WireHistory,
  type WireIssue,
} from '../wire/issue.ts';
import type { IssueShape } from './search.ts';

/** One issue by id or key; follows moved keys. */
export async function fetchIssue(
  client: JiraClient,
  idOrKey: string,
  { fields, expand }: IssueShape,
  signal?: AbortSignal,
): Promise<WireIssue> {
  const query = { fields: fields.join(), expand: expand?.join() || undefined };
  const address = path`/rest/api/2/issue/${idOrKey}`;
  const reply = await client.send({ method: 'GET', path: address, query }, { signal });
  return parseWireIssue(reply, 'issue');
}

/** All histories of one issue. Data Center has no pages of them: they come with the issue, uncapped. */
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
  const address = path`/rest/api/2/issue/${idOrKey}/changelog`;
  const request = { path: address, parseItem: parseWireHistory, pageSize: 100 };
  return readPages(client, request, signal);
}
