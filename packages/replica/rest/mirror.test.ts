import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MirrorState, newMirrorState } from '../data/mirror.ts';
import { asOf, type DemoReplica, openDemoReplica } from './testing/demo-replica.ts';

const hour = 3_600_000;
let jira: DemoReplica;
let now = asOf;
beforeAll(async () => {
  jira = await openDemoReplica({ size: 60, now: () => now });
});
afterAll(() => jira.close());

const state: MirrorState = {
  ...newMirrorState({
    site: 'https://jira.example.com',
    flavour: 'cloud',
    jql: 'project = WEB',
  }),
  asOfMs: asOf,
  sinceMs: asOf,
  endedMs: asOf,
};

const get = async (url: string) => (await jira.app.inject({ url })).json();
const assign = () =>
  jira.app.inject({
    method: 'PUT',
    url: '/rest/api/3/issue/WEB-1/assignee',
    payload: '{"accountId":null}',
  });
const rank = () =>
  jira.app.inject({ method: 'PUT', url: '/rest/agile/1.0/issue/rank', payload: '{}' });

const maySchedule = async () => {
  const asked = 'permissions=SCHEDULE_ISSUES&projectKey=WEB';
  const { permissions } = await get(`/rest/api/3/mypermissions?${asked}`);
  return permissions.SCHEDULE_ISSUES.havePermission;
};

test('data that is not mirrored has no age and can be changed', async () => {
  expect(await get('/replica/mirror')).toEqual({ mirror: null });
  expect(await maySchedule()).toBe(true);
  expect((await assign()).statusCode).toBe(204);
});

test('a mirror reports its age; an outdated one is queried as of its time; writes are refused', async () => {
  const { mirror } = jira.store;
  await mirror.claim('me');
  await mirror.step({ holder: 'me', state });
  now = asOf + hour / 2;
  const told = { site: state.site, jql: state.jql, asOf, issues: 60, hidden: 0, expected: null };
  expect(await get('/replica/mirror')).toEqual({
    mirror: { ...told, present: now, trouble: null },
  });

  now = asOf + 50 * hour;
  const trouble = { atMs: now, text: 'The token has ended.' };
  await mirror.step({ holder: 'me', state: { ...state, trouble } });
  expect(await get('/replica/mirror')).toEqual({
    mirror: { ...told, present: asOf, trouble: { at: now, text: trouble.text } },
  });
  const jql = encodeURIComponent('created <= now() AND created >= startOfDay(-1d)');
  const { issues } = await get(`/rest/api/3/search/jql?maxResults=5000&jql=${jql}`);
  const viewer = {
    userId: (await jira.store.catalogue.site()).currentUser as string,
    zone: 'Europe/Berlin',
  };
  const atThatTime = await jira.store.jql.search({
    jql: decodeURIComponent(jql),
    viewer,
    now: asOf,
  });
  expect(issues.map(({ id }: { id: string }) => id)).toEqual(atThatTime.ids);

  expect(await maySchedule()).toBe(false);
  for (const reply of [await assign(), await rank()]) {
    expect(reply.statusCode).toBe(403);
    expect(reply.json().errorMessages[0]).toMatch(/mirror of https:\/\/jira.example.com/);
  }
  // Dashboards can be changed and have the time of the clock.
  const made = {
    method: 'POST',
    url: '/rest/api/3/dashboard',
    payload: '{"name":"Mine"}',
  } as const;
  expect((await jira.app.inject(made)).statusCode).toBe(200);
  expect((await jira.store.dashboards.all()).find(({ name }) => name === 'Mine')?.createdMs).toBe(
    now,
  );
});

test('while it is unknown what a caller may see, queries are refused: that is not no issues', async () => {
  const unknown = async (view: { why: string; isPending?: boolean }) => {
    const replica = await openDemoReplica({
      store: jira.store,
      now: () => now,
      view: () => ({ store: jira.store, ...view }),
    });
    const count = { method: 'POST', url: '/rest/api/3/search/approximate-count' } as const;
    const payload = JSON.stringify({ jql: 'project = WEB' });
    const { statusCode, headers, body } = await replica.app.inject({ ...count, payload });
    const fields = await replica.app.inject({ url: '/rest/api/3/field' });
    expect(fields.statusCode).toBe(200);
    return [statusCode, headers['retry-after'], JSON.parse(body).errorMessages];
  };
  const asking = 'Jira is being asked what you may see.';
  expect(await unknown({ why: asking, isPending: true })).toEqual([503, '2', [asking]]);
  expect(await unknown({ why: 'Nobody.' })).toEqual([403, undefined, ['Nobody.']]);
});
