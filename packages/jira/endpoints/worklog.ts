import type { Instant } from '@tallyboard/core/time/units.ts';
import type { JiraClient } from '../client.ts';
import { fetchAllPages, type Paged } from '../paginate.ts';
import { path } from '../transport.ts';
import { parseWireWorklog } from '../wire/check-issue.ts';
import type { WireWorklog } from '../wire/issue.ts';

const WORKLOG_PAGE = 5_000;

/**
 * Worklogs of one issue. Cloud gives those started in the range when one is named; Data Center gives all of them,
 * and its older versions ignore the paging too.
 */
export function fetchWorklogs(
  client: JiraClient,
  idOrKey: string,
  range?: { readonly from: Instant; readonly to: Instant },
  signal?: AbortSignal,
): Promise<Paged<WireWorklog>> {
  const cloud = client.flavour === 'cloud';
  // The host excludes both ends.
  const limits = cloud && range ? { startedAfter: range.from - 1, startedBefore: range.to } : {};
  return fetchAllPages({
    fetchPage: (startAt, maxResults) =>
      client.send(
        {
          method: 'GET',
          path: cloud
            ? path`/rest/api/3/issue/${idOrKey}/worklog`
            : path`/rest/api/2/issue/${idOrKey}/worklog`,
          query: { startAt, maxResults, ...limits },
        },
        { signal },
      ),
    list: 'worklogs',
    parseItem: parseWireWorklog,
    idOf: worklog => worklog.id,
    where: 'issue/worklog',
    pageSize: WORKLOG_PAGE,
  });
}
