import { asObject, numberIn } from '@tallyboard/records/values.ts';
import { path } from '../address.ts';
import type { JiraClient } from '../client.ts';
import { WireError } from '../errors.ts';
import type { Paged } from '../paginate.ts';
import { readRawPages } from '../read.ts';

/** All raw histories of one issue. Data Center has no pages of them: they come with the issue, uncapped. */
export async function fetchIssueHistories(
  client: JiraClient,
  idOrKey: string,
  signal?: AbortSignal,
): Promise<Paged<unknown>> {
  if (client.flavour === 'data-center') {
    const query = { fields: 'status', expand: 'changelog' };
    const address = path`/rest/api/2/issue/${idOrKey}`;
    const reply = await client.send({ method: 'GET', path: address, query }, { signal });
    const changelog = asObject(asObject(reply)?.changelog);
    if (!Array.isArray(changelog?.histories))
      throw new WireError('issue changelog.histories', 'a list', changelog?.histories);
    const { histories: items, total } = changelog;
    return { items, total: numberIn(total), warnings: [], cut: null };
  }
  const address = path`/rest/api/2/issue/${idOrKey}/changelog`;
  return readRawPages(client, { path: address, pageSize: 100 }, signal);
}
