import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer, type Server } from '../server.ts';
import { rightsIn } from '../testing/call-table.ts';
import { startProvider, type TestProvider } from '../testing/openid-provider.ts';
import { PASSWORD_AUTH } from '../testing/password-auth.ts';
import { addressOf, routesOf } from '../testing/routes.ts';
import { makeWebRoot } from '../testing/web-root.ts';

const now = Date.parse('2026-06-17T12:00:00Z');
const origin = 'https://reports.example.com';
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-tokens-'));
const place = { file: join(folder, 'tallyboard.db') };
let webRoot: string;
let provider: TestProvider;
let store: Store;
let server: Server;

beforeAll(async () => {
  webRoot = await makeWebRoot(['/']);
  provider = await startProvider([`${origin}/sign-in/openid/callback`]);
  store = await openStore(place);
  await store.ingest(demoRecords({ seed: 5, asOf: now, size: 50 }));
  const users = await store.catalogue.all('user');
  const person = {
    issuer: provider.issuer.origin,
    email: 'ana@example.com',
    name: 'Ana',
    groups: [],
  };
  const jiraAccountId = users[0]?.id ?? null;
  await store.accounts.signIn({ ...person, subject: 'ana', jiraAccountId }, async () => false);
  await store.accounts.change('ana@example.com', { role: 'admin' });
  const openId = {
    issuer: provider.issuer,
    clientId: provider.client.id,
    clientSecret: provider.client.secret,
    allowedDomains: ['example.com'],
    allowedEmails: [],
    allowAll: false,
    trustEmail: false,
    groupsClaim: 'groups',
    jiraClaim: null,
    scope: 'openid',
  };
  server = await createServer({
    store,
    place,
    webRoot,
    now: () => now,
    log: false,
    auth: {
      ...PASSWORD_AUTH,
      publicUrl: new URL(origin),
      signIn: { ...PASSWORD_AUTH.signIn, openId },
    },
  });
  await server.app.ready();
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
  for (const path of [webRoot, folder]) rmSync(path, { recursive: true });
});

const claims = (more: object = {}) => ({
  iss: provider.issuer.origin,
  sub: 'ana',
  aud: `${origin}/mcp`,
  exp: now / 1000 + 300,
  ...more,
});

const ask = (path: string, token: string | null, more: object = {}) =>
  server.app.inject({
    method: 'GET',
    url: path,
    headers: {
      host: 'reports.example.com',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      accept: 'application/json, text/event-stream',
    },
    ...more,
  });

const report = '/rest/tallyboard/1/report/overview?jql=created%20%3E%201970-01-01';

test('a call without a token is told where to get one', async () => {
  const { statusCode, headers } = await ask('/mcp', null, { method: 'POST', payload: {} });
  expect(statusCode).toBe(401);
  const [, address = ''] =
    /resource_metadata="([^"]+)"/.exec(String(headers['www-authenticate'])) ?? [];
  expect(address).toBe(`${origin}/.well-known/oauth-protected-resource/mcp`);
  expect((await ask(address.slice(origin.length), null)).json()).toMatchObject({
    resource: `${origin}/mcp`,
    authorization_servers: [provider.issuer.origin],
  });
  const own = await ask('/.well-known/oauth-protected-resource', null);
  expect(own.json().resource).toBe(origin);
});

test('a token of the provider has the rights of the account that has signed in', async () => {
  const token = await provider.sign(claims());
  const figures = await ask(report, token);
  expect([figures.statusCode, figures.json().report]).toEqual([200, 'overview']);
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'count', arguments: { jql: 'created > 1970-01-01' } },
  };
  const told = await ask('/mcp', token, { method: 'POST', payload: call });
  expect([told.statusCode, told.body]).toEqual([200, expect.stringContaining('"complete":true')]);
});

test.each([
  ['another audience', { aud: 'https://elsewhere.example' }, 401, "see its claim 'aud'"],
  ['the audience of the sign-in', { aud: 'tallyboard' }, 401, "see its claim 'aud'"],
  ['no audience', { aud: undefined }, 401, "see its claim 'aud'"],
  ['another issuer', { iss: 'https://elsewhere.example' }, 401, "see its claim 'iss'"],
  ['no end', { exp: undefined }, 401, "see its claim 'exp'"],
  ['an end in the past', { exp: now / 1000 - 60 }, 401, 'has expired'],
  ['a beginning in the future', { nbf: now / 1000 + 120 }, 401, "see its claim 'nbf'"],
  ['no person', { sub: undefined }, 401, "see its claim 'sub'"],
  ['a person who never signed in', { sub: 'bob' }, 403, `Sign in once at ${origin}`],
])('a token with %s is refused', async (_, more, status, why) => {
  const { statusCode, body, headers } = await ask(report, await provider.sign(claims(more)));
  expect([statusCode, body]).toEqual([status, expect.stringContaining(why)]);
  expect(headers['www-authenticate']).toContain('resource_metadata=');
  expect(await store.accounts.all()).toHaveLength(1);
});

test('a token that the provider has not signed is refused', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const [head, body] = (await provider.sign(claims())).split('.');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  for (const token of [
    await provider.sign(claims(), privateKey),
    `${none}.${body}.`,
    `${none}.${body}.AA`,
    `${head}.${body}.AA`,
  ])
    expect((await ask(report, token)).statusCode).toBe(401);
});

test('scopes of a token narrow it', async () => {
  const figures = await provider.sign(claims({ scope: 'openid figures' }));
  expect((await ask(report, figures)).statusCode).toBe(200);
  expect((await ask('/mcp', figures, { method: 'POST', payload: {} })).statusCode).toBe(403);
  const html = await ask(`${report}&format=html`, figures);
  expect([html.statusCode, html.body]).toEqual([403, expect.stringContaining("scope 'issues'")]);
});

test('a token opens figures and assistants, whoever its owner is, and no other route', async () => {
  const token = await provider.sign(claims({ scope: 'figures issues mcp admin columns' }));
  const open =
    /^\/($|health|ready|icon|assets|gadgets|sign-in|setup|unsubscribe|wall\/|\.well-known)/;
  const routes = routesOf(server).filter(
    ([, path]) => !open.test(path) && !/\/rest\/(api|agile)\/(2|latest)\//.test(path),
  );
  expect(routes.length).toBeGreaterThan(100);
  const wrong: string[] = [];
  for (const [method, path] of routes) {
    const needed = rightsIn(method, path)?.scope;
    const { statusCode, body } = await ask(addressOf(path), token, { method });
    const isRefused =
      statusCode === 403 && /for figures and assistants alone|not for this address/.test(body);
    if (isRefused === (needed === 'figures' || needed === 'mcp'))
      wrong.push(`${method} ${path}: ${statusCode}`);
  }
  expect(wrong).toEqual([]);
});
