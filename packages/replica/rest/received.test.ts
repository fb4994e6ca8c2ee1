import fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import type { RecordIssue } from '../data/records.ts';
import type { Store } from '../store/store.ts';
import { assign } from '../store/testing/assign.ts';
import { onBothEngines } from '../store/testing/engines.ts';
import { openStore } from '../store/testing/open-store.ts';
import { replica } from './replica.ts';
import { OpenApiCheck } from './testing/openapi.ts';

type Json = Record<string, unknown>;

const history = (id: number) => ({
  id: String(id),
  created: '2026-01-06T09:00:00.000+0000',
  items: [],
});
const worklog = (id: number) => ({
  id: String(id),
  started: '2026-01-06T09:00:00.000+0000',
  timeSpentSeconds: 3600,
});

function issue(key: string, fields: Json, changelog?: RecordIssue['changelog']) {
  const status = { id: '1', name: 'Open' };
  const value: RecordIssue = {
    id: key.slice(2),
    key,
    fields: { created: '2026-01-05T09:00:00.000+0000', status, ...fields },
    ...(changelog && { changelog }),
  };
  return { kind: 'issue', value } as const;
}

const logs = (total: number, count: number) => ({
  worklog: { total, worklogs: Array.from({ length: count }, (_, at) => worklog(at + 1)) },
});

/** Complete, empty, without histories, with some of them, with some worklogs, with logged time but no worklogs. */
const records = [
  issue('R-1', logs(1, 1), { total: 1, histories: [history(1)] }),
  issue('R-2', {}, { total: 0, histories: [] }),
  issue('R-3', {}),
  issue('R-4', {}, { total: 3, histories: [history(4), history(5)] }),
  issue('R-5', logs(25, 20), { histories: [] }),
  issue('R-6', { timespent: 60 }, { histories: [] }),
];

const LACKS: Record<string, unknown> = {
  'R-3': { changelog: { fetched: 0, total: null } },
  'R-4': { changelog: { fetched: 2, total: 3 } },
  'R-5': { worklog: { fetched: 20, total: 25 } },
  'R-6': { worklog: { fetched: 0, total: null } },
};

async function serve(store: Store, flavour: 'cloud' | 'data-center'): Promise<FastifyInstance> {
  const app = fastify();
  await app.register(replica, { store, flavour });
  return app;
}

const check = new OpenApiCheck();

async function ask(app: FastifyInstance, url: string, body?: Json): Promise<Json> {
  const method = body ? 'POST' : 'GET';
  const reply = await app.inject({ method, url, ...(body && { payload: JSON.stringify(body) }) });
  const json = reply.json();
  if (url.startsWith('/rest/api/3/'))
    expect(check.problems(method, url, reply.statusCode, json)).toEqual([]);
  return json;
}

interface Reply {
  key: string;
  fields: { worklog?: { total: number; worklogs: unknown[] } };
  changelog?: { total: number; histories: unknown[] };
  properties: Json;
}

const listOf = (reply: Json) => reply.issues as Reply[];
const lacksOf = (issues: Reply[]) =>
  Object.fromEntries(
    issues.flatMap(({ key, properties }) =>
      properties['tallyboard.received'] ? [[key, properties['tallyboard.received']]] : [],
    ),
  );

