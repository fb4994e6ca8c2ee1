import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { KEY_SCOPES } from '@tallyboard/replica/rest/call-rights.ts';
import type { Role } from '@tallyboard/replica/rest/visitor.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { accessKeysIn } from '@tallyboard/service-kit/sign-in/access-keys.ts';
import { accountsIn } from '@tallyboard/service-kit/sign-in/accounts.ts';
import { hashPassword } from '@tallyboard/service-kit/sign-in/password.ts';
import { newCsrfToken, sessionLife, sessionsIn } from '@tallyboard/service-kit/sign-in/sessions.ts';
import { createUpstream } from '@tallyboard/service-kit/site/upstream.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_CALLS } from './keys/key-calls.ts';
import { createServer, type Server, type ServerSettings } from './server.ts';
import { docWithTable, KEYS_DOC, rightsIn } from './testing/call-table.ts';
import { PASSWORD_AUTH } from './testing/password-auth.ts';
import { testPassword } from './testing/proxy-server.ts';
import { addressOf, routesOf } from './testing/routes.ts';
import { makeWebRoot } from './testing/web-root.ts';

let now = Date.parse('2026-06-17T12:00:00Z');
const OWNERS = { rob: 'reader', eve: 'editor', ana: 'admin' } as const;
const RANK: Readonly<Record<string, number>> = { reader: 0, editor: 1, admin: 2 };

const NO_JIRA: ServerSettings['site'] = {
  address: 'http://127.0.0.1:9',
  problem: null,
  ask: createUpstream({ site: 'http://127.0.0.1:9' }),
  credentials: { load: async () => null, save: async () => {}, forget: async () => {} },
  credential: null,
  setupCode: null,
};

let webRoot: string;
let store: Store;
let server: Server;

beforeAll(async () => {
  webRoot = await makeWebRoot(['/', '/reports']);
  store = await openStore({ memory: true });
  await store.ingest(demoRecords({ seed: 7, asOf: now, size: 50 }));
  for (const [name, role] of Object.entries(OWNERS)) {
    await accountsIn(store).set(name, await hashPassword(testPassword, 10));
    await store.accounts.change(name, { role });
  }
  const place = { memory: true } as const;
  server = await createServer({
    store,
    place,
    webRoot,
    log: false,
    auth: PASSWORD_AUTH,
    now: () => now,
  });
  await server.app.ready();
});
afterAll(async () => {
  await server.stop();
  await rm(webRoot, { recursive: true });
});

/** Routes of one version of Jira's API, since all have the same calls. Walls ask for their own cookie, see walls/display-links.test.ts. */
const routes = () =>
  routesOf(server).filter(
    ([, path]) => !/^\/(wall|unsubscribe)\/|\/rest\/(api|agile)\/(2|latest)\//.test(path),
  );

async function ask(method: string, path: string, headers: Readonly<Record<string, string>>) {
  const { statusCode, ...reply } = await server.app.inject({
    method: method as 'GET',
    url: addressOf(path),
    headers: { host: 'localhost', ...headers },
  });
  return { status: statusCode, body: reply.body, headers: reply.headers };
}

test('docs/keys.md has the table of all calls', async () => {
  await expect(docWithTable(server.app.calls)).toMatchFileSnapshot(fileURLToPath(KEYS_DOC));
});

