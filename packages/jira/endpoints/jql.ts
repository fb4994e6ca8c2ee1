import * as v from 'valibot';
import type { JiraClient } from '../client.ts';
import { HttpError, isAbort } from '../errors.ts';
import { readByPost, readOne } from '../read.ts';
import { maybe } from '../wire/parse.ts';
import { fetchOffsetPage } from './search.ts';

const texts = v.nullish(v.array(v.string()), []);

const ParsedQueriesSchema = v.object({
  queries: v.array(v.object({ errors: texts, warnings: texts })),
});

/** Some hosts mark up names with tags. */
const plainName = v.pipe(
  v.string(),
  v.transform(name => name.replace(/<\/?b>/g, '')),
);

/** The host writes booleans of this resource as the strings 'true' and 'false'. */
const AutocompleteSchema = v.object({
  visibleFieldNames: v.array(
    v.object({
      value: v.string(),
      displayName: plainName,
      operators: texts,
      types: texts,
      orderable: maybe(v.string()),
      searchable: maybe(v.string()),
      auto: maybe(v.string()),
    }),
  ),
  visibleFunctionNames: v.array(
    v.object({
      value: v.string(),
      displayName: plainName,
      isList: maybe(v.string()),
      types: texts,
    }),
  ),
});

const SuggestionsSchema = v.object({
  results: v.array(v.object({ value: v.string(), displayName: plainName })),
});

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
  const [query] = (await readByPost(client, ParsedQueriesSchema, request, signal)).queries;
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
  if (!(failure instanceof HttpError && failure.status === 400) || !written.trim()) return failure;
  try {
    const { errors } = await checkJql(client, written, signal);
    if (errors.length === 0) return failure;
    const { method, path, heading, retryAfter } = failure;
    return new HttpError({ method, path }, 400, { messages: errors, heading, retryAfter });
  } catch (error) {
    return isAbort(error) ? error : failure;
  }
}

function autocompletePath({ flavour }: JiraClient): string {
  return `/rest/api/${flavour === 'cloud' ? 3 : 2}/jql/autocompletedata`;
}

/** The fields and functions of JQL on this site; `value` is as written in a query, quoted where necessary. */
export async function fetchJqlWords(client: JiraClient, signal?: AbortSignal) {
  const words = await readOne(client, AutocompleteSchema, autocompletePath(client), { signal });
  return {
    fields: words.visibleFieldNames
      .filter(({ searchable }) => searchable !== 'false')
      .map(({ value, displayName, operators, orderable, auto, types }) => ({
        value,
        label: displayName,
        operators,
        orderable: orderable === 'true',
        /** True when the host suggests values. */
        suggests: auto === 'true',
        types,
      })),
    functions: words.visibleFunctionNames.map(({ value, displayName, isList, types }) => ({
      value,
      label: displayName,
      /** Returns a list, for IN. */
      list: isList === 'true',
      types,
    })),
  };
}

export interface Suggestion {
  /** As written in a query, quoted where necessary. */
  readonly value: string;
  readonly label: string;
}

/** Values of a field that begin with a text. */
export async function fetchSuggestions(
  client: JiraClient,
  fieldName: string,
  fieldValue: string,
  signal?: AbortSignal,
): Promise<readonly Suggestion[]> {
  const path = `${autocompletePath(client)}/suggestions`;
  const query = { fieldName, fieldValue };
  const { results } = await readOne(client, SuggestionsSchema, path, { query, signal });
  return results.map(({ value, displayName }) => ({ value, label: displayName }));
}
