import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackView } from '@tallyboard/engine/ask/figure-view.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { accountsIn } from '@tallyboard/service-kit/sign-in/accounts.ts';
import { hashPassword } from '@tallyboard/service-kit/sign-in/password.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createServer, type Server } from '../server.ts';
import { PASSWORD_AUTH } from '../testing/password-auth.ts';
import { testPassword } from '../testing/proxy-server.ts';
import { routesOf } from '../testing/routes.ts';
import { signIn, startVisitor, type Visitor } from '../testing/visitor.ts';
import { makeWebRoot } from '../testing/web-root.ts';

const start = Date.parse('2026-06-17T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-walls-'));
const place = { file: join(folder, 'tallyboard.db') };
const CALL = '/rest/tallyboard/1/display-links';

const now = start;
let webRoot: string;
let store: Store;
let server: Server;
let origin: string;
let logged: string[];

beforeAll(async () => {
  webRoot = await makeWebRoot(['/', '/wall/:id']);
  store = await openStore(place);
  await store.ingest(demoRecords({ seed: 7, asOf: start, size: 300 }));
  const users = await store.catalogue.all('user');
  const jiraAccountId = users.find(({ name }) => name.startsWith('Mara'))?.id ?? null;
  for (const [name, role] of Object.entries({
    ana: 'admin',
    eve: 'editor',
    rob: 'reader',
  } as const)) {
    await accountsIn(store).set(name, await hashPassword(testPassword, 10));
    await store.accounts.change(name, { role, jiraAccountId });
  }
  const settings = { place, webRoot, now: () => now, log: 'info', auth: PASSWORD_AUTH } as const;
  server = await createServer({ store, ...settings });
  origin = `http://localhost:${await server.start({ port: 0, host: '127.0.0.1' })}`;
});
afterAll(async () => {
  await server.stop();
  for (const path of [webRoot, folder]) rmSync(path, { recursive: true });
});
beforeEach(() => {
  logged = [];
  vi.spyOn(process.stderr, 'write').mockImplementation(text => logged.push(String(text)) > 0);
});

const MODULE = 'com.tallyboard.reports__';
const WEB = { jql: 'project = WEB', gType: 0, eType: 0, version: 1 };

/** A dashboard of eve with two gadgets. */
async function makeWall(settings: object = WEB) {
  const { id } = await store.dashboards.create({ name: 'Team', ownerId: 'eve', at: now });
  const status = { moduleKey: `${MODULE}status`, title: 'Status', properties: { settings } };
  const item = await store.dashboards.addItem(id, status, now);
  const words = { htmlContent: '<p>Welcome</p>', version: 1 };
  const note = { moduleKey: `${MODULE}text`, title: 'Text', properties: { settings: words } };
  const text = await store.dashboards.addItem(id, note, now);
  return { id, item: item.id, text: text.id };
}

async function enter(account: string): Promise<Visitor> {
  const visitor = startVisitor(origin);
  await signIn(visitor, account, testPassword);
  return visitor;
}

async function makeLink(account: string, dashboard: string, name = 'Lobby') {
  const visitor = await enter(account);
  const reply = await visitor.ask(CALL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ dashboard, name }),
  });
  return { visitor, status: reply.status, made: await reply.json() };
}

/** A screen, which keeps the cookies of walls as a browser does. */
function startScreen() {
  const cookies = new Map<string, string>();
  const ask = async (path: string, init: RequestInit = {}) => {
    const sent = [...cookies].filter(([below]) => path === below || path.startsWith(`${below}/`));
    const cookie = sent.map(([, pair]) => pair).join('; ');
    const headers = { ...(cookie && { cookie }), ...init.headers };
    const reply = await fetch(origin + path, { ...init, headers, redirect: 'manual' });
    for (const set of reply.headers.getSetCookie()) {
      const [, pair = '', below = ''] = /^([^;]+);.*?Path=([^;]+)/i.exec(set) ?? [];
      cookies.set(below, pair);
    }
    return reply;
  };
  return { ask, cookies };
}

async function openWall(path: string) {
  const screen = startScreen();
  const reply = await screen.ask(path);
  return { ...screen, reply };
}

const messageOf = async (reply: Response) =>
  ((await reply.json()) as { errorMessages: string[] }).errorMessages.join(' ');

