import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import type { Role } from '@tallyboard/replica/rest/visitor.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { accountsIn } from '@tallyboard/service-kit/sign-in/accounts.ts';
import { hashPassword } from '@tallyboard/service-kit/sign-in/password.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createServer, type Server } from '../server.ts';
import { openMirroredStore } from '../testing/mirrored-store.ts';
import { testPassword } from '../testing/proxy-server.ts';
import { signIn, startVisitor, type Visitor } from '../testing/visitor.ts';
import { makeWebRoot } from '../testing/web-root.ts';

const now = Date.parse('2026-06-17T12:00:00Z');
const list = '/replica/dashboards';
const settings =
  '/rest/atlassian-connect/1/addons/com.tallyboard.reports/properties/global-settings';

let webRoot: string;
let store: Store;
let server: Server;
let people: Record<'ana' | 'bob' | 'rita', Visitor>;

/** Over a mirror: ana administers, bob edits, rita reads. */
beforeAll(async () => {
  webRoot = await makeWebRoot();
  store = await openMirroredStore(now);
  const hash = await hashPassword(testPassword, 10);
  const roles: Record<string, Role> = { ana: 'admin', bob: 'editor', rita: 'reader' };
  for (const [name, role] of Object.entries(roles)) {
    await accountsIn(store).set(name, hash);
    await store.accounts.change(name, { role, groups: name === 'rita' ? [] : ['staff'] });
  }
  const standard = { admins: [], editors: [], standard: 'reader' } as const;
  const signInSettings = { openId: null, account: null, roles: standard };
  const auth = { signIn: signInSettings, publicUrl: null, key: () => Buffer.alloc(32) };
  const place = { memory: true } as const;
  server = await createServer({ store, place, webRoot, auth, log: false, now: () => now });
  const port = await server.start({ port: 0, host: '127.0.0.1' });
  const enter = async (name: string) => {
    const visitor = startVisitor(`http://127.0.0.1:${port}`);
    expect((await signIn(visitor, name, testPassword)).status).toBe(303);
    return visitor;
  };
  people = { ana: await enter('ana'), bob: await enter('bob'), rita: await enter('rita') };
});
afterAll(async () => {
  await server.stop();
  await rm(webRoot, { recursive: true });
});

type Name = keyof typeof people;

async function ask(name: Name, method: string, path: string, body?: unknown, headers = {}) {
  const sent = { ...(body !== undefined && { body: JSON.stringify(body) }), headers };
  const reply = await people[name].ask(path, { method, ...sent });
  const text = await reply.text();
  return { status: reply.status, json: text === '' ? null : JSON.parse(text) };
}

const namesFor = async (name: Name): Promise<string[]> =>
  (await ask(name, 'GET', list)).json.dashboards.map((each: { name: string }) => each.name);

describe('the identity of the visitor', () => {
  test.each([
    ['a header', '/rest/api/3/myself', { 'x-replica-user': 'ana' }],
    ['a parameter', '/rest/api/3/myself?replicaUser=ana', {}],
    ['basic authentication', '/rest/api/3/myself', { authorization: `Basic ${btoa('ana:x')}` }],
  ])('%s changes nothing', async (_, path, headers) => {
    expect((await ask('bob', 'GET', path, undefined, headers)).json).toMatchObject({
      accountId: 'visitor:bob',
    });
    expect((await ask('bob', 'GET', '/replica/visitor', undefined, headers)).json).toEqual({
      account: 'bob',
      name: 'bob',
      role: 'editor',
      groups: ['staff'],
    });
  });

  test('is linked to their user of Jira if that is known', async () => {
    const [user] = await store.catalogue.all('user');
    const isLinked = async () =>
      (await people.bob.open('/reports')).page.includes('&quot;linked&quot;:true');
    expect(await isLinked()).toBe(false);
    await store.accounts.change('bob', { jiraAccountId: user?.id ?? '' });
    expect(await isLinked()).toBe(true);
    const myself = (await ask('bob', 'GET', '/rest/api/3/myself')).json;
    expect(myself).toMatchObject({ accountId: user?.id, displayName: user?.name });
    expect((await ask('bob', 'GET', '/replica/visitor')).json).toMatchObject({ account: 'bob' });
    await store.accounts.change('bob', { jiraAccountId: null });
  });
});

