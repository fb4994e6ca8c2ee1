import type { Entity } from '../../data/entity.ts';
import type { IssueDocument } from '../../data/issues/issue-document.ts';
import { splitOrder } from '../../data/planning/boards.ts';
import { asObject, asObjects, asText } from '../../data/shapes.ts';
import type { Api, Call } from '../api.ts';
import { orNotFound } from '../errors.ts';
import { agilePage, readToken, readWindow, writeToken } from '../paging.ts';
import { MAX_SEARCH_HISTORIES } from '../platform/issue.ts';
import { readValidation } from '../platform/search.ts';
import { customType } from '../shape/converter.ts';
import { type IssueRequest, readIssueRequest, readIssues } from '../shape/issue.ts';
import { shapeSprint } from '../shape/sprint.ts';
import { findBoard } from './board.ts';

type Query = (call: Call) => string | Promise<string>;

const both =
  (...queries: Query[]): Query =>
  async call => {
    const found = await Promise.all(queries.map(async query => query(call)));
    return found.map(query => `(${query})`).join(' AND ');
  };

const ofSprint: Query = call => `sprint = ${findSprint(call).id}`;
const ofEpic: Query = async call => `parent = ${(await findEpic(call)).key}`;
const withoutEpic: Query = () => 'parent is EMPTY';

async function ofBoard(call: Call, subQuery = false): Promise<string> {
  const jql = await call.store.boards.jql(findBoard(call).id, { subQuery });
  return splitOrder(jql).where || 'created >= 1970-01-01';
}

/** Not done, and in no active or future sprint. */
const inBacklog: Query = () =>
  'statusCategory != Done AND (sprint is EMPTY OR sprint not in (openSprints(), futureSprints()))';

/** Lists of issues, and the query that restricts each. */
const LISTS: Readonly<Record<string, Query>> = {
  '/board/:boardId/issue': call => ofBoard(call, true),
  '/board/:boardId/backlog': both(ofBoard, inBacklog),
  '/board/:boardId/sprint/:sprintId/issue': both(ofBoard, ofSprint),
  '/board/:boardId/epic/none/issue': both(ofBoard, withoutEpic),
  '/board/:boardId/epic/:epicId/issue': both(ofBoard, ofEpic),
  '/sprint/:sprintId/issue': ofSprint,
  '/epic/none/issue': withoutEpic,
  '/epic/:epicId/issue': ofEpic,
};

/** Issues of boards, sprints and epics, by rank; on Cloud also paged by token. */
export function boardIssue(api: Api): void {
  const nobody = { expand: 'schema,names', startAt: 0, maxResults: 50, total: 0, issues: [] };
  for (const [path, query] of Object.entries(LISTS)) {
    const max = api.flavour === 'cloud' && path.startsWith('/board') ? 5000 : 1000;
    api.agile.get(path, call => byPosition(call, query, max), nobody);
    api.software.get(path, call => byToken(call, query));
    if (!/^.board.:boardId.(issue|backlog)$/.test(path)) continue;
    api.software.get(`${path}/approximate-count`, async call => ({
      count: await call.store.jql.count(await readRequest(call, query)),
    }));
  }
  api.agile.get('/board/:boardId/epic', listEpics);
  api.agile.get('/epic/:epicId', async call => shapeEpic(call, await findEpic(call)));
}

async function byPosition(call: Call, query: Query, max: number) {
  const window = readWindow(call.query, max);
  const found = await call.store.jql.search({
    ...(await readRequest(call, query)),
    offset: window.startAt,
    limit: window.maxResults,
    total: true,
  });
  const issues = await readIssues(call, found.ids, agileIssueRequest(call));
  return { expand: 'schema,names', ...window, total: found.total ?? 0, issues };
}

