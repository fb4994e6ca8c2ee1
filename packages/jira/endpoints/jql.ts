import type { JiraClient } from '../client.ts';
import { HttpError, isAbort } from '../errors.ts';
import { readByPost, readOne } from '../read.ts';
import { WireAutocompleteData, WireParsedQueries, WireSuggestions } from '../wire/jql.ts';
import { fetchOffsetPage } from './search.ts';

/** The host's messages about a query. */
export interface CheckedQuery {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** Checks a query strictly. Data Center has no parser to ask: there a search for no issues gives the errors. */
export async function checkJql(
  client: JiraClient,
  jql: string,
  signal?: AbortSignal,
): Promise<CheckedQuery> {
  if (client.flavour === 'data-center') return checkBySearch(client, jql, signal);
  const request = {
    path: '/rest/api/3/jql/parse',
    query: { validation: 'strict' },
    body: { queries: [jql] },
  };
  const [query] = (await readByPost(client, WireParsedQueries, request, signal)).queries;
  return { errors: query?.errors ?? [], warnings: query?.warnings ?? [] };
}

async function checkBySearch(
  client: JiraClient,
  jql: string,
  signal?: AbortSignal,
): Promise<CheckedQuery> {
  try {
    await fetchOffsetPage(client, { jql, startAt: 0, maxResults: 0, fields: ['id'] }, signal);
    return { errors: [], warnings: [] };
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 400) throw error;
    return { errors: error.messages, warnings: [] };
  }
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
      heading,
      retryAfter,
    });
  } catch (error) {
    if (isAbort(error)) return error;
    return failure;
  }
}

function autocompletePath({ flavour }: JiraClient): string {
  return `/rest/api/${flavour === 'cloud' ? 3 : 2}/jql/autocompletedata`;
}

/** Fields, functions and reserved words for a query editor. */
export function fetchAutocompleteData(client: JiraClient, signal?: AbortSignal) {
  return readOne(client, WireAutocompleteData, autocompletePath(client), { signal });
}

export interface Suggestion {
  /** As written in a query, quoted where necessary. */
  readonly value: string;
  readonly label: string;
}

/** Values of a field that begin with a text. The tags that mark the match are removed. */
export async function fetchSuggestions(
  client: JiraClient,
  fieldName: string,
  fieldValue: string,
  signal?: AbortSignal,
): Promise<readonly Suggestion[]> {
  const path = `${autocompletePath(client)}/suggestions`;
  const query = { fieldName, fieldValue };
  const { results } = await readOne(client, WireSuggestions, path, { query, signal });
  return results.map(({ value, displayName }) => ({
    value,
    label: displayName.replace(/<\/?b>/g, ''),
  }));
}