describe('the dashboard of another person', () => {
  let id: string;
  let path: string;
  beforeEach(async () => {
    ({ id } = (await ask('ana', 'POST', list, { name: 'Of ana' })).json);
    path = `${list}/${id}`;
  });

  test('cannot be read, renamed, filled, copied, starred or deleted', async () => {
    const { itemId } = (await ask('ana', 'POST', `${path}/items`, { moduleKey: 'm', title: 'T' }))
      .json;
    const properties = `/rest/api/3/dashboard/${id}/items/${itemId}/properties`;
    await ask('ana', 'PUT', `${properties}/settings`, { secret: true });
    const jira = `/rest/api/3/dashboard/${id}`;
    const tries: readonly (readonly [string, string, unknown?])[] = [
      ['GET', path],
      ['PUT', path, { version: 1, name: 'Mine' }],
      ['PUT', path, { version: 1, shared: true }],
      ['PUT', `${path}/favourite`],
      ['POST', `${path}/copy`, { name: 'Copy' }],
      ['POST', `${path}/items`, { moduleKey: 'm', title: 'T' }],
      ['DELETE', `${path}/items/${itemId}`],
      ['DELETE', path],
      ['GET', jira],
      ['PUT', jira, { name: 'Mine' }],
      ['DELETE', jira],
      ['GET', `${jira}/gadget`],
      ['POST', `${jira}/gadget`, { moduleKey: 'm' }],
      ['PUT', `${jira}/gadget/${itemId}`, { title: 'Mine' }],
      ['DELETE', `${jira}/gadget/${itemId}`],
      ['GET', properties],
      ['GET', `${properties}/settings`],
      ['PUT', `${properties}/settings`, {}],
      ['DELETE', `${properties}/settings`],
    ];
    const before = await store.dashboards.state(id);
    for (const headers of [{}, { 'x-replica-user': 'ana' }])
      for (const [method, url, body] of tries)
        expect((await ask('bob', method, url, body, headers)).status, `${method} ${url}`).toBe(404);
    expect(await namesFor('bob')).not.toContain('Of ana');
    const listed = (await ask('bob', 'GET', '/rest/api/3/dashboard/search')).json.values;
    expect(JSON.stringify(listed)).not.toContain('Of ana');
    expect(await store.dashboards.state(id)).toEqual(before);
  });

  test('can be seen by people it is shared with, and changed with edit access', async () => {
    const share = (shares: unknown) => ask('ana', 'PUT', path, { version: version++, shares });
    let version = 1;
    const rename = (name: Name) => ask(name, 'PUT', path, { version, name: 'New name' });
    await share([{ kind: 'account', name: 'bob' }]);
    expect((await ask('bob', 'GET', path)).json).toMatchObject({
      owner: 'ana',
      mine: false,
      editable: false,
      manageable: false,
      shared: false,
      shares: [{ kind: 'account', name: 'bob', label: 'bob', edit: false }],
    });
    expect((await rename('bob')).status).toBe(403);
    expect((await ask('rita', 'GET', path)).status).toBe(404);
    await share([{ kind: 'group', name: 'staff', edit: true }]);
    expect((await rename('bob')).json).toMatchObject({ name: 'New name' });
    version++;
    expect((await ask('bob', 'DELETE', path)).status).toBe(403);
    expect((await ask('bob', 'PUT', path, { version, shares: [] })).status).toBe(403);
    await share([{ kind: 'everyone', edit: true }]);
    expect((await ask('rita', 'GET', path)).json).toMatchObject({ editable: false });
    expect((await rename('rita')).status).toBe(403);
  });
});

test('favourites belong to the account', async () => {
  const { id } = (await ask('ana', 'POST', list, { name: 'Shared', shared: true })).json;
  expect((await ask('bob', 'PUT', `${list}/${id}/favourite`)).status).toBe(204);
  const favourite = async (name: Name) => (await ask(name, 'GET', `${list}/${id}`)).json.favourite;
  expect([await favourite('bob'), await favourite('ana')]).toEqual([true, false]);
  await ask('bob', 'DELETE', `${list}/${id}/favourite`);
  expect(await favourite('bob')).toBe(false);
});

test('a dashboard can be shared with people and own groups', async () => {
  const { json } = await ask('bob', 'GET', '/replica/share-targets?query=a');
  expect(json).toEqual({
    people: [
      { account: 'ana', name: 'ana' },
      { account: 'rita', name: 'rita' },
    ],
    groups: ['staff'],
  });
  const { id } = (await ask('bob', 'POST', list, { name: 'Of bob' })).json;
  const share = (name: string) =>
    ask('bob', 'PUT', `${list}/${id}`, { version: 1, shares: [{ kind: 'group', name }] });
  expect((await share('board of directors')).status).toBe(400);
  expect((await share('staff')).status).toBe(200);
});

