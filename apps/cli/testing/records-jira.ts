/** A Jira of either kind that holds the records of a folder and answers with them as they are written. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import { asObject, asObjects, type JsonObject } from '@tallyboard/replica/data/shapes.ts';

interface Records {
  readonly issues: readonly JsonObject[];
  readonly fields: readonly unknown[];
  readonly statuses: readonly unknown[];
  readonly sprints: readonly unknown[];
  readonly boards: readonly JsonObject[];
}

const listOf = (value: unknown): unknown[] => {
  const object = asObject(value);
  const list = object?.issues ?? object?.values ?? value;
  return Array.isArray(list) ? list : [list];
};

const GREENHOPPER = 'com.pyxis.greenhopper.jira:';
const FLOAT = 'com.atlassian.jira.plugin.system.customfieldtypes:float';

/** The fields that a folder without a list of them uses. */
const STANDARD_FIELDS = [
  {
    id: 'customfield_10020',
    name: 'Sprint',
    custom: true,
    schema: { type: 'array', items: 'json', custom: `${GREENHOPPER}gh-sprint`, customId: 10020 },
  },
  {
    id: 'customfield_10016',
    name: 'Story Points',
    custom: true,
    schema: { type: 'number', custom: FLOAT, customId: 10016 },
  },
];

/** The fields that a search reply names. */
function fieldsOf(reply: unknown): JsonObject[] {
  const { names, schema } = asObject(reply) ?? {};
  return Object.entries(asObject(names) ?? {}).map(([id, name]) => {
    return { id, name, custom: id.startsWith('customfield_'), schema: asObject(schema)?.[id] };
  });
}

function distinct(records: readonly unknown[]): unknown[] {
  return [...new Map(records.map(one => [String(asObject(one)?.id), one])).values()];
}

/** Reads the lists of a folder by the names of their files. */
function readRecords(folder: string): Records {
  const texts = readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .sort()
    .map(name => ({
      name,
      reply: JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown,
    }));
  const of = (pattern: RegExp) =>
    texts.filter(({ name }) => pattern.test(name)).flatMap(({ reply }) => listOf(reply));
  const issues = asObjects(of(/^issues/));
  const named = texts.flatMap(({ reply }) => fieldsOf(reply));
  const fields = [...of(/^fields/), ...named];
  const inIssues = issues.flatMap(issue => {
    const values = Object.values(asObject(issue.fields) ?? {}).flat();
    return asObjects(values).filter(({ state }) => state !== undefined);
  });
  const ofIssues = issues.flatMap(issue => asObject(issue.fields)?.status ?? []);
  const boards = asObjects(of(/^boards/));
  return {
    issues,
    fields: fields.length > 0 ? fields : STANDARD_FIELDS,
    statuses: distinct([...ofIssues, ...of(/^statuses/)]),
    sprints: distinct([...inIssues, ...of(/^sprints/)]),
    boards: boards.length > 0 ? boards : [{ id: 1, name: 'Board', type: 'scrum' }],
  };
}

interface Call {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: JsonObject;
}

const historiesOf = (issue: JsonObject): unknown[] => {
  const histories = asObject(issue.changelog)?.histories;
  return Array.isArray(histories) ? histories : [];
};

const worklogsOf = (issue: JsonObject): unknown[] => {
  const worklogs = asObject(asObject(issue.fields)?.worklog)?.worklogs;
  return Array.isArray(worklogs) ? worklogs : [];
};

const named = (given: unknown): string[] =>
  typeof given === 'string' ? given.split(',') : Array.isArray(given) ? given.map(String) : [];