async function byToken(call: Call, query: Query) {
  const { maxResults } = readWindow(call.query, 100);
  const offset = Number(readToken(call.query.nextPageToken)?.offset ?? 0);
  const request = await readRequest(call, query);
  const { ids } = await call.store.jql.search({ ...request, offset, limit: maxResults + 1 });
  const isLast = ids.length <= maxResults;
  const issues = await readIssues(call, ids.slice(0, maxResults), agileIssueRequest(call));
  const nextPageToken = isLast ? undefined : writeToken({ offset: offset + issues.length });
  return { expand: 'schema,names', issues, isLast, nextPageToken };
}

async function readRequest(call: Call, query: Query) {
  // Imported sites may have no Rank.
  const hasRank = call.all('field').some(field => /:gh-lexo-rank$/.test(customType(field)));
  return {
    jql: asText(call.query.jql) ?? '',
    within: `${await query(call)} ORDER BY ${hasRank ? 'Rank' : 'key'} ASC`,
    ...call.scope,
    validation: readValidation(call.query.validateQuery),
  };
}

/** The agile API adds `sprint`, `flagged` and `epic`. */
export function agileIssueRequest(call: Call): IssueRequest {
  const { fields: asked, expand } = call.query;
  const request = readIssueRequest({ fields: asked, expand }, ['*navigable'], MAX_SEARCH_HISTORIES);
  const idOf = (type: RegExp, name?: string) =>
    call
      .all('field')
      .find(field => type.test(customType(field)) && (name ?? field.name) === field.name)?.id ?? '';
  const sprintField = idOf(/:gh-sprint$/);
  const flagField = idOf(/:multicheckboxes$/, 'Flagged');
  return {
    ...request,
    extra(issue) {
      const sprints = asObjects(issue.fields[sprintField]).map(sprint =>
        shapeSprint(String(sprint.id), sprint, call.base),
      );
      const closed = sprints.filter(({ state }) => state === 'closed');
      const flag = issue.fields[flagField];
      const { id, key, ...parent } = asObject(issue.fields.parent) ?? {};
      const fields = asObject(parent.fields) ?? {};
      const isEpic = asObject(fields.issuetype)?.hierarchyLevel === 1;
      return {
        sprint: sprints.find(({ state }) => state !== 'closed') ?? null,
        closedSprints: closed.length > 0 ? closed : undefined,
        flagged: Array.isArray(flag) && flag.length > 0,
        epic: isEpic ? shapeEpic(call, { id: String(id), key: String(key), fields }) : null,
      };
    },
  };
}

async function listEpics(call: Call) {
  const board = findBoard(call);
  const types = call
    .all('issueType')
    .filter(({ name, document }) => document.hierarchyLevel === 1 || name === 'Epic');
  const named = types.map(({ id }) => id).join(', ');
  const found = named
    ? await call.store.jql.search({
        jql: `issuetype in (${named})`,
        within: await call.store.boards.jql(board.id),
        ...call.scope,
      })
    : { ids: [] };
  const epics = (await call.store.issues.documents(found.ids)).map(epic => shapeEpic(call, epic));
  const rows = epics.filter(({ done }) => (call.query.done ?? String(done)) === String(done));
  return { ...agilePage(call, rows), total: undefined };
}

function shapeEpic(
  { base }: Call,
  { id, key, fields }: Pick<IssueDocument, 'id' | 'key' | 'fields'>,
) {
  const name = String(fields.summary ?? key);
  return {
    id: Number(id),
    key,
    self: `${base}/rest/agile/1.0/epic/${id}`,
    name,
    summary: name,
    color: { key: `color_${(Number(id) % 14) + 1}` },
    done: asObject(asObject(fields.status)?.statusCategory)?.key === 'done',
  };
}

async function findEpic(call: Call): Promise<IssueDocument> {
  const message = 'The requested epic does not exist or you do not have permission to view it.';
  return orNotFound(await call.store.issues.byKeyOrId(call.params.epicId ?? ''), message);
}

const NO_SUCH_SPRINT = 'Sprint does not exist or you do not have permission to view it.';

export const findSprint = (call: Call): Entity =>
  orNotFound(call.find('sprint', call.params.sprintId), NO_SUCH_SPRINT);