describe('roles', () => {
  test('a reader has own dashboards and changes nothing that others see', async () => {
    const { id, editable } = (await ask('rita', 'POST', list, { name: 'Of rita' })).json;
    expect(editable).toBe(true);
    const path = `${list}/${id}`;
    expect((await ask('rita', 'PUT', path, { version: 1, name: 'Mine' })).status).toBe(200);
    expect((await ask('rita', 'PUT', path, { version: 2, shared: true })).status).toBe(403);
    const shares = [{ kind: 'account', name: 'ana' }];
    expect((await ask('rita', 'PUT', path, { version: 2, shares })).status).toBe(403);
    const saved = '/replica/saved-reports/ofrita01';
    const report = { version: 0, name: 'Weekly', view: { jql: '' } };
    expect((await ask('rita', 'PUT', saved, report)).status).toBe(201);
    expect((await ask('rita', 'PUT', saved, { version: 1, shares })).status).toBe(403);
    expect((await ask('bob', 'GET', saved)).status).toBe(404);
    expect((await ask('rita', 'DELETE', saved)).status).toBe(204);
    const shared = { name: 'x', editPermissions: [{ type: 'loggedin' }] };
    expect((await ask('rita', 'POST', '/rest/api/3/dashboard', shared)).status).toBe(403);
    expect((await ask('rita', 'PUT', settings, { a: 1 })).status).toBe(403);
    const queries = { queries: ['created < now()'] };
    expect((await ask('rita', 'POST', '/rest/api/3/jql/parse', queries)).status).toBe(200);
    // Of a mirror: nobody knows what an account without a user of Jira may see.
    const count = [
      'POST',
      '/rest/api/3/search/approximate-count',
      { jql: 'project = WEB' },
    ] as const;
    expect((await ask('rita', ...count)).status).toBe(403);
  });

  test.each<[Name, number, boolean]>([
    ['rita', 403, false],
    ['bob', 403, false],
    ['ana', 201, true],
  ])('shared settings: %s gets %i', async (name, status, administers) => {
    await store.properties.delete('addon:com.tallyboard.reports', 'global-settings');
    expect((await ask(name, 'PUT', settings, { a: 1 })).status).toBe(status);
    const { json } = await ask(name, 'GET', '/rest/api/2/mypermissions?permissions=ADMINISTER');
    expect(json.permissions.ADMINISTER.havePermission).toBe(administers);
  });
});

test.each([
  ['percent-encoded letters', settings.replace('/rest', '/%72est')],
  ['a percent-encoded hyphen', settings.replace('-connect', '%2Dconnect')],
  ['an absolute address', `http://localhost${settings}`],
])('refuses a path with %s, which could evade roles and audit', async (_, url) => {
  const { cookie, token, origin } = people.rita;
  const { host } = new URL(origin);
  const headers = { host, cookie: cookie ?? '', 'x-tallyboard-token': token ?? '' };
  const before = await store.properties.get('addon:com.tallyboard.reports', 'global-settings');
  const status = await new Promise(resolve =>
    request({ host: '127.0.0.1', port: new URL(origin).port, method: 'PUT', path: url, headers })
      .on('response', reply => resolve(reply.resume().statusCode))
      .end('{"b":2}'),
  );
  expect(status).toBe(400);
  expect(await store.properties.get('addon:com.tallyboard.reports', 'global-settings')).toEqual(
    before,
  );
});

test('audits each change over a mirror, and no read', async () => {
  const newest = async (limit: number) =>
    (await store.audit.newest(limit)).map(({ account, target }) => `${account} ${target}`);
  const { id } = (await ask('bob', 'POST', list, { name: 'Of bob' })).json;
  await ask('bob', 'PUT', `${list}/${id}`, { version: 1, name: 'Renamed' });
  await ask('rita', 'PUT', settings, { a: 1 });
  await ask('ana', 'PUT', settings, { a: 1 });
  await ask('ana', 'POST', '/rest/api/3/search/jql', { jql: 'created < now()' });
  await ask('bob', 'DELETE', `${list}/${id}`);
  expect(await newest(4)).toEqual([
    `bob DELETE ${list}/${id}`,
    `ana PUT ${settings}`,
    `bob PUT ${list}/${id}`,
    `bob POST ${list}`,
  ]);
});

test('a reader whose permissions are unknown sees no issue, and why', async () => {
  const { issues } = (await ask('bob', 'POST', '/rest/api/3/search/jql', { jql: 'key != A-1' }))
    .json;
  expect(issues ?? []).toEqual([]);
  const [known] = (await store.issues.documents(['10000'])) ?? [];
  expect(known?.key).toBe('WEB-1');
  const names = [known?.key ?? '', '10000', 'WEB-999999'];
  const replies = await Promise.all(
    names.map(name => ask('bob', 'GET', `/rest/api/3/issue/${name}`)),
  );
  expect(new Set(replies.map(({ status, json }) => JSON.stringify([status, json]))).size).toBe(1);
  const page = await people.bob.ask('/browse/WEB-1', { method: 'GET' });
  expect(await page.text()).not.toContain(String(known?.fields.summary));
  const { mirror } = (await ask('bob', 'GET', '/replica/mirror')).json;
  expect(mirror).toMatchObject({
    issues: 0,
    hidden: 0,
    trouble: { text: expect.stringMatching(/not linked/) },
  });
  const question = { report: 'overview', jql: 'key != A-1' };
  const report = await ask('rita', 'POST', '/rest/tallyboard/1/report', question);
  expect(report).toMatchObject({
    status: 403,
    json: { errorMessages: [expect.stringMatching(/not linked/)] },
  });
  const foreign = { 'x-tallyboard-token': 'another' };
  const refused = await ask('rita', 'POST', '/rest/tallyboard/1/report', question, foreign);
  expect(refused.json.errorMessages).toEqual([expect.stringMatching(/out of date/)]);
});