/** An issue with the fields that a call names. */
function shapeIssue(issue: JsonObject, asked: JsonObject): JsonObject {
  const { id, key, changelog } = issue;
  const fields = asObject(issue.fields) ?? {};
  const names = named(asked.fields);
  const isAsked = (name: string) => names.includes(name) || names.includes('*all');
  const shaped = Object.fromEntries(Object.entries(fields).filter(([name]) => isAsked(name)));
  if (isAsked('worklog')) shaped.worklog = fields.worklog ?? { total: 0, worklogs: [] };
  const expands = named(asked.expand).includes('changelog');
  const empty = { total: 0, histories: [] };
  return { id, key, fields: shaped, ...(expands && { changelog: changelog ?? empty }) };
}

/** The issues of a query: those that it names by key or id, else all. */
function find(issues: readonly JsonObject[], jql: unknown): readonly JsonObject[] {
  const list = /(?:issuekey|key|id) in \(([^)]*)\)/i.exec(String(jql))?.[1]?.split(/,\s*/);
  if (!list) return issues;
  return issues.filter(({ id, key }) => list.includes(String(id)) || list.includes(String(key)));
}

function page(list: readonly unknown[], { query }: Call, name = 'values'): JsonObject {
  const startAt = Number(query.get('startAt') ?? 0);
  const maxResults = Number(query.get('maxResults') ?? 50);
  const part = list.slice(startAt, startAt + maxResults);
  const isLast = startAt + part.length >= list.length;
  return { startAt, maxResults, total: list.length, isLast, [name]: part };
}

const inMilliseconds = (created: unknown) =>
  typeof created === 'string' ? Date.parse(created) || created : created;

/** Histories of a bulk call, narrowed to fields where it names some. */
function bulkHistories(issue: JsonObject, fieldIds: unknown): unknown[] {
  const wanted = Array.isArray(fieldIds) ? new Set(fieldIds) : null;
  return historiesOf(issue).flatMap(given => {
    const history = asObject(given);
    if (!history) return [given];
    const { items } = history;
    const kept =
      wanted && Array.isArray(items)
        ? items.filter(item => wanted.has(asObject(item)?.fieldId ?? asObject(item)?.field))
        : items;
    if (Array.isArray(kept) && kept.length === 0) return [];
    return [{ ...history, created: inMilliseconds(history.created), items: kept }];
  });
}

type Answer = (call: Call, ...parts: string[]) => unknown;

const ME = { accountId: 'ann', key: 'ann', name: 'ann', displayName: 'Ann', timeZone: 'UTC' };

