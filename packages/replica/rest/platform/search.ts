import type { JsonObject } from '../../data/shapes.ts';
import { type Api, type Call, readBody } from '../api.ts';
import { READ_ISSUES } from '../call-rights.ts';
import { invalidPayload, JiraError } from '../errors.ts';
import { readList, readToken, readWhole, readWindow, writeToken } from '../paging.ts';
import { expandNames, type IssueRequest, readIssueRequest, readIssues } from '../shape/issue.ts';
import { MAX_SEARCH_HISTORIES } from './issue.ts';
import { createLongResults, type LongResults } from './long-results.ts';

const TOKEN_BODY =
  'jql nextPageToken maxResults fields expand properties fieldsByKeys failFast reconcileIssues includeArchivedProjects'.split(
    ' ',
  );
const DAY_MS = 24 * 60 * 60 * 1000;

/** Ids that are read at once for later pages. */
const MAX_AHEAD = 200_000;

export function search(api: Api): void {
  const nobody = { issues: [], isLast: true };
  const results = createLongResults();
  const byBody = (call: Call) => {
    const body = readBody(call, TOKEN_BODY);
    // Jira rejects a list for `expand` and a text for `fields`.
    if (body.expand !== undefined && typeof body.expand !== 'string') throw invalidPayload();
    if (body.fields !== undefined && !Array.isArray(body.fields)) throw invalidPayload();
    return byToken(call, body, results);
  };
  const count = async (call: Call) => {
    const jql = readText(readBody(call, ['jql']).jql);
    return {
      count: await call.store.jql.count({ jql, ...call.scope, restricted: !call.allowsUnbounded }),
    };
  };
  api.cloud.get('/search/jql', call => byToken(call, call.query, results), nobody);
  api.cloud.post('/search/jql', READ_ISSUES, byBody, nobody);
  api.cloud.post('/search/approximate-count', READ_ISSUES, count, { count: 0 });

  if (api.flavour === 'cloud') {
    const refuse = () => {
      throw new JiraError(410, REMOVED);
    };
    api.platform.get('/search', refuse);
    api.platform.post('/search', READ_ISSUES, refuse);
    api.platform.post('/search/id', READ_ISSUES, refuse);
    return;
  }
  const empty = { expand: 'schema,names', startAt: 0, maxResults: 50, total: 0, issues: [] };
  api.platform.get('/search', call => byPosition(call, call.query), empty);
  api.platform.post('/search', READ_ISSUES, call => byPosition(call, readBody(call)), empty);
}

const REMOVED =
  'The requested API has been removed. Please migrate to the /rest/api/3/search/jql API. A full migration guideline is available at https://developer.atlassian.com/changelog/#CHANGE-2046';

/** Cloud: paged by token, no total, only ids unless fields are named. */
async function byToken(call: Call, asked: JsonObject, results: LongResults) {
  const jql = readText(asked.jql);
  const fields = readList(asked.fields);
  const request = readIssueRequest(asked, ['id'], MAX_SEARCH_HISTORIES);
  const isBare = request.expand.size === 0 && request.properties.length === 0;
  const pageSize = readPageSize(asked, isBare && asksOnlyIdentity(fields));
  const signature = hash(JSON.stringify([jql, fields]));
  const { offset, rest } = readState(call, asked.nextPageToken, signature);
  const { userId } = call.caller;

  // Most readers want the first page alone.
  const limit = offset > 0 ? MAX_AHEAD : pageSize + 1;
  const find = () =>
    call.store.jql.search({ jql, ...call.scope, restricted: !call.allowsUnbounded, offset, limit });
  const ids = results.take(rest, userId, pageSize) ?? (await find()).ids;
  const page = ids.slice(0, pageSize);
  const left = ids.slice(pageSize);
  const isLast = left.length === 0;
  const kept = left.length > 1 ? results.keep(left, userId) : undefined;
  const next = { offset: offset + page.length, signature, at: call.now(), rest: kept };
  return {
    issues: await shapePage(call, page, fields, request, isBare),
    nextPageToken: isLast ? undefined : writeToken(next),
    isLast,
    ...expandNames(call, request),
  };
}

/** Ids or keys only: Cloud then allows 5,000 issues per page. */
const asksOnlyIdentity = (fields: readonly string[]): boolean =>
  fields.every(name => name === 'id' || name === 'key' || name === 'issuekey');

/** Ids alone need no documents. */
async function shapePage(
  call: Call,
  ids: string[],
  fields: string[],
  request: IssueRequest,
  isBare: boolean,
) {
  if (isBare && fields.every(name => name === 'id')) return ids.map(id => ({ id }));
  const issues = await readIssues(call, ids, request);
  if (!asksOnlyIdentity(fields)) return issues;
  return issues.map(({ fields: _, ...issue }) => issue);
}

/** Default 50; at most 5,000 for ids and keys, 100 otherwise. */
function readPageSize(asked: JsonObject, onlyIdentity: boolean): number {
  const size = readWhole(asked, 'maxResults') ?? 50;
  if (size < 0) throw new JiraError(400, 'The maxResults parameter must not be negative.');
  return Math.max(1, Math.min(size, onlyIdentity ? 5000 : 100));
}

/** A token is bound to its query and valid for seven days. */
function readState(call: Call, token: unknown, signature: string) {
  const state = readToken(token);
  if (!state) return { offset: 0 };
  const expired = call.now() - Number(state.at) > 7 * DAY_MS;
  if (state.signature !== signature || expired) {
    throw new JiraError(400, 'The provided next page token is invalid or expired.');
  }
  return { offset: Number(state.offset), rest: state.rest };
}

const readText = (value: unknown): string => (typeof value === 'string' ? value : '');

function hash(text: string): string {
  let value = 5381;
  for (let i = 0; i < text.length; i++) value = (Math.imul(value, 33) ^ text.charCodeAt(i)) >>> 0;
  return value.toString(36);
}

/** Data Center: paged by position, with a total, at most 1,000 issues. */
async function byPosition(call: Call, asked: JsonObject) {
  const window = readWindow(asked, 1000);
  const found = await call.store.jql.search({
    jql: readText(asked.jql),
    ...call.scope,
    offset: window.startAt,
    limit: window.maxResults,
    total: true,
    validation: readValidation(asked.validateQuery),
  });
  const request = readIssueRequest(asked, ['*navigable'], Number.POSITIVE_INFINITY);
  return {
    expand: 'schema,names',
    ...window,
    total: found.total ?? 0,
    issues: await readIssues(call, found.ids, request),
    warningMessages: found.warnings.length > 0 ? found.warnings : undefined,
    ...expandNames(call, request),
  };
}

/** Older clients send true or false. */
export function readValidation(value: unknown): 'strict' | 'warn' | 'none' {
  const text = String(value ?? 'strict').toLowerCase();
  if (text === 'warn') return 'warn';
  return text === 'none' || text === 'false' ? 'none' : 'strict';
}