test('a link is exchanged for a cookie of its wall, and the wall shows the figures of its gadgets', async () => {
  const { id, item, text } = await makeWall();
  const { made } = await makeLink('eve', id);
  expect(made.path).toMatch(/^\/wall\/tw_[0-9A-Za-z]{8}[\w-]{49}$/);
  const { reply, ask } = await openWall(made.path);
  expect(reply.status).toBe(303);
  expect(reply.headers.get('location')).toBe(`/wall/${id}`);
  const [cookie = ''] = reply.headers.getSetCookie();
  expect(cookie).toMatch(new RegExp(`Path=/wall/${id};.*HttpOnly;.*SameSite=Lax`));
  expect(cookie).not.toContain(made.path.slice('/wall/tw_12345678'.length, -6));

  const page = await ask(`/wall/${id}`);
  expect(page.status).toBe(200);
  for (const each of [reply, page]) {
    expect(each.headers.get('referrer-policy')).toBe('no-referrer');
    expect(each.headers.get('cache-control')).toBe('no-store');
  }
  expect(await page.text()).not.toContain('tallyboard-server');

  const board = await ask(`/wall/${id}/dashboard`);
  expect(board.headers.get('x-ausername')).toBeNull();
  expect(await board.json()).toMatchObject({
    name: 'Team',
    owner: null,
    editable: false,
    shares: [],
    items: [{ id: item }, { id: text }],
  });

  const figures = await (await ask(`/wall/${id}/gadgets/${item}`)).json();
  expect(figures).toMatchObject({ kind: 'figures', filter: 'Project WEB' });
  const view = unpackView(figures.view);
  const count = (await store.jql.search({ jql: 'project = WEB', viewer: VIEWER, now })).ids.length;
  expect(view.loaded.issueCount).toBe(count);
  expect(count).toBeGreaterThan(10);
  // No issue can be opened, and none is named.
  expect([view.rows.length, view.keys.size]).toEqual([0, 0]);
  expect(JSON.stringify(figures)).not.toMatch(/WEB-\d/);

  const words = await (await ask(`/wall/${id}/gadgets/${text}`)).json();
  expect(words.kind).toBe('figures');
  expect(JSON.stringify(words.view)).toContain('Welcome');

  const other = await openWall(made.path);
  expect((await other.ask(`/wall/${id}/dashboard`)).status).toBe(200);
});

const VIEWER = { userId: null, zone: 'UTC' };

test('the filter that the dashboard keeps applies', async () => {
  const { id, item } = await makeWall({ ...WEB, jql: '' });
  await store.dashboards.change(id, { filter: 'project=WEB' }, now);
  const { ask } = await openWall((await makeLink('eve', id)).made.path);
  const figures = await (await ask(`/wall/${id}/gadgets/${item}`)).json();
  expect(figures.filter).toBe('All issues · Dashboard filter: WEB');
  const { ids } = await store.jql.search({ jql: 'project = WEB', viewer: VIEWER, now });
  expect(unpackView(figures.view).loaded.issueCount).toBe(ids.length);
});

test('a wall has no reader: under a policy for figures on people it names nobody', async () => {
  const users = await store.catalogue.all('user');
  const nobody = { jql: '', gType: 1, eType: 0, version: 1 };
  const { id, item } = await makeWall(nobody);
  const timesheet = {
    moduleKey: `${MODULE}timesheets`,
    title: 'Timesheet',
    properties: { settings: { jql: '', gType: 0, numOfWeeks: '60', version: 1 } },
  };
  const { id: second } = await store.dashboards.addItem(id, timesheet, now);
  const { ask } = await openWall((await makeLink('eve', id)).made.path);
  const namesOn = async (gadget: string) => {
    const { kind, view } = await (await ask(`/wall/${id}/gadgets/${gadget}`)).json();
    expect(kind).toBe('figures');
    const shown = unpackView(view);
    expect(shown.context.people?.reader ?? null).toBeNull();
    const isMap = (_: string, value: unknown) => (value instanceof Map ? [...value] : value);
    const text = JSON.stringify(shown, isMap);
    return users.flatMap(({ name }) => (text.includes(name) ? name : []));
  };
  const setPolicy = (figuresOnPeople: string) =>
    store.properties.set('addon:com.tallyboard.reports', 'global-settings', { figuresOnPeople });
  for (const gadget of [item, second]) {
    await setPolicy('all');
    expect((await namesOn(gadget)).length).toBeGreaterThan(5);
    for (const policy of ['own-and-groups', 'groups-of:5']) {
      await setPolicy(policy);
      expect([policy, await namesOn(gadget)]).toEqual([policy, []]);
    }
  }
  await setPolicy('all');
});

