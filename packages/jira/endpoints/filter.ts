import type { FilterId } from '@tallyboard/core/model/ids.ts';
import * as v from 'valibot';
import type { JiraClient } from '../client.ts';
import { readList, readOne } from '../read.ts';
import { path } from '../transport.ts';
import { textId } from '../wire/parse.ts';

/** `jql` comes only when it is expanded, except from /filter/favourite and /filter/{id}. */
const FilterSchema = v.object({
  id: textId<FilterId>(),
  name: v.string(),
  jql: v.nullish(v.string(), ''),
});

/** Saved filters with their queries: all visible ones on Cloud, the viewer's favourites on Data Center. */
export function fetchFilters(client: JiraClient, signal?: AbortSignal) {
  if (client.flavour === 'data-center')
    return readOne(client, v.array(FilterSchema), '/rest/api/2/filter/favourite', { signal });
  const query = { expand: 'jql', orderBy: 'name' };
  const request = { path: '/rest/api/3/filter/search', query, pageSize: 100 };
  return readList(client, FilterSchema, request, signal);
}

/** One saved filter. Cloud answers 400 for a deleted or hidden one. */
export function fetchFilter(client: JiraClient, id: string, signal?: AbortSignal) {
  return readOne(client, FilterSchema, path`/rest/api/2/filter/${id}`, { signal });
}
