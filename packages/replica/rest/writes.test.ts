import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MirrorState } from '../data/mirror.ts';
import { demoRecords } from '../seed/demo.ts';
import type { Store } from '../store/store.ts';
import { openStore } from '../store/testing/open-store.ts';
import { replica } from './replica.ts';
import { asOf, type DemoReplica, openDemoReplica } from './testing/demo-replica.ts';

type Method = 'POST' | 'PUT' | 'DELETE';

/** One write of each kind. */
const WRITES: readonly [Method, string, unknown][] = [
  ['POST', 'api/2/issue', { fields: { project: { key: 'WEB' }, issuetype: { name: 'Task' } } }],
  ['PUT', 'api/2/issue/WEB-1', { fields: { summary: 'Changed' } }],
  ['PUT', 'api/2/issue/WEB-1/assignee', { accountId: null }],
  ['POST', 'api/2/issue/WEB-1/transitions', { transition: { id: '10001' } }],
  ['POST', 'api/2/issue/WEB-1/comment', { body: 'A comment' }],
  ['POST', 'api/2/issue/WEB-1/worklog', { timeSpent: '1h' }],
  ['DELETE', 'api/2/issue/WEB-1', undefined],
  ['PUT', 'agile/1.0/issue/rank', { issues: ['WEB-1'], rankBeforeIssue: 'WEB-2' }],
  ['PUT', 'agile/1.0/issue/WEB-1/estimation?boardId=1', { value: '3' }],
  ['POST', 'agile/1.0/backlog/issue', { issues: ['WEB-1'] }],
  ['POST', 'agile/1.0/sprint', { name: 'Next', originBoardId: 1 }],
  ['PUT', 'agile/1.0/sprint/116', { name: 'Renamed' }],
];

const send = (app: FastifyInstance, [method, path, body]: (typeof WRITES)[number], headers = {}) =>
  app.inject({
    method,
    url: `/rest/${path}`,
    headers,
    payload: body === undefined ? undefined : JSON.stringify(body),
  });

describe('imported issues', () => {
  let app: FastifyInstance;
  let store: Store;
  beforeAll(async () => {
    store = await openStore({ memory: true });
    const records = demoRecords({ seed: 1, asOf, size: 60 });
    await store.ingest(records, { source: 'jira.example.com' });
    app = fastify();
    await app.register(replica, { store, now: () => asOf });
  });
  afterAll(async () => {
    await app.close();
    await store.close();
  });

  test.each(WRITES)('%s %s is 403', async (...write) => {
    const before = await store.issues.byKeyOrId('WEB-1');
    const reply = await send(app, write);
    expect(reply.statusCode, reply.body).toBe(403);
    expect(reply.json().errorMessages[0]).toMatch(/was imported. Only issues of the demo/);
    expect(await store.issues.byKeyOrId('WEB-1')).toEqual(before);
  });

  test('of a mirror cannot be changed either', async () => {
    const state = { site: 'https://jira.example.com', asOfMs: asOf, sinceMs: asOf } as MirrorState;
    await store.mirror.claim('me');
    await store.mirror.step({ holder: 'me', state });
    for (const write of WRITES) {
      const reply = await send(app, write);
      expect(reply.statusCode, write[1]).toBe(403);
      expect(reply.json().errorMessages[0]).toMatch(/mirror of https:\/\/jira.example.com/);
    }
  });
});

