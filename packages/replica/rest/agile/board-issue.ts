import type { Entity } from '../../data/entity.ts';
import type { IssueDocument } from '../../data/issues/issue-document.ts';
import { splitOrder } from '../../data/planning/split-order.ts';
import type { Api, Call } from '../api.ts';
import { orNotFound } from '../errors.ts';
import { readToken, readWindow, writeToken } from '../paging.ts';
import { MAX_SEARCH_HISTORIES } from '../platform/issue.ts';
import { readValidation } from '../platform/search.ts';
import { customType } from '../shape/converter.ts';
import { type IssueRequest, readIssueRequest, readIssues } from '../shape/issue.ts';
import { shapeSprint } from '../shape/sprint.ts';
import { findBoard } from './board.ts';

/** A list of issues and the query that restricts it. */
interface IssueList {
  path: string;
  within: (call: Call) => Promise<string>;
}

const both = (...queries: string[]): string => queries.map(query => `(${query})`).join(' AND ');

const ofSprint = async (call: Call): Promise<string> => `sprint = ${(await findSprint(call)).id}`;

const ofEpic = async (call: Call): Promise<string> =>
  `parent = ${(await findEpic(call, call.params.epicId)).key}`;

const ofBoard = async (call: Call, subQuery = false): Promise<string> => {
  const entity = await findBoard(call);
  const jql = await call.store.boards.jql(entity.id, { subQuery });
  return splitOrder(jql).where || 'created >= 1970-01-01';
};

/** Not done, and in no active or future sprint. */
const inBacklog =
  'statusCategory != Done AND (sprint is EMPTY OR sprint not in (openSprints(), futureSprints()))';

const lists: IssueList[] = [
  { path: '/board/:boardId/issue', within: call => ofBoard(call, true) },
  { path: '/board/:boardId/backlog', within: async call => both(await ofBoard(call), inBacklog) },
  {
    path: '/board/:boardId/sprint/:sprintId/issue',
    within: async call => both(await ofBoard(call), await ofSprint(call)),
  },
  {
    path: '/board/:boardId/epic/none/issue',
    within: async call => both(await ofBoard(call), 'parent is EMPTY'),
  },
  {
    path: '/board/:boardId/epic/:epicId/issue',
    within: async call => both(await ofBoard(call), await ofEpic(call)),
  },
  { path: '/sprint/:sprintId/issue', within: ofSprint },
  { path: '/epic/none/issue', within: async () => 'parent is EMPTY' },
  { path: '/epic/:epicId/issue', within: ofEpic },
];

/** Issues of boards, sprints and epics, by rank; on Cloud also paged by token. */
export function boardIssue(api: Api): void {
  const nobody = { expand: 'schema,names', startAt: 0, maxResults: 50, total: 0, issues: [] };
  for (const list of lists) {
    api.agile.get(list.path, call => byPosition(call, list), { anonymous: nobody });
    api.software.get(list.path, call => byToken(call, list));
  }
  for (const list of lists.slice(0, 2)) {
    api.software.get(`${list.path}/approximate-count`, async call => {
      const request = await readRequest(call, list);
      return { count: await call.store.jql.count(request) };
    });
  }
}

async function byPosition(call: Call, list: IssueList) {
  const max = call.flavour === 'cloud' && list.path.startsWith('/board') ? 5000 : 1000;
  const window = readWindow(call.query, { standard: 50, max });
  const found = await call.store.jql.search({
    ...(await readRequest(call, list)),
    offset: window.startAt,
    limit: window.maxResults,
    total: true,
  });
  return {
    expand: 'schema,names',
    ...window,
    total: found.total ?? 0,
    issues: await readIssues(call, found.ids, await agileIssueRequest(call)),
  };
}

