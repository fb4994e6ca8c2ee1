import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { TOKEN_ANSWERS } from '@tallyboard/server-store/mirror-readers.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { SettingsError } from '@tallyboard/service-kit/settings.ts';
import { accountsIn } from '@tallyboard/service-kit/sign-in/accounts.ts';
import { hashPassword } from '@tallyboard/service-kit/sign-in/password.ts';
import { idOf, newSecret } from '@tallyboard/service-kit/sign-in/sessions.ts';
import { readerTokens } from '@tallyboard/service-kit/site/reader-tokens.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createServer, type Server } from '../server.ts';
import { type FakeJira, startFakeJira } from '../testing/fake-jira.ts';
import { claimMirror } from '../testing/mirrored-store.ts';
import { testPassword } from '../testing/proxy-server.ts';
import { signIn, startVisitor, type Visitor } from '../testing/visitor.ts';
import { makeWebRoot } from '../testing/web-root.ts';
import { MAX_FAILURES, MAX_TOKEN_CHECKS } from './throttle.ts';

const minute = 60_000;
const goodToken = 'ana-token-4711-secret';
const call = '/replica/jira-token';

let now: number;
let key: () => Buffer;
let folder: string;
let webRoot: string;
let jira: FakeJira;
let store: Store;
let server: Server;
let port: number;
let ana: Visitor;
let log: string[];
/** Whose token it is, by Jira; null: Jira refuses it. */
let owners: Record<string, object | null>;

beforeEach(async () => {
  now = Date.parse('2026-06-17T12:00:00Z');
  key = () => Buffer.alloc(32, 5);
  owners = {
    [goodToken]: { accountId: 'jira-ana' },
    'token-of-bob-4712': { accountId: 'jira-bob' },
  };
  folder = mkdtempSync(join(tmpdir(), 'tallyboard-token-'));
  webRoot = await makeWebRoot();
  jira = await startFakeJira();
  jira.answer = ({ url, headers }, reply) => {
    const [kind, sent = ''] = headers.authorization?.split(' ') ?? [];
    const token = kind === 'Bearer' ? sent : Buffer.from(sent, 'base64').toString().split(':')[1];
    const owner = url === '/rest/api/2/myself' ? owners[token ?? ''] : null;
    reply.writeHead(owner ? 200 : 401, { 'content-type': 'application/json' });
    reply.end(JSON.stringify(owner ?? {}));
    return true;
  };
  log = [];
  vi.spyOn(process.stderr, 'write').mockImplementation(line => {
    log.push(String(line));
    return true;
  });
  await start('cloud');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.stop();
  await jira.stop();
  await rm(webRoot, { recursive: true });
  rmSync(folder, { recursive: true });
});

async function start(flavour: 'cloud' | 'data-center'): Promise<void> {
  store = await openStore({ file: join(folder, `${flavour}.db`) });
  await store.ingest(demoRecords({ seed: 1, asOf: now, size: 20 }));
  await claimMirror(store, { site: jira.address, flavour });
  await accountsIn(store).set('ana', await hashPassword(testPassword, 10));
  await store.accounts.change('ana', { jiraAccountId: 'jira-ana', role: 'reader' });
  const roles = { admins: [], editors: [], standard: 'reader' } as const;
  const auth = {
    signIn: { openId: null, account: null, roles },
    publicUrl: null,
    key: () => key(),
  };
  server = await createServer({ store, webRoot, auth, log: 'debug', now: () => now });
  port = await server.start({ port: 0, host: '127.0.0.1' });
  ana = startVisitor(`http://127.0.0.1:${port}`);
  expect((await signIn(ana, 'ana', testPassword)).status).toBe(303);
}

/** A step of the form on the account page. */
async function submit(visitor: Visitor, fields: Readonly<Record<string, string>>) {
  await visitor.open('/account');
  const reply = await visitor.post('/account/jira-token', fields);
  return Object.assign(reply, { page: await reply.text() });
}

const save = (more: Readonly<Record<string, string>> = {}, visitor = ana) =>
  submit(visitor, {
    step: 'save',
    email: 'ana@example.com',
    secret: goodToken,
    password: testPassword,
    ...more,
  });

async function ask(method: string, path = call, body?: unknown, headers = {}) {
  const reply = await ana.ask(path, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, json: text === '' ? null : JSON.parse(text) };
}

const tokens = () => readerTokens(store, key).all();
const actions = async () =>
  (await store.audit.newest(50)).map(({ account, action }) => `${account} ${action}`);

