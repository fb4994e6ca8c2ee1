import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Store } from '@tallyboard/server-store/store.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { readSignIn } from '@tallyboard/service-kit/sign-in/settings.ts';
import type { InjectOptions } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createServer, type Server } from '../server.ts';
import { makeWebRoot } from '../testing/web-root.ts';
import { connectSettings } from './settings.ts';
import { signAsAtlassian, signAsSite } from './testing/sign.ts';
import { callHash, TokenError } from './tokens.ts';

const BASE = 'https://reports.example';
const NOW = Date.parse('2026-06-17T12:00:00Z');
const APP = 'com.tallyboard.reports';
const KEY = randomBytes(32);
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const stranger = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

let webRoot: string;
let store: Store;
let server: Server;
let now: number;
let keysAsked: string[];

beforeEach(async () => {
  webRoot = await makeWebRoot();
  store = await openStore({ memory: true });
  now = NOW;
  keysAsked = [];
  server = await createServer({
    store,
    webRoot,
    log: false,
    now: () => now,
    connect: {
      baseUrl: BASE,
      key: KEY,
      sites: ['acme.atlassian.net', 'other.atlassian.net'],
      fetchKey: async id => {
        keysAsked.push(id);
        if (id !== 'key-1') throw new TokenError('Atlassian has no such key.');
        return publicKey;
      },
    },
  });
});
afterEach(async () => {
  await server.stop();
  await rm(webRoot, { recursive: true });
});

const times = () => ({ iat: Math.floor(now / 1000), exp: Math.floor(now / 1000) + 180 });
let count = 0;

interface HookChanges {
  readonly path?: string;
  readonly body?: object;
  readonly claims?: object;
  readonly key?: string;
  readonly kid?: string;
}

function hook({ path = '/installed', body, claims, key = privateKey, kid = 'key-1' }: HookChanges) {
  const payload = {
    key: APP,
    clientKey: 'site-1',
    sharedSecret: 'secret-1',
    eventType: 'installed',
    baseUrl: 'https://acme.atlassian.net',
    productType: 'jira',
    ...body,
  };
  const signed = {
    iss: 'site-1',
    aud: [BASE],
    qsh: callHash({ method: 'POST', url: path }, BASE),
    // Two calls of the same second need different tokens.
    ...times(),
    jti: ++count,
    ...claims,
  };
  const token = signAsAtlassian(signed, key, kid);
  const headers = { authorization: `JWT ${token}` };
  return { method: 'POST', url: path, headers, payload } as const;
}

const call = async (request: InjectOptions) => (await server.app.inject(request)).statusCode;

/** The address of a page that the site frames. */
function page(address: string, secret = 'secret-1', claims: object = {}) {
  const payload = { iss: 'site-1', qsh: callHash({ method: 'GET', url: address }, BASE) };
  const token = signAsSite({ ...payload, ...times(), ...claims }, secret);
  return `${address}${address.includes('?') ? '&' : '?'}jwt=${token}`;
}

const REPORTS = '/reports?lic=active&xdm_e=https%3A%2F%2Facme.atlassian.net';

describe('lifecycle hooks', () => {
  test('installs, reinstalls and uninstalls; secrets are stored encrypted', async () => {
    expect(await call(hook({}))).toBe(204);
    expect(await call({ url: page(REPORTS) })).toBe(200);
    const kept = await store.tenants.get(APP, 'site-1');
    expect(kept?.secret).not.toContain('secret-1');
    expect(await call(hook({ body: { sharedSecret: 'secret-2' } }))).toBe(204);
    expect(await call({ url: page(REPORTS) })).toBe(401);
    expect(await call({ url: page(REPORTS, 'secret-2') })).toBe(200);
    expect(await call(hook({ path: '/uninstalled' }))).toBe(204);
    expect(await call({ url: page(REPORTS, 'secret-2') })).toBe(401);
    expect(keysAsked).toContain('key-1');
  });

  test('refuses a replayed call', async () => {
    const installed = hook({});
    expect(await call(installed)).toBe(204);
    expect(await call(hook({ path: '/uninstalled' }))).toBe(204);
    expect(await call(installed)).toBe(401);
    expect(await store.tenants.get(APP, 'site-1')).toBeNull();
  });

  test.each<[string, HookChanges]>([
    ['signed with another key', { key: stranger.privateKey }],
    ['with an unknown key id', { kid: 'key-2' }],
    ['with a path as key id', { kid: '../evil' }],
    ['for another server', { claims: { aud: ['https://other.example'] } }],
    ['without an audience', { claims: { aud: undefined } }],
    ['that is expired', { claims: { exp: Math.floor(NOW / 1000) - 60 } }],
    ['for another call', { claims: { qsh: callHash({ method: 'POST', url: '/x' }, BASE) } }],
    ['of one site for another', { claims: { iss: 'site-2' } }],
    ['of another app', { body: { key: 'com.example.app' } }],
    ['without a secret', { body: { sharedSecret: '' } }],
    ['of a site without https', { body: { baseUrl: 'http://acme.atlassian.net' } }],
    ['of a site that is not allowed', { body: { baseUrl: 'https://evil.atlassian.net' } }],
  ])('refuses a call %s', async (_, changes) => {
    expect(await call(hook(changes))).toBe(401);
    expect(await store.tenants.get(APP, 'site-1')).toBeNull();
  });

  test('refuses a secret instead of a signature, and a call without a token', async () => {
    const request = hook({});
    const forged = signAsSite(
      {
        iss: 'site-1',
        aud: [BASE],
        qsh: callHash({ method: 'POST', url: '/installed' }, BASE),
        ...times(),
      },
      publicKey,
    );
    expect(await call({ ...request, headers: { authorization: `JWT ${forged}` } })).toBe(401);
    expect(await call({ ...request, headers: {} })).toBe(401);
    // No key was fetched for either.
    expect(keysAsked).toEqual([]);
  });
});

