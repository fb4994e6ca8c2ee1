import type { FilterId } from '@tallyboard/core/model/ids.ts';
import * as v from 'valibot';
import { path } from '../address.ts';
import type { JiraClient } from '../client.ts';
import { readOne, readRecordList, readRecordPages } from '../read.ts';
import { textId } from '../wire/parse.ts';

/** `jql` comes only when it is expanded, except from /filter/favourite and /filter/{id}. */
const FilterSchema = v.object({
  id: textId<FilterId>(),
  name: v.string(),
  jql: v.nullish(v.string(), ''),
});

/** Saved filters with their queries: all visible ones on Cloud, the viewer's favourites on Data Center. */
export async function fetchFilters(client: JiraClient, signal?: AbortSignal) {
  const favourites = '/rest/api/2/filter/favourite';
  const query = { expand: 'jql', orderBy: 'name' };
  const request = { path: '/rest/api/3/filter/search', query, pageSize: 100 };
  const { records } = await (client.flavour === 'data-center'
    ? readRecordList(client, FilterSchema, favourites, 'filter', signal)
    : readRecordPages(client, FilterSchema, request, 'filter', signal));
  return records;
}

/** One saved filter. Cloud answers 400 for a deleted or hidden one. */
export function fetchFilter(client: JiraClient, id: string, signal?: AbortSignal) {
  return readOne(client, FilterSchema, path`/rest/api/2/filter/${id}`, { signal });
}