onBothEngines('data that was not received', open => {
  test('is missing in replies of Cloud, whose totals include it', async () => {
    const store = await open();
    await store.ingest(records);
    const app = await serve(store, 'cloud');
    const shape = { fields: ['worklog'], properties: ['tallyboard.received'] };
    const found = listOf(
      await ask(app, '/rest/api/3/search/jql', {
        jql: 'project = R order by key',
        expand: 'changelog',
        ...shape,
      }),
    );
    expect(found.map(one => one.changelog?.total)).toEqual([1, 0, undefined, 3, 0, 0]);
    expect(found.map(one => one.fields.worklog?.total)).toEqual([1, 0, 0, 0, 25, undefined]);
    expect(lacksOf(found)).toEqual(LACKS);
    const fetched = await ask(app, '/rest/api/3/issue/bulkfetch', {
      issueIdsOrKeys: found.map(({ key }) => key),
      expand: ['changelog'],
      ...shape,
    });
    expect(lacksOf(listOf(fetched))).toEqual(LACKS);
    expect(await ask(app, '/rest/api/3/issue/R-4/changelog?startAt=1')).toMatchObject({
      total: 3,
      isLast: true,
      values: [{ id: '5' }],
    });
    expect(await ask(app, '/rest/api/3/issue/R-5/worklog')).toMatchObject({ total: 25 });
    const base = '/rest/api/3/issue/R-4';
    const one = await ask(app, `${base}?properties=tallyboard.received,other&fields=summary`);
    expect(one.properties).toEqual({ 'tallyboard.received': LACKS['R-4'] });
    expect((await ask(app, `${base}/properties`)).keys).toMatchObject([
      { key: 'tallyboard.received' },
    ]);
    expect(await ask(app, `${base}/properties/tallyboard.received`)).toMatchObject({
      value: LACKS['R-4'],
    });
    expect((await ask(app, '/rest/api/3/issue/R-1/properties')).keys).toEqual([]);
    expect(await ask(app, '/rest/api/3/issue/R-1/properties/tallyboard.received')).toMatchObject({
      errorMessages: [expect.any(String)],
    });
    await app.close();
  });

  test('is missing in replies of Data Center', async () => {
    const store = await open();
    await store.ingest(records);
    const app = await serve(store, 'data-center');
    const found = listOf(
      await ask(app, '/rest/api/2/search', {
        jql: 'project = R order by key',
        expand: ['changelog'],
        fields: ['worklog'],
        properties: ['tallyboard.received'],
      }),
    );
    expect(found.map(one => one.changelog?.total)).toEqual([1, 0, undefined, 3, 0, 0]);
    expect(lacksOf(found)).toEqual(LACKS);
    await app.close();
  });

  test('is named in warnings of queries over histories', async () => {
    const store = await open();
    await store.ingest(records);
    const cloud = await serve(store, 'cloud');
    const warningsOf = async (query: string) => {
      const parsed = await ask(cloud, '/rest/api/3/jql/parse', { queries: [query] });
      return (parsed.queries as { warnings?: string[] }[])[0]?.warnings ?? [];
    };
    const told =
      '1 issue has no history here, 1 issue has only a part of it: WAS and CHANGED miss what is not here.';
    expect(await warningsOf('status was Open order by key')).toEqual([told]);
    expect(await warningsOf('key = R-3 and not status changed')).toEqual([
      '1 issue has no history here: WAS and CHANGED miss what is not here.',
    ]);
    expect(await warningsOf('key = R-1 and (status changed or status was Open)')).toEqual([]);
    expect(await warningsOf('key = R-1 or status changed')).toEqual([told]);
    expect(await warningsOf('project = R')).toEqual([]);
    const server = await serve(store, 'data-center');
    const found = await ask(server, '/rest/api/2/search', { jql: 'status was Open' });
    expect(found.warningMessages).toEqual([told]);
    await Promise.all([cloud.close(), server.close()]);
  });

  test('stays missing after a change of the issue and in a backup', async () => {
    const store = await open();
    await store.ingest(records);
    const author = { accountId: 'a', displayName: 'Ana' };
    await store.ingest([{ kind: 'user', value: author }]);
    for (const issueId of ['3', '4', '5'])
      await assign(store, { issueId, assignee: author, author, at: 1 });
    await store.planning.rank({ issueIds: ['6'], beforeId: '1', author, at: 2 });
    const copy = await open();
    await copy.restore(store.backup(1));
    for (const one of [store, copy]) {
      expect(await one.issues.documents(['3', '4', '5', '6'])).toMatchObject([
        { historyCount: 1, historyTotal: null },
        { historyCount: 3, historyTotal: 4 },
        { historyTotal: 1, worklogCount: 20, worklogTotal: 25 },
        { historyTotal: 1, worklogTotal: null },
      ]);
    }
  });
});