test('no query of the caller changes the figures, and a wall takes no other method', async () => {
  const { id, item } = await makeWall();
  const { ask } = await openWall((await makeLink('eve', id)).made.path);
  const path = `/wall/${id}/gadgets/${item}`;
  const own = await (await ask(path)).text();
  expect(await (await ask(`${path}?jql=project%20%3D%20OPS&settings=%7B%7D`)).text()).toBe(own);
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect((await ask(path, { method, body: '{"jql":""}' })).status).toBe(405);
  const elsewhere = await ask(path, { headers: { 'sec-fetch-site': 'cross-site' } });
  expect(elsewhere.status).toBe(403);
});

test('no other route answers the cookie of a wall, nor another wall', async () => {
  const { id, item } = await makeWall();
  const other = await makeWall();
  const { cookies, ask } = await openWall((await makeLink('eve', id)).made.path);
  const cookie = [...cookies.values()].join('; ');
  const open =
    /^\/(health|ready|icon\.svg|assets|gadgets|\.well-known|sign-in|unsubscribe\/:|wall\/:id\/?$)|^\/\*$/;
  const routes = routesOf(server)
    .filter(([, path]) => !open.test(path))
    .map(([method, path]) => [method, path.replace(/:\w+(\([^)]*\))?|\*/g, id)] as const);
  expect(routes.length).toBeGreaterThan(100);
  const answered: string[] = [];
  for (const [method, path] of routes) {
    if (path.startsWith('/wall/')) continue;
    const reply = await fetch(origin + path, { method, headers: { cookie }, redirect: 'manual' });
    const isSignIn = reply.headers.get('location')?.startsWith('/sign-in') ?? false;
    if (reply.status !== 401 && reply.status !== 403 && !isSignIn)
      answered.push(`${reply.status} ${method} ${path}`);
  }
  expect(answered).toEqual([]);
  const with_ = { headers: { cookie } };
  for (const path of ['', '/dashboard', `/gadgets/${other.item}`, `/gadgets/${item}`])
    expect((await fetch(`${origin}/wall/${other.id}${path}`, with_)).status).toBe(401);
  // Gadgets of another dashboard are not on this one.
  expect((await ask(`/wall/${id}/gadgets/${other.item}`)).status).toBe(404);
  // The session of a person is no link.
  const eve = await enter('eve');
  expect((await eve.ask(`/wall/${id}/dashboard`)).status).toBe(401);
});

test('a link is in no log, and in the audit by its name alone', async () => {
  const { id } = await makeWall();
  const { made } = await makeLink('eve', id);
  const secret = made.path.slice('/wall/tw_12345678'.length);
  const { ask } = await openWall(made.path);
  await ask(`/wall/${id}/dashboard`);
  for (const odd of [made.path.replace('tw_', '%74w_'), `${made.path}x`, made.path.slice(0, -30)])
    await fetch(origin + odd, { redirect: 'manual' });
  const text = logged.join('');
  expect(text).toContain(`"key":"${made.id}"`);
  expect(text).toContain(`/wall/${id}/dashboard`);
  for (let at = 0; at + 12 <= secret.length; at++)
    expect(text).not.toContain(secret.slice(at, at + 12));
  const audit = JSON.stringify(await store.audit.newest(50));
  expect(audit).toContain('display link made');
  expect(audit).not.toContain(secret);
  expect(JSON.stringify(await store.displayLinks.all())).not.toContain(secret);
});