describe('issues of the demo', () => {
  let demo: DemoReplica;
  beforeAll(async () => {
    demo = await openDemoReplica({ size: 120, flavour: 'data-center' });
  });
  afterAll(() => demo.close());

  const fields = async (key: string) => (await demo.store.issues.byKeyOrId(key))?.fields ?? {};
  const post = (path: string, body: unknown) => send(demo.app, ['POST', `api/2/${path}`, body]);

  test('are created, assigned by name, moved and deleted on Data Center', async () => {
    const made = await post('issue', {
      fields: {
        project: { key: 'WEB' },
        issuetype: { name: 'Task' },
        summary: 'Print',
        components: [{ name: 'Booking' }],
        priority: { id: '1' },
        customfield_10026: 5,
        customfield_10020: 117,
      },
    });
    expect(made.statusCode, made.body).toBe(201);
    const { key } = made.json();
    const { name } = (await demo.app.inject({ url: '/rest/api/2/myself' })).json();
    await send(demo.app, ['PUT', `api/2/issue/${key}/assignee`, { name }]);
    await send(demo.app, ['PUT', `api/2/issue/${key}`, { fields: { duedate: '2026-07-01' } }]);
    expect(await fields(key)).toMatchObject({
      summary: 'Print',
      components: [{ name: 'Booking' }],
      priority: { name: 'Highest' },
      customfield_10026: 5,
      customfield_10020: [{ id: 117 }],
      assignee: { accountId: name },
      duedate: '2026-07-01',
      status: { name: 'To Do' },
    });
    expect((await send(demo.app, ['DELETE', `api/2/issue/${key}`, undefined])).statusCode).toBe(
      204,
    );
    expect(await fields(key)).toEqual({});
  });

  test('a reopened issue loses its resolution and gets the comment of the transition', async () => {
    const made = await post('issue', {
      fields: { project: { key: 'WEB' }, issuetype: { name: 'Bug' }, summary: 'Jam' },
    });
    const { key } = made.json();
    const move = (id: string, body = {}) =>
      post(`issue/${key}/transitions`, { transition: { id }, ...body });
    await move('10001', { fields: { resolution: { name: 'Duplicate' } } });
    expect(await fields(key)).toMatchObject({
      resolution: { name: 'Duplicate' },
      resolutiondate: '2026-06-17T12:00:00.000+0000',
    });
    await move('3', { update: { comment: [{ add: { body: 'Again' } }] } });
    expect(await fields(key)).toMatchObject({
      status: { name: 'In Progress' },
      resolution: null,
      resolutiondate: null,
      comment: { comments: [{ body: 'Again' }] },
    });
  });

  test('show their new summary and status in their parent and linked issues', async () => {
    const first = async (jql: string) => {
      const viewer = { userId: null, zone: 'UTC' };
      const { ids } = await demo.store.jql.search({ jql, viewer, now: asOf, limit: 1 });
      const [issue] = await demo.store.issues.documents(ids);
      return { key: issue?.key ?? '', fields: issue?.fields ?? {} };
    };
    const child = await first('issuetype in subTaskIssueTypes()');
    const parent = (child.fields.parent as { key: string }).key;
    const { key, fields: before } = await first('issueLinkType is not EMPTY');
    const [link] = before.issuelinks as Record<string, { key: string }>[];
    const linked = String((link?.outwardIssue ?? link?.inwardIssue)?.key);
    const summaries = (list: unknown) => JSON.stringify(list).match(/New summary of [\w-]+/g);
    for (const edited of new Set([child.key, parent, key])) {
      const summary = `New summary of ${edited}`;
      await send(demo.app, ['PUT', `api/2/issue/${edited}`, { fields: { summary } }]);
    }
    expect(summaries((await fields(parent)).subtasks)).toEqual([`New summary of ${child.key}`]);
    expect(summaries((await fields(linked)).issuelinks)).toEqual([`New summary of ${key}`]);
    expect(summaries((await fields(child.key)).parent)).toEqual([`New summary of ${parent}`]);
  });

  test('get comments and worklogs for a group or role of their author alone', async () => {
    const groups = (await demo.store.catalogue.all('user')).map(({ id, document }) => ({
      id,
      groups: document.groups as string[],
    }));
    const headersOf = (group: string, isIn: boolean) => ({
      'X-Replica-User': groups.find(each => each.groups.includes(group) === isIn)?.id ?? '',
    });
    const visibility = { type: 'group', value: 'developers' };
    const entry = { body: 'Among us', timeSpent: '1h', comment: 'Among us', visibility };
    const [own, other] = [headersOf('developers', true), headersOf('developers', false)];
    const ask = (path: string, headers: Record<string, string>) =>
      demo.app.inject({ url: `/rest/api/2/issue/WEB-1/${path}`, headers });
    const totalOf = async (path: string, headers: Record<string, string>) =>
      (await ask(path, headers)).json().total;
    for (const path of ['comment', 'worklog']) {
      const before = [await totalOf(path, own), await totalOf(path, other)];
      const write = ['POST', `api/2/issue/WEB-1/${path}`, entry] as const;
      const refused = await send(demo.app, [...write], other);
      expect(refused.json().errors.commentLevel).toMatch(/not a member of the group: developers/);
      const made = (await send(demo.app, [...write], own)).json();
      expect(made).toMatchObject({ visibility });
      const address = `${path}/${made.id}`;
      expect((await ask(address, own)).statusCode).toBe(200);
      expect((await ask(address, other)).statusCode).toBe(404);
      const changed = { body: 'Changed', timeSpent: '2h' };
      const put = ['PUT', `api/2/issue/WEB-1/${address}`, changed] as const;
      expect((await send(demo.app, [...put], own)).json()).toMatchObject({ visibility });
      const after = [await totalOf(path, own), await totalOf(path, other)];
      expect(after).toEqual([before[0] + 1, before[1]]);
    }
  });

  test.each([
    ['issue', { fields: { project: { key: 'WEB' }, issuetype: { name: 'Task' } } }, 'summary'],
    ['issue', { fields: { project: { key: 'WEB' }, summary: 'A' } }, 'issuetype'],
    ['issue', { fields: { summary: 'A', issuetype: { name: 'Task' } } }, 'project'],
    ['issue/WEB-1/comment', { body: '' }, 'comment'],
    ['issue/WEB-1/worklog', { timeSpent: 'long' }, 'timeLogged'],
  ])('%s with %j is 400 and names %s', async (path, body, name) => {
    const reply = await post(path, body);
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json().errors)).toEqual([name]);
  });

  test.each([
    { summary: ' ' },
    { priority: { name: 'None' } },
    { duedate: '2026-13-45' },
    { customfield_10026: 'many' },
    { timetracking: { originalEstimate: 'long' } },
    { assignee: { name: 'nobody' } },
    { parent: { key: 'NOPE-1' } },
    { status: { name: 'Done' } },
    { created: '2020-01-01' },
    { __proto__: 1, nothing: 1 },
  ])('the value %j is 400', async given => {
    const before = await fields('WEB-1');
    const reply = await send(demo.app, ['PUT', 'api/2/issue/WEB-1', { fields: given }]);
    expect(reply.statusCode, reply.body).toBe(400);
    expect(await fields('WEB-1')).toEqual(before);
  });

  test('of a project that the caller cannot see do not exist', async () => {
    const users = (await demo.store.catalogue.all('user')).filter(
      ({ document }) => document.active !== false,
    );
    const sees = await Promise.all(
      users.map(
        async ({ id }) => (await demo.store.as(id).access.projects('BROWSE_PROJECTS')).length,
      ),
    );
    const stranger = users[sees.indexOf(Math.min(...sees))];
    expect(sees).toContain(6);
    expect(Math.min(...sees)).toBe(5);
    const headers = { 'X-Replica-User': String(stranger?.id) };
    const body = { fields: { project: { key: 'OPS' }, issuetype: { name: 'Task' }, summary: 'A' } };
    const made = await send(demo.app, ['POST', 'api/2/issue', body], headers);
    expect(made.statusCode).toBe(404);
  });

  test('are found by what clients of Data Center ask first', async () => {
    const get = async (path: string) => (await demo.app.inject({ url: `/rest/${path}` })).json();
    const [mara] = await get('api/2/user/search?username=mara');
    expect(mara.displayName).toBe('Mara Lindqvist');
    expect(await get('api/2/user/search?username=.')).toHaveLength(36);
    expect((await get('auth/1/session')).name).toBe(mara.name);
    const types = await get('api/2/issue/createmeta/WEB/issuetypes');
    expect(types.values.map(({ name }: { name: string }) => name)).toContain('Task');
    const { projects } = await get('api/2/issue/createmeta?projectKeys=WEB');
    expect(projects).toMatchObject([{ key: 'WEB' }]);
    const { transitions } = await get('api/2/issue/WEB-1/transitions');
    expect(transitions.length).toBeGreaterThan(3);
    expect(await get('api/2/issue/WEB-1/comment')).toMatchObject({ startAt: 0 });
    expect(await get('api/2/application-properties?key=jira.title')).toMatchObject({
      value: 'Lumen Freight',
    });
  });
});
