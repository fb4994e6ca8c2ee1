import type { JiraClient } from '../client.ts';
import { fetchAllPages } from '../paginate.ts';
import { path } from '../transport.ts';
import { WireFilter } from '../wire/filter.ts';
import { parseWire } from '../wire/parse.ts';

const FILTER_PAGE = 100;

/** Saved filters with their queries: all visible ones on Cloud, the viewer's favourites on Data Center. */
export async function fetchFilters(
  client: JiraClient,
  signal?: AbortSignal,
): Promise<readonly WireFilter[]> {
  const cloud = client.flavour === 'cloud';
  const { items } = await fetchAllPages({
    fetchPage: (startAt, maxResults) =>
      client.send(
        cloud
          ? {
              method: 'GET',
              path: '/rest/api/3/filter/search',
              query: { startAt, maxResults, expand: 'jql', orderBy: 'name' },
            }
          : { method: 'GET', path: '/rest/api/2/filter/favourite' },
        { signal },
      ),
    list: 'values',
    parseItem: (value, where) => parseWire(WireFilter, value, where),
    idOf: filter => filter.id,
    where: 'filter',
    pageSize: FILTER_PAGE,
  });
  return items;
}

/** One saved filter. A filter that is gone or hidden is answered with 400 on Cloud. */
export async function fetchFilter(
  client: JiraClient,
  id: string,
  signal?: AbortSignal,
): Promise<WireFilter> {
  const reply = await client.send(
    { method: 'GET', path: path`/rest/api/2/filter/${id}` },
    { signal },
  );
  return parseWire(WireFilter, reply, 'filter');
}
