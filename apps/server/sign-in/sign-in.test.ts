import { newCsrfToken, newSecret } from '@tallyboard/service-kit/sign-in/sessions.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseDsn } from '../error-reports/report.ts';
import { type FakeJira, startFakeJira } from '../testing/fake-jira.ts';
import {
  anaAccount,
  type ProxyServer,
  type ProxyServerSettings,
  startProxyServer,
  testPassword,
} from '../testing/proxy-server.ts';
import { signIn, startVisitor, type Visitor } from '../testing/visitor.ts';
import { returnPath } from './return-path.ts';
import { MAX_FAILURES } from './throttle.ts';

const hour = 3_600_000;
const start = Date.parse('2026-06-17T12:00:00Z');

let jira: FakeJira;
let running: ProxyServer;
let visitor: Visitor;
let now: number;

async function restart(more: Partial<ProxyServerSettings> = {}) {
  await running?.stop();
  const signInSettings = { account: await anaAccount() };
  running = await startProxyServer({
    site: jira.address,
    signIn: signInSettings,
    now: () => now,
    ...more,
  });
  visitor = running.visitor();
}

beforeEach(async () => {
  now = start;
  jira = await startFakeJira();
  await restart();
});
afterEach(async () => {
  await running.stop();
  await jira.stop();
});

const ask = (path = '/rest/api/2/myself', init?: RequestInit) => visitor.ask(path, init);
const setting = '/rest/atlassian-connect/1/addons/com.tallyboard.reports/properties/x';
/** A write that the server stores, and a POST that it forwards to Jira. */
const change = (init: RequestInit = {}) =>
  ask(setting, { method: 'PUT', body: '{"a":1}', ...init });
const search = (init: RequestInit = {}) =>
  ask('/rest/api/3/search/jql', { method: 'POST', body: '{"jql":""}', ...init });