test.each<[string, Partial<ServerSettings>]>([
  ['of Data Center', { flavour: 'data-center' }],
  ['in front of a Jira', { site: NO_JIRA }],
  [
    'with the app of Connect',
    { connect: { baseUrl: 'https://x.example.com', key: Buffer.alloc(32) } },
  ],
])('a server %s has the calls of the table', async (_, settings) => {
  const own = await openStore({ memory: true });
  const other = await createServer({
    store: own,
    webRoot,
    log: false,
    auth: PASSWORD_AUTH,
    place: { memory: true },
    ...settings,
  });
  await other.app.ready();
  const wrong = other.app.calls.filter(({ method, path, scope, role, kind }) => {
    if (!['GET', 'POST', 'PUT', 'DELETE'].includes(method)) return false;
    const row = rightsIn(method, path) ?? { scope: null, role: 'reader' };
    return row.scope !== scope || row.role !== role || (scope !== null && kind === 'page');
  });
  await other.stop();
  expect(wrong.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test('a server with a call that does not say who may make it does not start', async () => {
  const own = await createServer({ store, webRoot, log: false });
  own.app.get('/rest/tallyboard/1/secrets', () => 'all of them');
  await expect(own.app.ready()).rejects.toThrow(
    'The call GET /rest/tallyboard/1/secrets does not say who may make it: give its route config.rights (packages/replica/rest/call-rights.ts).',
  );
});

test('each scope of a key opens its calls and no others, for owners of each role', async () => {
  expect(routes().length).toBeGreaterThan(150);
  const keys = accessKeysIn(store.accessKeys, () => now);
  const limits = { jqlFilter: null, aggregateOnly: false, days: 30 };
  const wrong: string[] = [];
  for (const [owner, role] of Object.entries(OWNERS))
    for (const scope of KEY_SCOPES) {
      const { text } = await keys.make({ ...limits, owner, name: 'Test', scopes: [scope] });
      for (const [at, [method, path]] of routes().entries()) {
        if (at % MAX_CALLS === MAX_CALLS - 1) now += 60_000;
        const needed = rightsIn(method, path);
        const name = `${role} ${scope} ${method} ${path}`;
        const reply = await ask(method, path, { authorization: `Bearer ${text}` });
        if (PUBLIC.test(addressOf(path))) continue;
        const isRefused =
          reply.status === 403 &&
          (String(reply.headers['www-authenticate']).includes('insufficient_scope') ||
            reply.body.includes('role of its owner'));
        const may = needed?.scope === scope && allows(role, needed.role);
        if (isRefused === may) wrong.push(`${name}: ${reply.status}`);
        if (reply.headers['set-cookie'] || /html/.test(String(reply.headers['content-type'])))
          wrong.push(`${name}: a page or a cookie`);
      }
    }
  expect(wrong).toEqual([]);
});

const allows = (role: string, needed: string) => Number(RANK[role]) >= Number(RANK[needed]);

const PUBLIC = /^\/(health|ready|icon\.svg|assets\/.*|gadgets\/.*)$/;
const OPEN = /^\/(sign-in(\/.*)?|\.well-known\/.*)$/;

test('without a session there is the sign-in alone', async () => {
  const wrong: string[] = [];
  for (const [method, path] of routes()) {
    const url = addressOf(path);
    const { status } = await ask(method, path, {});
    // Pages and forms lead to the sign-in.
    const isCall = rightsIn(method, path) !== null;
    const isOpen = PUBLIC.test(url) || (OPEN.test(url) && method === 'GET');
    const expected = isOpen || OPEN.test(url) ? null : isCall ? 401 : 303;
    const isWrong = expected === null ? status === 401 || status === 303 : status !== expected;
    if (isWrong) wrong.push(`${method} ${path}: ${status}`);
  }
  expect(wrong).toEqual([]);
});

test('a program that asks for a provider of tokens is told that there is none, and gets no page', async () => {
  const { status, body, headers } = await ask(
    'GET',
    '/.well-known/oauth-protected-resource/mcp',
    {},
  );
  expect([status, headers['set-cookie']]).toEqual([404, undefined]);
  expect(JSON.parse(body)).toEqual({ errorMessages: [expect.any(String)], errors: {} });
});

test.each<[string, Role]>(Object.entries(OWNERS))(
  'a session of %s makes the calls of its role, with the token of its page',
  async (account, role) => {
    const sessions = sessionsIn(store.sessions, () => now, sessionLife);
    const secret = await sessions.start(account, account, 'password');
    const session = { cookie: `tallyboard=${secret}` };
    const withToken = { ...session, 'x-tallyboard-token': newCsrfToken(secret) };
    const wrong: string[] = [];
    for (const [method, path] of routes()) {
      const needed = rightsIn(method, path);
      if (needed === null) continue;
      const reply = await ask(method, path, withToken);
      const isRefused = reply.body.includes('Your role does not allow this change.');
      const asksToSignIn = reply.headers['x-tallyboard-sign-in'] !== undefined;
      if (asksToSignIn || isRefused === allows(role, needed.role))
        wrong.push(`${method} ${path}: ${reply.status}`);
      if (method === 'GET') continue;
      const { body } = await ask(method, path, session);
      if (!body.includes('This page is out of date.')) wrong.push(`${method} ${path}: no token`);
    }
    expect(wrong).toEqual([]);
  },
);