test('a link ends at once with its revocation, its dashboard, the share, the role and the account', async () => {
  const { id, item } = await makeWall();
  await store.dashboards.change(
    id,
    { shares: [{ kind: 'account', name: 'ana', edit: false }] },
    now,
  );
  const { made, visitor } = await makeLink('ana', id);
  const screen = await openWall(made.path);
  const read = async () => {
    const paths = [
      `/wall/${id}/dashboard`,
      `/wall/${id}/gadgets/${item}`,
      `/wall/${id}`,
      made.path,
    ];
    const replies = await Promise.all(paths.map(path => screen.ask(path)));
    const [first] = replies;
    return [
      replies.map(({ status }) => status),
      first?.ok ? '' : await messageOf(first as Response),
    ];
  };
  const works = [[200, 200, 200, 303], ''];
  const ended = (status: number, why: string) => [
    [status, status, status, status],
    expect.stringMatching(new RegExp(`^${why}.* Whoever may edit dashboards makes a new one`)),
  ];
  expect(await read()).toEqual(works);

  await store.dashboards.change(id, { shares: [] }, now);
  expect(await read()).toEqual(ended(403, 'The dashboard is no longer shared'));
  await store.dashboards.change(id, { shares: [{ kind: 'everyone', name: '', edit: false }] }, now);
  expect(await read()).toEqual(works);

  await store.accounts.change('ana', { role: 'reader' });
  expect(await read()).toEqual(ended(403, 'The account that made this display link may no longer'));
  await store.accounts.change('ana', { role: 'admin' });
  expect(await read()).toEqual(works);

  const list = await (await visitor.ask(`${CALL}?dashboard=${id}`)).json();
  expect(list.links).toMatchObject([{ id: made.id, name: 'Lobby', owner: 'ana', revoked: null }]);
  expect((await visitor.ask(`${CALL}/${made.id}`, { method: 'DELETE' })).status).toBe(204);
  expect(await read()).toEqual(ended(401, "The display link 'Lobby' \\(tw_\\w+\\) was revoked"));

  const again = (await makeLink('ana', id)).made;
  const second = await openWall(again.path);
  await accountsIn(store).remove('ana');
  const gone = await second.ask(`/wall/${id}/dashboard`);
  expect([gone.status, await messageOf(gone)]).toEqual([
    403,
    expect.stringContaining('The account that made this display link is gone.'),
  ]);
  await accountsIn(store).set('ana', await hashPassword(testPassword, 10));

  await store.dashboards.delete(id);
  const deleted = await second.ask(`/wall/${id}/dashboard`);
  expect([deleted.status, await messageOf(deleted)]).toEqual([
    403,
    expect.stringContaining('The dashboard of this display link was deleted.'),
  ]);
});

test('a link that is cut, unknown or of another server says so in a page', async () => {
  const page = async (path: string) => {
    const reply = await fetch(origin + path, { redirect: 'manual' });
    return [reply.status, (await reply.text()).replace(/<[^>]+>/g, ' ')];
  };
  const { id } = await makeWall();
  const { made } = await makeLink('eve', id);
  expect(await page(made.path.slice(0, -1))).toEqual([
    401,
    expect.stringContaining('copy it again'),
  ]);
  await store.displayLinks.revoke(made.id, now);
  expect(await page(`/wall/${id}`)).toEqual([401, expect.stringContaining('Open the link again.')]);
  const { text } = (await import('@tallyboard/service-kit/sign-in/secret-text.ts')).newSecretText(
    'tw_',
  );
  expect(await page(`/wall/${text}`)).toEqual([401, expect.stringContaining('is not known here')]);
});

test('readers make no links, nobody one of a dashboard that they do not see, and only makers, owners and administrators revoke', async () => {
  const { id } = await makeWall();
  expect((await makeLink('ana', id)).status).toBe(404);
  await store.dashboards.change(id, { shares: [{ kind: 'everyone', name: '', edit: false }] }, now);
  const rob = await makeLink('rob', id);
  expect([rob.status, rob.made.errorMessages]).toEqual([
    403,
    ['Readers cannot share, so they make no display links.'],
  ]);
  expect((await makeLink('eve', id, ' ')).status).toBe(400);
  const { made } = await makeLink('ana', id);
  expect((await rob.visitor.ask(`${CALL}/${made.id}`, { method: 'DELETE' })).status).toBe(404);
  const seen = await (await rob.visitor.ask(`${CALL}?dashboard=${id}`)).json();
  expect(seen.links).toEqual([]);
  const eve = await enter('eve');
  const owned = await (await eve.ask(`${CALL}?dashboard=${id}`)).json();
  expect(owned.links).toMatchObject([{ id: made.id }]);
  expect((await eve.ask(`${CALL}/${made.id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await store.audit.newest(1))[0]).toMatchObject({
    account: 'eve',
    action: 'display link revoked',
    target: made.id,
  });
});