describe('giving a token', () => {
  test('stores it once Jira has said that it is the own one', async () => {
    expect((await ana.open('/account')).page).toContain('Check and save');
    expect((await save()).status).toBe(303);
    const [token] = await tokens();
    expect(token).toMatchObject({ account: 'ana', jiraAccountId: 'jira-ana', site: jira.address });
    expect(token && readerTokens(store, key).open(token)).toEqual({
      email: 'ana@example.com',
      token: goodToken,
    });
    expect((await ana.open('/account')).page).toContain(
      'Given 2026-06-17 12:00 UTC. Not used yet.',
    );
    expect((await save()).status).toBe(303);
    expect(await actions()).toEqual(
      expect.arrayContaining(['ana Jira token given', 'ana Jira token replaced']),
    );
  });

  test('refuses one of somebody else, a wrong one, and nonsense', async () => {
    const refused = [
      [{ secret: 'token-of-bob-4712' }, 403, 'of another user of Jira'],
      [{ secret: 'unknown-to-this-jira' }, 400, 'does not accept'],
      [{ secret: 'short' }, 400, 'has 16 characters at least'],
      [{ secret: 'two words' }, 400, 'one word'],
      [{ email: 'nobody' }, 400, 'not an e-mail address'],
    ] as const;
    for (const [fields, status, text] of refused) {
      const reply = await save(fields);
      expect([reply.status, reply.page]).toEqual([status, expect.stringContaining(text)]);
    }
    expect(await tokens()).toEqual([]);
    expect((await actions())[0]).toBe('ana Jira token refused');
  });

  test('needs the password, a page of our own, and an account that is linked to Jira', async () => {
    expect((await save({ password: 'wrong' })).status).toBe(401);
    await ana.open('/account');
    ana.token = 'guessed';
    const fields = { step: 'save', secret: goodToken, password: testPassword };
    expect((await ana.post('/account/jira-token', fields)).status).toBe(403);
    await store.accounts.change('ana', { jiraAccountId: null });
    expect((await save()).page).toContain('not linked');
    expect(jira.received).toEqual([]);
    expect(await tokens()).toEqual([]);
  });

  test('limits guesses of the password, and calls to Jira', async () => {
    for (let at = 0; at < MAX_FAILURES.accountAtAddress; at++)
      await save({ password: `wrong ${at}` });
    expect((await save()).status).toBe(429);
    now += 16 * minute;
    for (let at = 0; at < MAX_TOKEN_CHECKS; at++)
      expect((await save({ secret: `unknown-to-this-jira-${at}` })).status).toBe(400);
    expect((await save()).status).toBe(429);
    expect(jira.received).toHaveLength(MAX_TOKEN_CHECKS);
    now += 60 * minute + 1;
    expect((await save()).status).toBe(303);
  });

  test('without a password needs a sign-in of the last 15 minutes', async () => {
    await store.accounts.change('eve@example.com', {
      issuer: 'https://id.example.com',
      subject: '1',
      jiraAccountId: 'jira-ana',
    });
    const secret = newSecret();
    const person = { account: 'eve@example.com', name: 'Eve', method: 'openid' } as const;
    await store.sessions.add({ id: idOf(secret), ...person, createdMs: now, usedMs: now });
    const eve = startVisitor(`http://127.0.0.1:${port}`);
    eve.cookie = `tallyboard=${secret}`;
    now += 15 * minute;
    expect((await save({ password: '' }, eve)).page).toContain('Sign out and in again first');
    now -= minute;
    expect((await save({ password: '' }, eve)).status).toBe(303);
  });

  test('says plainly when Jira does not answer, or there is no key', async () => {
    key = () => {
      throw new SettingsError('no key');
    };
    expect((await save()).page).toContain('cannot be encrypted on this server');
    await jira.stop();
    expect((await save()).page).toContain('cannot be reached');
    expect((await actions()).filter(line => line.includes('Jira token'))).toEqual([]);
  });
});

test('a token of Data Center needs no e-mail address', async () => {
  await server.stop();
  await start('data-center');
  owners = { [goodToken]: { key: 'jira-ana', name: 'ana' } };
  expect((await ana.open('/account')).page).not.toContain('E-mail address');
  expect((await save()).status).toBe(303);
  expect(jira.received.at(-1)?.headers.authorization).toBe(`Bearer ${goodToken}`);
});