function routesOf(records: Records, flavour: Flavour): readonly (readonly [RegExp, Answer])[] {
  const { issues, boards } = records;
  const isCloud = flavour === 'cloud';
  const one = (name = '') => issues.find(({ id, key }) => String(id) === name || key === name);
  const issuesOf = (names: unknown) =>
    issues.filter(({ id, key }) => named(names).some(name => name === String(id) || name === key));
  const fieldsOfCall = ({ body, query }: Call): JsonObject => ({
    ...body,
    ...(query.has('fields') && { fields: query.get('fields') }),
    ...(query.has('expand') && { expand: query.get('expand') }),
  });
  const search: Answer = call => {
    const { body, query } = call;
    const found = find(issues, body.jql ?? query.get('jql'));
    const from = Number(body.startAt ?? query.get('startAt') ?? 0);
    const count = Number(body.maxResults ?? query.get('maxResults') ?? 50);
    const shaped = found
      .slice(from, from + count)
      .map(issue => shapeIssue(issue, fieldsOfCall(call)));
    return { startAt: from, maxResults: count, total: found.length, issues: shaped };
  };
  return [
    [
      /api\/.\/serverInfo$/,
      () => ({
        deploymentType: isCloud ? 'Cloud' : 'Server',
        version: isCloud ? '1001.0.0' : '9.12.0',
        serverTime: new Date().toISOString().replace('Z', '+0000'),
        serverTitle: 'Jira',
      }),
    ],
    [/api\/.\/myself$/, () => ME],
    [/api\/.\/field$/, () => records.fields],
    [/api\/.\/status$/, () => records.statuses],
    [/api\/.\/configuration$/, () => ({ timeTrackingEnabled: true })],
    [/api\/.\/mypermissions$/, () => ({ permissions: {} })],
    [
      /api\/3\/search\/jql$/,
      ({ body }) => {
        const found = find(issues, body.jql);
        return {
          issues: found.map(issue => ({ ...shapeIssue(issue, body), id: issue.id })),
          isLast: true,
        };
      },
    ],
    [
      /api\/3\/search\/approximate-count$/,
      ({ body }) => ({ count: find(issues, body.jql).length }),
    ],
    [/api\/2\/search$/, search],
    [
      /api\/3\/issue\/bulkfetch$/,
      ({ body }) => {
        const found = issuesOf(body.issueIdsOrKeys);
        return { issues: found.map(issue => shapeIssue(issue, body)), issueErrors: [] };
      },
    ],
    [
      /api\/3\/changelog\/bulkfetch$/,
      ({ body }) => {
        const found = issuesOf(body.issueIdsOrKeys);
        const logs = found.map(issue => {
          const changeHistories = bulkHistories(issue, body.fieldIds);
          return { issueId: String(issue.id), changeHistories };
        });
        return { issueChangeLogs: logs.filter(log => log.changeHistories.length > 0) };
      },
    ],
    [/api\/.\/issue\/([^/]+)\/changelog$/, (call, id) => page(historiesOf(one(id) ?? {}), call)],
    [
      /api\/.\/issue\/([^/]+)\/worklog$/,
      (call, id) => page(worklogsOf(one(id) ?? {}), call, 'worklogs'),
    ],
    [/api\/.\/issue\/([^/]+)$/, (call, id) => shapeIssue(one(id) ?? {}, fieldsOfCall(call))],
    [
      /api\/.\/worklog\/(?:updated|deleted)$/,
      () => ({ values: [], until: Date.now(), lastPage: true }),
    ],
    [/api\/.\/worklog\/list$/, () => []],
    [/api\/2\/project$/, () => asObjects(issues.map(issue => asObject(issue.fields)?.project))],
    [/api\/.\/project\/[^/]+$/, () => asObject(issues[0]?.fields)?.project],
    [/api\/.\/filter\/10$/, () => ({ id: '10', name: 'Filter', jql: 'project is not EMPTY' })],
    [/api\/.\/(?:priority|resolution|issuetype|role|filter\/favourite)$/, () => []],
    [/api\/.\/permissionscheme$/, () => ({ permissionSchemes: [] })],
    [/api\/.\/issuesecurityschemes$/, () => ({ issueSecuritySchemes: [] })],
    [/api\/.\/.*(?:search|bulk|member)$/, call => page([], call)],
    [/agile\/1.0\/board$/, call => page(boards, call)],
    [/agile\/1.0\/board\/(\d+)\/sprint$/, call => page(records.sprints, call)],
    [
      /agile\/1.0\/board\/(\d+)\/configuration$/,
      (_, id) => ({
        id: Number(id),
        name: 'Board',
        filter: { id: '10' },
        columnConfig: { columns: [] },
      }),
    ],
    [/agile\/1.0\/board\/(\d+)$/, (_, id) => boards.find(board => String(board.id) === id)],
  ];
}

async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text === '' ? {} : (asObject(JSON.parse(text)) ?? {});
}

export interface RecordsJira {
  readonly url: string;
  close(): Promise<void>;
}

export async function openRecordsJira(folder: string, flavour: Flavour): Promise<RecordsJira> {
  const routes = routesOf(readRecords(folder), flavour);
  const server = createServer(async (request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://jira');
    const body = await bodyOf(request);
    const [pattern, answer] = routes.find(([each]) => each.test(path)) ?? [];
    const reply =
      pattern && answer?.({ path, query, body }, ...(pattern.exec(path)?.slice(1) ?? []));
    response.writeHead(reply === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply ?? { errorMessages: [`No ${path}.`] }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
