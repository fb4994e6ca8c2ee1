import type { JiraClient } from '../client.ts';
import { HttpError } from '../errors.ts';
import type { HttpRequest } from '../http.ts';
import type { TokenPage } from '../paginate.ts';
import { WireBulkIssues, WireCount, WirePage, WireTokenPage } from '../wire/page.ts';
import { parseWire } from '../wire/parse.ts';

/** The most ids that one page of the token search gives, when nothing but ids is asked for. */
const TOKEN_PAGE_SIZE = 5_000;
/** The most issues of one bulkfetch. */
export const BULK_SIZE = 100;
/** The most issues of one page of Data Center's search, unless its administrator changed that. */
export const OFFSET_PAGE_SIZE = 1_000;

/** Longer queries go by POST: proxies cut addresses from about 2,000 characters on. */
const MAX_GET_LENGTH = 1_500;

export interface IssueShape {
  readonly fields: readonly string[];
  readonly expand?: readonly string[];
  /** Cloud: keys of issue properties. */
  readonly properties?: readonly string[];
}

export interface IssuePage extends IssueShape {
  readonly jql: string;
  readonly startAt: number;
  readonly maxResults: number;
}

/** Cloud: one page of the token search. Issues come with the fields asked for, and with `id` alone for none. */
export async function fetchTokenPage(
  client: JiraClient,
  query: {
    readonly jql: string;
    readonly fields: readonly string[];
    readonly maxResults?: number;
    readonly token?: string | undefined;
    /** Ids just written, at most 50, the same on every page: the search then sees their new state. */
    readonly reconcile?: readonly number[];
  },
  signal?: AbortSignal,
): Promise<TokenPage<unknown>> {
  const body = {
    jql: query.jql,
    fields: query.fields,
    maxResults: query.maxResults ?? TOKEN_PAGE_SIZE,
    ...(query.token !== undefined && { nextPageToken: query.token }),
    ...(query.reconcile && { reconcileIssues: query.reconcile }),
  };
  const reply = await client.send(
    { method: 'POST', path: '/rest/api/3/search/jql', body },
    { signal, reads: true },
  );
  const page = parseWire(WireTokenPage, reply, 'search/jql');
  return {
    items: page.issues,
    nextPageToken: page.nextPageToken ?? null,
    isLast: page.isLast ?? null,
  };
}

/** Issues by id or key, and those that the host says it could not read. Missing ones are silently absent. */
export interface BulkIssues {
  readonly issues: readonly unknown[];
  readonly errors: readonly string[];
}

/** Up to 100 issues by id or key: bulkfetch on Cloud, a key list by POST on Data Center. */
export async function fetchIssuesById(
  client: JiraClient,
  idsOrKeys: readonly string[],
  shape: IssueShape,
  signal?: AbortSignal,
): Promise<BulkIssues> {
  if (client.flavour === 'data-center') return fetchByKeyList(client, idsOrKeys, shape, signal);
  const body = {
    issueIdsOrKeys: idsOrKeys,
    fields: shape.fields,
    ...(shape.expand && shape.expand.length > 0 && { expand: shape.expand }),
    ...(shape.properties && { properties: shape.properties }),
  };
  const reply = await client.send(
    { method: 'POST', path: '/rest/api/3/issue/bulkfetch', body },
    { signal, reads: true },
  );
  const { issues, issueErrors } = parseWire(WireBulkIssues, reply, 'issue/bulkfetch');
  return { issues, errors: (issueErrors ?? []).map(each => each.errorMessage ?? 'not readable') };
}

/** `validateQuery: warn` keeps one unknown key from failing the whole list. */
async function fetchByKeyList(
  client: JiraClient,
  idsOrKeys: readonly string[],
  shape: IssueShape,
  signal: AbortSignal | undefined,
): Promise<BulkIssues> {
  const body = {
    jql: `issuekey in (${idsOrKeys.join(', ')})`,
    startAt: 0,
    maxResults: idsOrKeys.length,
    fields: shape.fields,
    ...(shape.expand && shape.expand.length > 0 && { expand: shape.expand }),
    validateQuery: 'warn',
  };
  const reply = await client.send(
    { method: 'POST', path: '/rest/api/2/search', body },
    { signal, reads: true },
  );
  return { issues: parseWire(WireBulkIssues, reply, 'search').issues, errors: [] };
}

/** Data Center: one page of the search by startAt, as it came. GET while the address stays short, else POST. */
export function fetchOffsetPage(
  client: JiraClient,
  page: IssuePage,
  signal?: AbortSignal,
): Promise<unknown> {
  const { jql, startAt, maxResults, fields, expand = [] } = page;
  const short = jql.length + fields.join().length <= MAX_GET_LENGTH;
  const listed = expand.length > 0;
  const request: HttpRequest = short
    ? {
        method: 'GET',
        path: '/rest/api/2/search',
        query: {
          jql,
          startAt,
          maxResults,
          fields: fields.join(),
          expand: listed ? expand.join() : undefined,
        },
      }
    : {
        method: 'POST',
        path: '/rest/api/2/search',
        body: { jql, startAt, maxResults, fields, ...(listed && { expand }) },
      };
  return client.send(request, { signal, reads: true });
}

/** How many issues a query matches: near on Cloud, exact on Data Center. */
export async function fetchIssueCount(
  client: JiraClient,
  jql: string,
  signal?: AbortSignal,
): Promise<number> {
  if (client.flavour === 'cloud') {
    const reply = await client.send(
      { method: 'POST', path: '/rest/api/3/search/approximate-count', body: { jql } },
      { signal, reads: true },
    );
    return parseWire(WireCount, reply, 'search/approximate-count').count;
  }
  const reply = await fetchOffsetPage(
    client,
    { jql, startAt: 0, maxResults: 0, fields: ['id'] },
    signal,
  );
  return parseWire(WirePage, reply, 'search').total ?? 0;
}

/** What the host objects to in a query, in its own words; empty when it would run. */
export async function checkBySearch(
  client: JiraClient,
  jql: string,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  try {
    await fetchOffsetPage(client, { jql, startAt: 0, maxResults: 0, fields: ['id'] }, signal);
    return [];
  } catch (error) {
    if (error instanceof HttpError && error.status === 400) return error.messages;
    throw error;
  }
}