async function byToken(call: Call, list: IssueList) {
  const { maxResults } = readWindow(call.query, { standard: 50, max: 100 });
  const offset = Number(readToken(call.query.nextPageToken)?.offset ?? 0);
  const request = await readRequest(call, list);
  const { ids } = await call.store.jql.search({ ...request, offset, limit: maxResults + 1 });
  const page = ids.slice(0, maxResults);
  const isLast = ids.length <= maxResults;
  return {
    expand: 'schema,names',
    issues: await readIssues(call, page, await agileIssueRequest(call)),
    isLast,
    nextPageToken: isLast ? undefined : writeToken({ offset: offset + page.length }),
  };
}

async function readRequest(call: Call, list: IssueList) {
  const jql = typeof call.query.jql === 'string' ? call.query.jql : '';
  const ranked = (await rankField(call)) ? 'ORDER BY Rank ASC' : 'ORDER BY key ASC';
  return {
    jql,
    within: `${await list.within(call)} ${ranked}`,
    viewer: call.caller,
    now: call.now(),
    validation: readValidation(call.query.validateQuery),
  };
}

/** Imported sites may have no Rank. */
async function rankField(call: Call): Promise<boolean> {
  const fields = await call.store.catalogue.all('field');
  return fields.some(field => /:gh-lexo-rank$/.test(customType(field)));
}

/** The agile API adds `sprint`, `flagged` and `epic`. */
export async function agileIssueRequest(call: Call): Promise<IssueRequest> {
  const { fields: asked, expand } = call.query;
  const request = readIssueRequest({ fields: asked, expand }, ['*navigable'], MAX_SEARCH_HISTORIES);
  const fields = await call.store.catalogue.all('field');
  const sprintField = fields.find(field => /:gh-sprint$/.test(customType(field)))?.id;
  const flagField = fields.find(
    field => /:multicheckboxes$/.test(customType(field)) && field.name === 'Flagged',
  )?.id;
  return { ...request, extra: issue => agileFields(call, issue, sprintField, flagField) };
}

function agileFields(
  call: Call,
  issue: IssueDocument,
  sprintField: string | undefined,
  flagField: string | undefined,
): Record<string, unknown> {
  const stored = sprintField ? issue.fields[sprintField] : null;
  const sprints = (Array.isArray(stored) ? stored : [])
    .filter(sprint => typeof sprint === 'object' && sprint !== null)
    .map((sprint: Record<string, unknown>) => shapeSprint(String(sprint.id), sprint, call.base));
  const closed = sprints.filter(({ state }) => state === 'closed');
  const flag = flagField ? issue.fields[flagField] : null;
  return {
    sprint: sprints.find(({ state }) => state !== 'closed') ?? null,
    closedSprints: closed.length > 0 ? closed : undefined,
    flagged: Array.isArray(flag) && flag.length > 0,
    epic: epicOf(call, issue),
  };
}

function epicOf(call: Call, issue: IssueDocument): Record<string, unknown> | null {
  const parent = issue.fields.parent as { id?: string; key?: string; fields?: ParentFields } | null;
  if (parent?.fields?.issuetype?.hierarchyLevel !== 1) return null;
  return shapeEpic(call, String(parent.id), String(parent.key), parent.fields);
}

interface ParentFields {
  summary?: string;
  issuetype?: { hierarchyLevel?: number };
  status?: { statusCategory?: { key?: string } };
}

export function shapeEpic(call: Call, id: string, key: string, fields: ParentFields) {
  const summary = String(fields.summary ?? key);
  return {
    id: Number(id),
    key,
    self: `${call.base}/rest/agile/1.0/epic/${id}`,
    name: summary,
    summary,
    color: { key: `color_${(Number(id) % 14) + 1}` },
    done: fields.status?.statusCategory?.key === 'done',
  };
}

export async function findEpic(call: Call, name = ''): Promise<IssueDocument> {
  const message = 'The requested epic does not exist or you do not have permission to view it.';
  return orNotFound(await call.store.issues.byKeyOrId(name), message);
}

export async function findSprint(call: Call): Promise<Entity> {
  const message = 'Sprint does not exist or you do not have permission to view it.';
  return orNotFound(await call.store.catalogue.get('sprint', call.params.sprintId ?? ''), message);
}
