import type { JiraClient } from '../client.ts';
import { HttpError, isAbort } from '../errors.ts';
import { WireAutocompleteData, WireParsedQueries, WireSuggestions } from '../wire/jql.ts';
import { parseWire } from '../wire/parse.ts';
import { checkBySearch } from './search.ts';

/** What the host says about a query without running it. */
export interface CheckedQuery {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** Checks a query strictly. Data Center has no parser to ask, so there a search for nothing tells its errors. */
export async function checkJql(
  client: JiraClient,
  jql: string,
  signal?: AbortSignal,
): Promise<CheckedQuery> {
  if (client.flavour === 'data-center') {
    return { errors: await checkBySearch(client, jql, signal), warnings: [] };
  }
  const reply = await client.send(
    {
      method: 'POST',
      path: '/rest/api/3/jql/parse',
      query: { validation: 'strict' },
      body: { queries: [jql] },
    },
    { signal, reads: true },
  );
  const query = parseWire(WireParsedQueries, reply, 'jql/parse').queries[0];
  return { errors: query?.errors ?? [], warnings: query?.warnings ?? [] };
}

/**
 * Explains a failed load. The sent query has an order and narrowing clauses that its author never saw, so a rejected
 * query (400) is checked again as written: messages and positions are about that text. Returns other failures unchanged.
 */
export async function explainRefusal(
  client: JiraClient,
  failure: unknown,
  written: string,
  signal?: AbortSignal,
): Promise<unknown> {
  if (!(failure instanceof HttpError) || failure.status !== 400) return failure;
  if (written.trim() === '') return failure;
  try {
    const { errors } = await checkJql(client, written, signal);
    if (errors.length === 0) return failure;
    const { method, path, heading, retryAfter } = failure;
    return new HttpError({ method, path }, 400, {
      messages: errors,
      fieldErrors: {},
      heading,
      retryAfter,
    });
  } catch (error) {
    if (isAbort(error)) return error;
    return failure;
  }
}

/** Fields, functions and reserved words for a query editor. */
export async function fetchAutocompleteData(
  client: JiraClient,
  signal?: AbortSignal,
): Promise<WireAutocompleteData> {
  const path =
    client.flavour === 'cloud'
      ? '/rest/api/3/jql/autocompletedata'
      : '/rest/api/2/jql/autocompletedata';
  return parseWire(
    WireAutocompleteData,
    await client.send({ method: 'GET', path }, { signal }),
    'jql/autocompletedata',
  );
}

export interface Suggestion {
  /** As written in a query, quoted where necessary. */
  readonly value: string;
  readonly label: string;
}

/** Values of a field that begin with a text. The host marks the match with tags, which are taken off. */
export async function fetchSuggestions(
  client: JiraClient,
  fieldName: string,
  fieldValue: string,
  signal?: AbortSignal,
): Promise<readonly Suggestion[]> {
  const path =
    client.flavour === 'cloud'
      ? '/rest/api/3/jql/autocompletedata/suggestions'
      : '/rest/api/2/jql/autocompletedata/suggestions';
  const reply = await client.send(
    { method: 'GET', path, query: { fieldName, fieldValue } },
    { signal },
  );
  return parseWire(WireSuggestions, reply, 'jql/suggestions').results.map(each => ({
    value: each.value,
    label: each.displayName.replace(/<\/?b>/g, ''),
  }));
}
