import type { Instant } from '@tallyboard/core/time/units.ts';
import { asObject } from '@tallyboard/records/values.ts';
import { path } from '../address.ts';
import type { JiraClient } from '../client.ts';
import { WireError } from '../errors.ts';
import { readRawPages } from '../read.ts';

/**
 * Raw worklogs of one issue: on Cloud those started in the range, on Data Center always all of them. Older versions of Data
 * Center ignore the paging too.
 */
export function fetchWorklogs(
  client: JiraClient,
  idOrKey: string,
  range?: { readonly from: Instant; readonly to: Instant },
  signal?: AbortSignal,
) {
  const cloud = client.flavour === 'cloud';
  const request = {
    path: path`/rest/api/${cloud ? 3 : 2}/issue/${idOrKey}/worklog`,
    // The host excludes both ends.
    query: cloud && range ? { startedAfter: range.from - 1, startedBefore: range.to } : {},
    list: 'worklogs',
    pageSize: 5_000,
  };
  return readRawPages(client, request, signal);
}

export interface WorklogChange {
  readonly worklogId: string;
  readonly time: Instant;
}

/** Worklogs of the whole site that were added, changed or deleted since an instant, but for those of the last minute. */
export async function fetchWorklogChanges(
  client: JiraClient,
  kind: 'updated' | 'deleted',
  from: Instant,
  signal?: AbortSignal,
): Promise<readonly WorklogChange[]> {
  const changes: WorklogChange[] = [];
  for (let since = from; ; ) {
    const request = {
      method: 'GET',
      path: path`/rest/api/${client.flavour === 'cloud' ? 3 : 2}/worklog/${kind}`,
      query: { since },
    } as const;
    const page = asObject(await client.send(request, { signal }));
    if (!Array.isArray(page?.values)) throw new WireError(`worklog/${kind}`, 'a list', '');
    for (const { worklogId, updatedTime } of page.values)
      changes.push({ worklogId: String(worklogId), time: Number(updatedTime) });
    const until = Number(page.until);
    if (page.lastPage !== false || !(until > since)) return changes;
    since = until;
  }
}

/** The ids of the issues of worklogs, at most 1,000, that the reader may see. */
export async function fetchIssuesOfWorklogs(
  client: JiraClient,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<readonly (readonly [worklogId: string, issueId: string])[]> {
  const list = await client.send(
    {
      method: 'POST',
      reads: true,
      path: path`/rest/api/${client.flavour === 'cloud' ? 3 : 2}/worklog/list`,
      body: { ids: ids.map(Number) },
    },
    { signal },
  );
  if (!Array.isArray(list)) throw new WireError('worklog/list', 'a list', '');
  return list.map(({ id, issueId }) => [String(id), String(issueId)]);
}