describe('before sign-in', () => {
  test.each([
    ...['/', '/reports?tab=custom', '/dashboards/1', '/setup', '/browse/OPS-1', '/nothing'],
    '/assets/nothing',
  ])('%s leads to the sign-in page', async path => {
    const reply = await ask(path);
    expect([reply.status, reply.headers.get('location')]).toEqual([
      303,
      path === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(path)}`,
    ]);
  });

  test.each([
    ['GET', '/rest/api/2/myself'],
    ['GET', '/rest/api/2/dashboard'],
    ['GET', '/replica/dashboards'],
    ['GET', '/plugins/servlet/x/settings?key=a'],
    ['POST', '/rest/api/3/search/jql'],
  ])('%s %s is refused', async (method, path) => {
    const reply = await ask(path, { method, ...(method === 'POST' && { body: '{}' }) });
    expect(reply.status).toBe(401);
    expect(reply.headers.get('x-tallyboard-sign-in')).toBe('needed');
    expect(jira.received.filter(({ url }) => !url.endsWith('/serverInfo'))).toEqual([]);
  });

  test.each([
    ['/account/keys', '/sign-in?to=%2Faccount%2Fkeys'],
    ['/setup', '/sign-in?to=%2Fsetup'],
    ['/sign-out', '/sign-in?to=%2Fsign-out'],
  ])(
    'a form of %s that is sent after the session has ended opens the sign-in',
    async (path, to) => {
      const reply = await ask(path, { method: 'POST', body: '{}' });
      expect([reply.status, reply.headers.get('location')]).toEqual([303, to]);
    },
  );

  test('answers probes of a load balancer by any host name', async () => {
    const headers = { host: '10.1.2.3:8080' };
    for (const url of ['/health', '/ready']) {
      expect((await running.server.app.inject({ url, headers })).statusCode).toBe(200);
    }
  });
});

describe('with a password', () => {
  test('signs in and out', async () => {
    await visitor.open('/sign-in?to=%2Freports%3Ftab%3Dcustom');
    const entered = await visitor.post('/sign-in', {
      account: ' ANA ',
      password: testPassword,
      to: '/reports?tab=custom',
    });
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/reports?tab=custom']);
    expect(entered.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^tallyboard-browser=[\w-]{43}; Max-Age=15552000; Path=\/sign-in; HttpOnly; SameSite=Lax$/,
      ),
      expect.stringMatching(/^tallyboard=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const { page } = await visitor.open('/reports');
    expect(page).toContain('&quot;user&quot;:&quot;ana&quot;');
    expect((await ask()).status).toBe(200);
    expect((await change()).status).toBe(201);
    expect((await search()).status).toBe(200);

    const stolen = visitor.cookie;
    const out = await visitor.post('/sign-out', {});
    expect([out.status, out.headers.get('location'), visitor.cookie]).toEqual([
      303,
      '/sign-in?out=1',
      null,
    ]);
    visitor.cookie = stolen;
    expect((await ask()).status).toBe(401);
    const lines = await running.store.audit.newest(9);
    expect(lines.map(({ account, action }) => `${account} ${action}`)).toEqual([
      'ana sign-out',
      'ana changed here',
      'ana sign-in by password',
    ]);
  });

  test.each([
    ['a wrong password', 'ana', 'wrong'],
    ['no password', 'ana', ''],
    ['an unknown account', 'bo', testPassword],
    ['no account', '', testPassword],
    ['a longer name', 'ana\0', testPassword],
  ])('%s is refused in the same words', async (_, account, password) => {
    const reply = await signIn(visitor, account, password);
    expect(reply.status).toBe(401);
    expect(await reply.text()).toContain('Wrong account or password.');
    expect((await ask()).status).toBe(401);
  });

  test.each([
    ['ana', 'wrong password', 'ana', 'wrong password'],
    ['bo', 'x', 'bo', 'no such account'],
    ['Bo@Example.com', 'x', 'bo@example.com', 'no such account'],
    ['a-password-in-the-field', 'x', 'a-p…', 'no such account'],
    ['my-p@ssword12', 'x', 'my-…', 'no such account'],
    ['correct horse', 'x', 'unknown', 'no such account'],
  ])('the audit has a refused sign-in as %s with its reason', async (name, password, who, why) => {
    await signIn(visitor, name, password);
    expect(await running.store.audit.newest(9)).toEqual([
      { atMs: now, account: who, action: 'sign-in failed', target: '127.0.0.1', detail: why },
    ]);
  });

  test('an account is throttled at an address', async () => {
    for (let at = 0; at < MAX_FAILURES.accountAtAddress; at++) {
      expect((await signIn(visitor, 'ana', `wrong ${at}`)).status).toBe(401);
    }
    const reply = await signIn(visitor, 'ana', testPassword);
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '900']);
    const [refused] = await running.store.audit.newest(1);
    expect(refused).toMatchObject({ account: 'ana', detail: 'too many attempts' });
    now += 15 * 60_000 + 1;
    expect((await signIn(visitor, 'ana', testPassword)).status).toBe(303);
  });

  test('an address is throttled for all accounts, also for parallel attempts', async () => {
    await visitor.open('/sign-in');
    const tries = Array.from({ length: MAX_FAILURES.address + 5 }, (_, at) =>
      visitor.post('/sign-in', { account: `nobody${at}`, password: 'x' }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter(status => status === 401)).toHaveLength(MAX_FAILURES.address);
    expect(statuses.filter(status => status === 429)).toHaveLength(5);
  });

  test('failures in the name of an account do not lock out its known browsers', async () => {
    await signIn(visitor, 'ana', testPassword);
    await visitor.post('/sign-out', {});
    const attacker = running.visitor();
    await attacker.open('/sign-in');
    for (let at = 0; at < MAX_FAILURES.address + 1; at++)
      await attacker.post('/sign-in', { account: 'ana', password: 'wrong' });
    expect((await signIn(running.visitor(), 'ana', testPassword)).status).toBe(429);
    expect((await signIn(visitor, 'ana', testPassword)).status).toBe(303);
  });

  test('a known browser has its own limit, for one account', async () => {
    await signIn(visitor, 'ana', testPassword);
    await visitor.post('/sign-out', {});
    const tries = Array.from({ length: MAX_FAILURES.knownBrowser }, () => 'wrong');
    for (const password of tries) expect((await signIn(visitor, 'ana', password)).status).toBe(401);
    expect((await signIn(visitor, 'ana', testPassword)).status).toBe(429);
    for (const password of tries) expect((await signIn(visitor, 'bo', password)).status).toBe(401);
    expect((await signIn(visitor, 'bo', 'wrong')).status).toBe(429);
  });

  test('successful sign-ins are not throttled', async () => {
    for (let at = 0; at < MAX_FAILURES.address + 2; at++) {
      expect((await signIn(running.visitor(), 'ana', testPassword)).status).toBe(303);
    }
  });
});

describe('a session', () => {
  beforeEach(async () => {
    await signIn(visitor, 'ana', testPassword);
  });

  test('ends when it is idle, and after a week in any case', async () => {
    for (let at = 0; at < 14; at++) {
      now += 11.9 * hour;
      expect((await ask()).status).toBe(200);
    }
    now = start + 7 * 24 * hour;
    expect((await ask()).status).toBe(401);
    await signIn(visitor, 'ana', testPassword);
    now += 12 * hour;
    expect((await ask()).status).toBe(401);
    now -= 12 * hour;
    expect((await ask()).status, 'a clock that goes back brings nothing back').toBe(401);
  });

  test.each([
    ['random', () => `tallyboard=${newSecret()}`],
    ['malformed', () => 'tallyboard=1'],
    ['longer than a real one', (real: string) => `tallyboard=${'x'.repeat(43)}; ${real}x`],
    ['empty', () => 'tallyboard='],
    ['of another name', (real: string) => real.replace('tallyboard', 'tallyboard2')],
    ['of a path', () => 'tallyboard=../../etc/passwd'],
  ])('a cookie that is %s is refused', async (_, forge) => {
    visitor.cookie = forge(visitor.cookie ?? '');
    expect((await ask()).status).toBe(401);
  });

  test('cannot be taken from the store, which has a hash of the cookie', async () => {
    const secret = visitor.cookie?.split('=')[1] ?? '';
    const { createHash } = await import('node:crypto');
    const stored = createHash('sha256').update(secret).digest('base64url');
    expect(await running.store.sessions.get(stored)).toMatchObject({ account: 'ana' });
    expect(await running.store.sessions.get(secret)).toBeNull();
    visitor.cookie = `tallyboard=${stored}`;
    expect((await ask()).status).toBe(401);
  });

  test('never has the cookie that the visitor sent (fixation)', async () => {
    const planted = `tallyboard=${newSecret()}`;
    const victim = running.visitor();
    victim.cookie = planted;
    await signIn(victim, 'ana', testPassword);
    expect(victim.cookie).not.toBe(planted);
    visitor.cookie = planted;
    expect((await ask()).status).toBe(401);
  });

  test('is valid in another process over the same store', async () => {
    const other = await startProxyServer({
      site: jira.address,
      signIn: { account: await anaAccount() },
      now: () => now,
      store: running.store,
    });
    const there = startVisitor(other.address);
    there.cookie = visitor.cookie;
    expect((await there.ask('/rest/api/2/myself')).status).toBe(200);
    await other.server.app.close();
  });
});

describe('requests of other sites', () => {
  beforeEach(async () => {
    await signIn(visitor, 'ana', testPassword);
    jira.received.length = 0;
  });

  test.each<[string, Record<string, string>]>([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page with a null origin', { origin: 'null' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['a look-alike host name', { origin: 'http://127.0.0.1.evil.example' }],
    ['a request with Sec-Fetch-Site cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['a request with Sec-Fetch-Site same-site', { 'sec-fetch-site': 'same-site' }],
    ['a page without a token', { 'x-tallyboard-token': '' }],
    [
      'a page with the token of another session',
      { 'x-tallyboard-token': newCsrfToken(newSecret()) },
    ],
  ])('%s changes nothing', async (_, headers) => {
    expect((await change({ headers })).status).toBe(403);
    expect((await ask(setting)).status).toBe(404);
    expect((await search({ headers })).status).toBe(403);
    expect(jira.received).toEqual([]);
  });

  test('a form of another site cannot sign in or out', async () => {
    const headers = {
      origin: 'https://evil.example',
      'content-type': 'application/x-www-form-urlencoded',
    };
    for (const path of ['/sign-in', '/sign-out', '/setup']) {
      expect((await ask(path, { method: 'POST', headers, body: 'a=1' })).status).toBe(403);
    }
    const stranger = running.visitor();
    stranger.token = 'guessed';
    const reply = await stranger.post('/sign-in', { account: 'ana', password: testPassword });
    expect(reply.status).toBe(403);
    await visitor.post('/sign-out', { token: 'guessed' });
    expect((await ask()).status).toBe(200);
  });

  test('a call of another site is refused, a link is not', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await ask('/rest/api/2/myself', { headers })).status).toBe(403);
    expect((await ask('/reports', { headers })).status).toBe(200);
  });

  test('no reply allows another site to read it', async () => {
    const headers = { origin: 'https://evil.example' };
    for (const path of ['/rest/api/2/myself', '/reports', '/sign-in']) {
      const reply = await ask(path, { headers });
      expect(reply.headers.get('access-control-allow-origin')).toBeNull();
    }
    const before = await ask('/rest/api/2/myself', { method: 'OPTIONS', headers });
    expect(before.headers.get('access-control-allow-origin')).toBeNull();
    expect(before.status).toBeGreaterThanOrEqual(400);
  });

  test('the Forge app may report errors without a session, and do nothing else', async () => {
    const app = 'https://1f0a.cdn.prod.atlassian-dev.net';
    const target = parseDsn('https://k@127.0.0.1:1/1');
    await restart({ errorReports: { target, origins: [app] } });
    const send = async (method: string, path: string, origin = app) => {
      const headers = { origin, 'sec-fetch-site': 'cross-site' };
      return (await startVisitor(running.address).ask(path, { method, headers })).status;
    };
    expect(await send('OPTIONS', '/error-reports')).toBe(204);
    // Past the guard, but not a report.
    expect(await send('POST', '/error-reports')).toBe(400);
    expect(await send('POST', '/error-reports', 'https://elsewhere.example')).toBe(403);
    expect(await send('GET', '/error-reports')).toBe(303);
    expect(await send('POST', '/rest/api/3/search/jql')).toBe(403);
  });

  test('other sites cannot frame our pages', async () => {
    const policy = async (path: string) =>
      (await running.visitor().ask(path)).headers.get('content-security-policy');
    expect(await policy('/sign-in')).toContain("frame-ancestors 'none'");
    expect((await ask('/reports')).headers.get('content-security-policy')).toMatch(
      /frame-ancestors 'self'$/,
    );
  });
});

describe('Host headers', () => {
  const statusOf = async (host: string, url = '/sign-in') =>
    (await running.server.app.inject({ url, headers: { host } })).statusCode;

  test('without a public address only those of this machine, whatever a proxy header says', async () => {
    expect(await statusOf('localhost:8080')).toBe(200);
    expect(await statusOf('127.0.0.1')).toBe(200);
    expect(await statusOf('[::1]:8080')).toBe(200);
    for (const host of ['evil.example', 'localhost.evil.example', '10.0.0.1', 'a@localhost']) {
      expect(await statusOf(host)).toBe(421);
    }
    const headers = { host: 'evil.example', 'x-forwarded-host': 'localhost' };
    expect((await running.server.app.inject({ url: '/sign-in', headers })).statusCode).toBe(421);
  });

  test('with a public address only that one, and cookies for https only', async () => {
    await restart({ publicUrl: 'https://reports.example.com' });
    expect(await statusOf('reports.example.com')).toBe(200);
    expect(await statusOf('reports.example.com:443')).toBe(200);
    expect(await statusOf('localhost')).toBe(421);
    const headers = { host: 'reports.example.com' };
    const reply = await running.server.app.inject({ url: '/sign-in', headers });
    expect(reply.headers['strict-transport-security']).toBe('max-age=31536000');
    expect(reply.headers['set-cookie']).toMatch(
      /^__Host-tallyboard=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });
});

describe('the return path', () => {
  test.each([
    ['/reports?tab=custom', '/reports?tab=custom'],
    ['/dashboards/7/wallboard', '/dashboards/7/wallboard'],
    ['/a?u=https://evil.example', '/a?u=https://evil.example'],
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    ['///evil.example', '/'],
    ['/\\evil.example', '/'],
    ['\\\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/\n/evil.example', '/'],
    ['/a/..//evil.example', '/'],
    ['/./\\evil.example', '/'],
    ['javascript:alert(1)', '/'],
    [' /reports', '/'],
    ['reports', '/'],
    ['/sign-in?to=/', '/'],
    ['/sign-out', '/'],
    ['/rest/api/2/myself', '/'],
    ['/ü', '/'],
    [undefined, '/'],
    [['/a', '/b'], '/'],
  ])('%j leads to %j', (asked, path) => expect(returnPath(asked)).toBe(path));

  test('also if the form was changed', async () => {
    await visitor.open('/sign-in');
    const fields = { account: 'ana', password: testPassword, to: '//evil.example' };
    const reply = await visitor.post('/sign-in', fields);
    expect(reply.headers.get('location')).toBe('/');
  });
});

test('texts of visitors are escaped', async () => {
  const evil = '"><script>alert(1)</script>';
  const { page } = await visitor.open(`/sign-in?to=${encodeURIComponent(`/${evil}`)}`);
  expect(page).not.toContain('<script');
  const reply = await signIn(visitor, evil, evil);
  expect(await reply.text()).not.toContain('<script');
});