onBothEngines('incomplete records', open => {
  const viewer = { userId: null, zone: 'UTC' };
  const search = async (store: Store, jql: string) =>
    (await store.jql.search({ jql: `${jql} order by key`, viewer, now: 0 })).ids;

  test('a resolution is its name or its date', async () => {
    const store = await open();
    await store.ingest([
      issue('R-1', { resolution: { name: 'Fixed' } }),
      issue('R-2', { resolutiondate: '2026-01-06T09:00:00.000+0000' }),
      issue('R-3', { resolution: null }),
    ]);
    expect(await search(store, 'resolution is EMPTY')).toEqual(['3']);
    expect(await search(store, 'resolution = Unresolved')).toEqual(['3']);
    expect(await search(store, 'resolution is not EMPTY')).toEqual(['1', '2']);
    expect(await search(store, 'resolution = Fixed')).toEqual(['1']);
  });

  test('the epic of the agile API can be searched and read', async () => {
    const store = await open();
    const epic = { id: 9, key: 'R-9', name: 'Pay' };
    await store.ingest([issue('R-1', { epic }), issue('R-2', {}), issue('R-9', {})]);
    expect(await search(store, 'parent = R-9')).toEqual(['1']);
    expect(await search(store, '"Epic Link" = R-9')).toEqual(['1']);
    const app = await serve(store, 'cloud');
    const body = { issueIdsOrKeys: ['R-1'], fields: ['epic'] };
    expect(listOf(await ask(app, '/rest/api/3/issue/bulkfetch', body))[0]?.fields).toEqual({
      epic,
    });
    await app.close();
  });

  test('names without ids have one id each, in issues, histories and lists', async () => {
    const store = await open();
    const item = (field: string, before: string, after: string) => ({
      field,
      fieldtype: 'jira',
      from: null,
      fromString: before,
      to: null,
      toString: after,
    });
    const entry = {
      ...history(1),
      items: [item('status', 'Backlog', 'Done'), item('assignee', 'Ana', 'Ben')],
    };
    await store.ingest([
      issue(
        'R-1',
        { status: { name: 'Done' }, assignee: { displayName: 'Ben' } },
        { histories: [entry] },
      ),
      issue('R-2', { status: { name: 'done' } }, { histories: [] }),
    ]);
    const [done] = await store.catalogue.all('status');
    expect(await store.issues.documents(['1', '2'])).toMatchObject([
      { fields: { status: { id: done?.id } } },
      { fields: { status: { id: done?.id } } },
    ]);
    const items = async () => (await store.histories.page({ issueIds: ['1'] })).items[0]?.items;
    expect(await items()).toMatchObject([
      { from: null, fromString: 'Backlog', to: done?.id },
      { from: 'Ana', to: 'Ben' },
    ]);
    expect(await search(store, 'status was Backlog')).toEqual(['1']);
    await store.ingest([{ kind: 'status', value: { id: '7', name: 'Backlog' } }]);
    expect(await items()).toMatchObject([{ from: '7' }, {}]);
    expect(await search(store, 'status changed from Backlog to Done')).toEqual(['1']);
  });
});

test.each([
  ['a gateway', 'https://api.atlassian.com/ex/jira/f1a2'],
  ['a context path', 'https://jira.example.com/jira'],
  ['a host', 'https://a.example'],
])('addresses that were received from %s lead to this server', async (_, source) => {
  const store = await openStore({ memory: true });
  const self = (path: string) => `${source}/rest/api/2/${path}`;
  const status = { id: '1', name: 'Open', self: self('status/1') };
  const parent = { id: '2', key: 'A-2', self: self('issue/2'), fields: { status } };
  await store.ingest([issue('A-1', { status, parent })]);
  const app = await serve(store, 'cloud');
  const { fields } = await ask(app, '/rest/api/2/issue/A-1');
  const { self: own, fields: nested } = (fields as { parent: { self: string; fields: Json } })
    .parent;
  expect(own).toMatch(/^http:\/\/localhost(?::\d+)?\/rest\/api\/2\/issue\/2$/);
  expect((nested.status as Json).self).toMatch(
    /^http:\/\/localhost(?::\d+)?\/rest\/api\/2\/status\/1$/,
  );
  await app.close();
});
