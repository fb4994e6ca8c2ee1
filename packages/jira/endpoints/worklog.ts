import type { Instant } from '@tallyboard/core/time/units.ts';
import type { JiraClient } from '../client.ts';
import { readRawPages } from '../read.ts';
import { path } from '../transport.ts';

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