describe('a given token', () => {
  beforeEach(async () => {
    expect((await save()).status).toBe(303);
  });

  test('is tested, and used again after a refusal', async () => {
    expect((await submit(ana, { step: 'test' })).page).toContain('Jira accepts the token.');
    const [before] = await tokens();
    const answer = { atMs: now, outcome: 'refused', projects: [] };
    await store.properties.set(TOKEN_ANSWERS, 'jira-ana', answer);
    expect((await ana.open('/account')).page).toContain('Jira refused it 2026-06-17 12:00 UTC.');
    const { json } = await ask('GET', '/replica/mirror');
    expect(json.mirror.trouble.text).toContain('give a new one on your account page');
    now += minute;
    await submit(ana, { step: 'test' });
    expect((await tokens())[0]?.givenMs).toBe(now);
    expect((await ana.open('/account')).page).toContain('Not used yet.');
    owners[goodToken] = null;
    expect((await submit(ana, { step: 'test' })).page).toContain('does not accept');
    expect(before?.givenMs).toBeLessThan(now);
  });

  test('that another key encrypted is reported, also when it is tested', async () => {
    key = () => Buffer.alloc(32, 6);
    expect((await submit(ana, { step: 'test' })).page).toContain('encrypted with another key');
    expect((await save()).status).toBe(303);
    expect((await submit(ana, { step: 'test' })).page).toContain('Jira accepts the token.');
  });

  test('is removed with the password', async () => {
    expect((await submit(ana, { step: 'remove', password: 'wrong' })).status).toBe(401);
    expect(await tokens()).toHaveLength(1);
    expect((await submit(ana, { step: 'remove', password: testPassword })).status).toBe(303);
    expect(await tokens()).toEqual([]);
    expect((await actions())[0]).toBe('ana Jira token removed');
  });

  test('is of no use once the account is linked to somebody else in Jira', async () => {
    await store.accounts.change('ana', { jiraAccountId: 'jira-bob' });
    expect((await ana.open('/account')).page).toContain('Check and save');
    expect((await submit(ana, { step: 'test' })).status).toBe(404);
  });

  test('is nowhere in the database, a page, a reply, the log or the audit', async () => {
    await save({ password: 'wrong' });
    await save({ secret: `${goodToken} x` });
    const pages = [(await ana.open('/account')).page, JSON.stringify((await ask('GET')).json)];
    const files = readdirSync(folder).map(name => readFileSync(join(folder, name), 'latin1'));
    const audit = JSON.stringify(await store.audit.newest(100));
    expect(log.join('')).toContain('Jira token given');
    for (const text of [...pages, ...files, audit, ...log])
      for (const form of [
        goodToken,
        Buffer.from(`ana@example.com:${goodToken}`).toString('base64'),
      ])
        expect(text).not.toContain(form);
  });
});

describe('the calls', () => {
  const body = { email: 'ana@example.com', token: goodToken, password: testPassword };

  test('give, test, describe and remove a token', async () => {
    expect((await ask('GET')).json).toEqual({
      site: jira.address,
      given: null,
      outcome: null,
      answered: null,
    });
    expect((await ask('PUT', call, { ...body, password: 'wrong' })).status).toBe(401);
    expect((await ask('PUT', call, body)).status).toBe(204);
    expect((await ask('POST', `${call}/test`)).status).toBe(204);
    expect((await ask('GET')).json.given).toBe('2026-06-17T12:00:00Z');
    expect((await ask('DELETE', call, { password: 'wrong' })).status).toBe(401);
    expect((await ask('DELETE', call, { password: testPassword })).status).toBe(204);
    expect((await ask('POST', `${call}/test`)).status).toBe(404);
    expect(await tokens()).toEqual([]);
    const audit = JSON.stringify(await store.audit.newest(100));
    expect(audit).not.toContain(goodToken);
    expect(audit).not.toContain(testPassword);
  });

  test('need a sign-in and the token of a page of our own', async () => {
    const forged = { 'x-tallyboard-token': 'guessed' };
    for (const [method, path] of [
      ['PUT', call],
      ['DELETE', call],
      ['POST', `${call}/test`],
    ] as const) {
      expect((await ask(method, path, body, forged)).status).toBe(403);
      expect((await ask(method, path, body, { origin: 'https://evil.example' })).status).toBe(403);
    }
    ana.cookie = null;
    expect((await ask('GET')).status).toBe(401);
    expect(jira.received).toEqual([]);
  });
});
