import * as v from 'valibot';
import type { JiraClient } from '../client.ts';
import { halved } from '../halved.ts';
import { countableQuery } from '../jql/compose.ts';
import { nextTokenOf, parsePage, type TokenPage, walkTokenPages } from '../paginate.ts';
import { readByPost } from '../read.ts';
import { maybe } from '../wire/parse.ts';

// Issues stay unknown: wire/issue.ts checks them.
const TokenPageSchema = v.object({
  issues: v.array(v.unknown()),
  nextPageToken: v.nullish(v.string(), null),
  isLast: v.nullish(v.boolean(), null),
});
const BulkIssuesSchema = v.object({
  issues: v.array(v.unknown()),
  issueErrors: maybe(v.array(v.object({ errorMessage: v.nullish(v.string(), 'not readable') }))),
});
const CountSchema = v.object({ count: v.number() });

/** Largest page of ids alone of the token search. */
const TOKEN_PAGE_SIZE = 5_000;
/** Largest bulkfetch. */
export const BULK_SIZE = 100;
/** Largest page of Data Center's search, unless its administrator changed that. */
export const OFFSET_PAGE_SIZE = 1_000;

/** Longer queries are sent by POST: proxies truncate addresses from about 2,000 characters on. */
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
    /** Ids of up to 50 issues that were just changed, which the index may not have yet. */
    readonly changed?: readonly number[] | undefined;
  },
  signal?: AbortSignal,
): Promise<TokenPage<unknown>> {
  const body = {
    jql: query.jql,
    fields: query.fields,
    maxResults: query.maxResults ?? TOKEN_PAGE_SIZE,
    ...(query.token !== undefined && { nextPageToken: query.token }),
    ...(query.changed && { reconcileIssues: query.changed }),
  };
  const request = { path: '/rest/api/3/search/jql', body };
  const { issues, ...rest } = await readByPost(client, TokenPageSchema, request, signal);
  return { items: issues, ...rest };
}

/** Issues by id or key, and the errors of those that the host could not read. Unknown ones are silently absent. */
export interface BulkIssues {
  readonly issues: readonly unknown[];
  readonly errors: readonly string[];
}

/** Up to 100 issues by id or key: bulkfetch on Cloud, a key list by POST on Data Center; by halves where they are too many. */
export async function fetchIssuesById(
  client: JiraClient,
  idsOrKeys: readonly string[],
  shape: IssueShape,
  signal?: AbortSignal,
): Promise<BulkIssues> {
  const replies = await halved(idsOrKeys, part => fetchBatch(client, part, shape, signal));
  return {
    issues: replies.flatMap(({ issues }) => issues),
    errors: replies.flatMap(({ errors }) => errors),
  };
}

async function fetchBatch(
  client: JiraClient,
  idsOrKeys: readonly string[],
  { fields, expand = [], properties }: IssueShape,
  signal?: AbortSignal,
): Promise<BulkIssues> {
  const shape = { fields, ...(expand.length > 0 && { expand }) };
  const request =
    client.flavour === 'cloud'
      ? {
          path: '/rest/api/3/issue/bulkfetch',
          body: { issueIdsOrKeys: idsOrKeys, ...shape, ...(properties && { properties }) },
        }
      : {
          path: '/rest/api/2/search',
          body: {
            jql: `issuekey in (${idsOrKeys.join(', ')})`,
            startAt: 0,
            maxResults: idsOrKeys.length,
            ...shape,
            // Else one unknown key fails the whole list.
            validateQuery: 'warn',
          },
        };
  const { issues, issueErrors } = await readByPost(client, BulkIssuesSchema, request, signal);
  return { issues, errors: (issueErrors ?? []).map(each => each.errorMessage) };
}

/** Data Center: one page of the search by startAt. GET while the address stays short, else POST. */
export async function fetchOffsetPage(
  client: JiraClient,
  { jql, startAt, maxResults, fields, expand = [] }: IssuePage,
  signal?: AbortSignal,
) {
  const path = '/rest/api/2/search';
  const page = { jql, startAt, maxResults };
  const isLong = jql.length + fields.join().length > MAX_GET_LENGTH;
  const listed = { fields: fields.join(), expand: expand.join() || undefined };
  const reply = await client.send(
    isLong
      ? {
          method: 'POST',
          reads: true,
          path,
          body: { ...page, fields, ...(expand.length > 0 && { expand }) },
        }
      : { method: 'GET', path, query: { ...page, ...listed } },
    { signal },
  );
  return parsePage(reply, { list: 'issues', parseItem: item => item, where: 'search' });
}

/** The first issues of a query, and whether there are more. `changed` is for Cloud, as in fetchTokenPage. */
export async function fetchFirstIssues(
  client: JiraClient,
  {
    jql,
    fields,
    max,
    changed,
  }: Pick<IssuePage, 'jql' | 'fields'> & {
    readonly max: number;
    readonly changed?: readonly number[];
  },
  signal?: AbortSignal,
): Promise<{ readonly items: readonly unknown[]; readonly hasMore: boolean }> {
  if (client.flavour === 'data-center') {
    const page = { jql, fields, startAt: 0, maxResults: max };
    const { items, total } = await fetchOffsetPage(client, page, signal);
    return { items, hasMore: items.length < (total ?? 0) };
  }
  const items: unknown[] = [];
  let isCut = false;
  const fetchPage = async (token: string | undefined) => {
    const query = { jql, fields, maxResults: BULK_SIZE, token, changed };
    const page = await fetchTokenPage(client, query, signal);
    items.push(...page.items);
    if (items.length < max) return page;
    isCut = nextTokenOf(page) !== undefined || page.isLast === false;
    return { ...page, nextPageToken: null, isLast: true };
  };
  const { cut } = await walkTokenPages(fetchPage, () => {});
  return { items: items.slice(0, max), hasMore: isCut || cut !== null };
}

/** How many issues a query finds: an estimate on Cloud, exact on Data Center. */
export async function fetchIssueCount(
  client: JiraClient,
  query: string,
  signal?: AbortSignal,
): Promise<number> {
  const jql = countableQuery(query, client.flavour);
  if (client.flavour === 'cloud') {
    const request = { path: '/rest/api/3/search/approximate-count', body: { jql } };
    return (await readByPost(client, CountSchema, request, signal)).count;
  }
  const page = { jql, startAt: 0, maxResults: 0, fields: ['id'] };
  return (await fetchOffsetPage(client, page, signal)).total ?? 0;
}
