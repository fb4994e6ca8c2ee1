import { type Api, type Call, readBody } from '../api.ts';
import { invalidPayload, JiraError } from '../errors.ts';
import { readList, readToken, readWhole, writeToken } from '../paging.ts';
import { asksOnlyIdentity } from '../shape/field-choice.ts';
import { expandNames, type IssueRequest, readIssueRequest, readIssues } from '../shape/issue.ts';

const known = [
  'jql',
  'nextPageToken',
  'maxResults',
  'fields',
  'expand',
  'properties',
  'fieldsByKeys',
  'failFast',
  'reconcileIssues',
  'includeArchivedProjects',
];

export const MAX_SEARCH_HISTORIES = 40;
const dayMs = 24 * 60 * 60 * 1000;

const nobody = { issues: [], isLast: true };

/** Cloud: paged by token, no total, only ids unless fields are named. */
export function searchJql(api: Api): void {
  api.platform.get('/search/jql', call => search(call, { ...call.query }), { anonymous: nobody });
  api.platform.post(
    '/search/jql',
    call => {
      const body = readBody(call, known);
      // Jira rejects a list for `expand` and a text for `fields`.
      if (body.expand !== undefined && typeof body.expand !== 'string') throw invalidPayload();
      if (body.fields !== undefined && !Array.isArray(body.fields)) throw invalidPayload();
      return search(call, body);
    },
    { anonymous: nobody },
  );
}

async function search(call: Call, asked: Record<string, unknown>) {
  const jql = await readBoundedJql(call, asked.jql);
  const fields = readList(asked.fields);
  const expand = readList(asked.expand);
  const request = readIssueRequest(
    { fields, expand, properties: asked.properties },
    ['id'],
    MAX_SEARCH_HISTORIES,
  );
  const isBare = expand.length === 0 && request.properties.length === 0;
  const pageSize = readPageSize(asked, isBare && asksOnlyIdentity(fields));
  const signature = hash(JSON.stringify([jql, fields]));
  const offset = readOffset(call, asked.nextPageToken, signature);

  const { ids } = await call.store.jql.search({
    jql,
    viewer: call.caller,
    now: call.now(),
    offset,
    limit: pageSize + 1,
  });
  const page = ids.slice(0, pageSize);
  const isLast = ids.length <= pageSize;
  const next = { offset: offset + page.length, signature, at: call.now() };
  return {
    issues: await shapePage(call, page, fields, request, isBare),
    ...(isLast ? {} : { nextPageToken: writeToken(next) }),
    isLast,
    ...(await expandNames(call, request)),
  };
}

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
function readPageSize(asked: Record<string, unknown>, onlyIdentity: boolean): number {
  const size = readWhole(asked, 'maxResults') ?? 50;
  if (size < 0) throw new JiraError(400, 'The maxResults parameter must not be negative.');
  const max = onlyIdentity ? 5000 : 100;
  return Math.max(1, Math.min(size, max));
}

/** A token is bound to its query and valid for seven days. */
function readOffset(call: Call, token: unknown, signature: string): number {
  const state = readToken(token);
  if (!state) return 0;
  const expired = call.now() - Number(state.at) > 7 * dayMs;
  if (state.signature !== signature || expired) {
    throw new JiraError(400, 'The provided next page token is invalid or expired.');
  }
  return Number(state.offset);
}

/** Throws Jira's 400 for a query without a restriction. */
export async function readBoundedJql(call: Call, value: unknown): Promise<string> {
  const jql = typeof value === 'string' ? value : '';
  const parsed = await call.store.jql.parse(jql, {
    viewer: call.caller,
    now: call.now(),
    validation: 'none',
  });
  if (parsed.errors.length === 0 && !parsed.bounded) {
    throw new JiraError(
      400,
      'Unbounded JQL queries are not allowed here. Please add a search restriction to your query.',
    );
  }
  return jql;
}

function hash(text: string): string {
  let value = 5381;
  for (let i = 0; i < text.length; i++) value = (Math.imul(value, 33) ^ text.charCodeAt(i)) >>> 0;
  return value.toString(36);
}