describe('pages that Jira frames', () => {
  beforeEach(async () => {
    expect(await call(hook({}))).toBe(204);
  });

  test('may be framed by the site that signed them, and run its bridge', async () => {
    const { headers } = await server.app.inject({ url: page(REPORTS) });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("frame-ancestors 'self' https://acme.atlassian.net");
    expect(policy).toContain("script-src 'self' https://connect-cdn.atl-paas.net");
    const own = await server.app.inject({ url: '/reports' });
    expect(own.headers['content-security-policy']).toMatch(/script-src 'self';.*ancestors 'self'$/);
  });

  test.each([
    ['with another licence', page(REPORTS).replace('lic=active', 'lic=none')],
    ['as an admin', `${page(REPORTS)}&adminMode=true`],
    ['for Lite, which the site has not installed', page(`${REPORTS}&edition=lite`)],
    ['signed by another site', page(REPORTS, 'secret-1', { iss: 'site-2' })],
    ['with a token of a frame', page(REPORTS, 'secret-1', { qsh: 'context-qsh' })],
    ['that is not signed', REPORTS],
    ['that is not signed, at the root', '/?xdm_e=https%3A%2F%2Facme.atlassian.net&gadget=status'],
    ['with a malformed token', `${REPORTS}&jwt=a.b.c`],
  ])('refuses a page %s', async (_, url) => {
    const reply = await server.app.inject({ url });
    expect([reply.statusCode, reply.body]).toEqual([401, expect.not.stringContaining('<script')]);
  });

  test('refuses an expired page', async () => {
    const url = page(REPORTS);
    now += 86_400_000;
    expect(await call({ url })).toBe(401);
  });

  test.each([
    ['/reports'],
    ['/reports?server&xdm_e=https://jira.example'],
    ['/?xdm_e=https://x.example&xdm_c=app-demo-1'],
  ])('leaves %s alone', async url => expect(await call({ url })).toBe(200));

  test('an open frame proves its site with its own token', async () => {
    const ask = (token: string, app = APP) =>
      call({ url: `/connect/context?app=${app}`, headers: { authorization: `JWT ${token}` } });
    const token = (claims: object, secret = 'secret-1') =>
      signAsSite({ iss: 'site-1', qsh: 'context-qsh', ...times(), ...claims }, secret);
    expect(await ask(token({}))).toBe(200);
    expect(await ask(token({}, 'guess'))).toBe(401);
    expect(await ask(token({ iss: 'site-2' }))).toBe(401);
    expect(await ask(token({}), `${APP}-lite`)).toBe(401);
    const url = `/connect/context?app=${APP}`;
    expect(await ask(token({ qsh: callHash({ method: 'GET', url }, BASE) }))).toBe(401);
  });
});

test('on a server with sign-in only hooks and signed pages of Jira need no session', async () => {
  const guarded = await createServer({
    store: await openStore({ memory: true }),
    webRoot,
    log: false,
    now: () => now,
    auth: {
      signIn: { ...readSignIn({}), account: { name: 'ana', hash: 'none' } },
      publicUrl: new URL(BASE),
      key: () => KEY,
    },
    connect: { baseUrl: BASE, key: KEY, fetchKey: async () => publicKey },
  });
  const ask = async (request: InjectOptions) => {
    const headers = { ...request.headers, host: 'reports.example' };
    return (await guarded.app.inject({ ...request, headers })).statusCode;
  };
  expect(await ask({ url: '/atlassian-connect.json' })).toBe(200);
  expect(await ask({ url: '/gadgets/status.svg' })).not.toBe(303);
  expect(await ask(hook({}))).toBe(204);
  const framed = { 'sec-fetch-site': 'cross-site' };
  expect(await ask({ url: page(REPORTS), headers: framed })).toBe(200);
  expect(await ask({ url: page(REPORTS, 'guess'), headers: framed })).toBe(401);
  expect(await ask({ url: '/reports' })).toBe(303);
  expect(await ask({ url: '/rest/api/3/myself' })).toBe(401);
  for (const other of ['/rest/api/3/myself', '/issues/?jql=', '/browse/OPS-1', '/dashboards'])
    expect(await ask({ url: page(other) })).toBe(401);
  await guarded.stop();
});

test('without the setting there is no app and no refused page', async () => {
  const plain = await createServer({
    store: await openStore({ memory: true }),
    webRoot,
    log: false,
  });
  expect((await plain.app.inject({ url: '/atlassian-connect.json' })).statusCode).toBe(404);
  expect((await plain.app.inject({ url: REPORTS })).statusCode).toBe(200);
  await plain.stop();
});

describe('settings', () => {
  const asked = (publicUrl: string | null, sites = '') =>
    connectSettings(
      {
        connect: true,
        publicUrl: publicUrl === null ? null : new URL(publicUrl),
        dataDir: webRoot,
      },
      { TALLYBOARD_CONNECT_SITES: sites },
    );

  test('require the address at which Jira reaches the server', () => {
    expect(asked('https://reports.example', ' Acme.atlassian.net,').connect).toMatchObject({
      baseUrl: BASE,
      sites: ['acme.atlassian.net'],
    });
    expect(() => asked(null)).toThrow(/--public-url/);
    expect(() => asked('http://reports.example')).toThrow(/--public-url/);
    expect(() => asked('https://reports.example', 'https://x')).toThrow(/names such as/);
  });
});
