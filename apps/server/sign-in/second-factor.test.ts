import { factorScope } from '@tallyboard/service-kit/sign-in/accounts.ts';
import { TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeJira, startFakeJira } from '../testing/fake-jira.ts';
import {
  anaAccount,
  type ProxyServer,
  startProxyServer,
  testPassword,
} from '../testing/proxy-server.ts';
import { signIn, type Visitor } from '../testing/visitor.ts';
import { MAX_FAILURES } from './throttle.ts';

const start = Date.parse('2026-06-17T12:00:00Z');
const stepMs = 30_000;

let jira: FakeJira;
let running: ProxyServer;
let ana: Visitor;
let now: number;
let totp: TOTP;
let recoveryCodes: readonly string[];

beforeEach(async () => {
  now = start;
  jira = await startFakeJira();
  running = await startProxyServer({
    site: jira.address,
    signIn: { account: await anaAccount() },
    now: () => now,
  });
  ana = running.visitor();
  await signIn(ana, 'ana', testPassword);
});
afterEach(async () => {
  await running.stop();
  await jira.stop();
});

const codeNow = () => totp.generate({ timestamp: now });
const wrongCode = () => String((Number(codeNow()) + 1) % 1_000_000).padStart(6, '0');
const isIn = async (visitor: Visitor) => (await visitor.ask('/rest/api/2/myself')).status === 200;

/** A step of the account page. */
async function account(visitor: Visitor, fields: Readonly<Record<string, string>>) {
  await visitor.open('/account');
  const reply = await visitor.post('/account', fields);
  return Object.assign(reply, { page: await reply.text() });
}

async function enrol(visitor: Visitor): Promise<TOTP> {
  const { page } = await account(visitor, { step: 'turn on', password: testPassword });
  const [, secret = ''] = /<textarea[^>]*>(\w{32})</.exec(page) ?? [];
  expect(page).toContain(`otpauth://totp/Tallyboard:ana?issuer=Tallyboard&amp;secret=${secret}`);
  expect(page).toContain('<svg');
  return new TOTP({ secret });
}

const codesOf = (page: string): readonly string[] =>
  /<textarea[^>]*>([^<]*)/.exec(page)?.[1]?.split('\n') ?? [];

async function turnOn(visitor: Visitor) {
  totp = await enrol(visitor);
  const { page } = await account(visitor, { step: 'confirm', code: codeNow() });
  recoveryCodes = codesOf(page);
  now += 2 * stepMs;
}

/** Signs in with a password and a code; null: with the password only. */
async function withCode(visitor: Visitor, code: string | null): Promise<number> {
  const reply = await signIn(visitor, 'ana', testPassword);
  expect([reply.status, reply.headers.get('location')]).toEqual([200, null]);
  if (code === null) return reply.status;
  visitor.token = /name="token" value="([^"]*)"/.exec(await reply.text())?.[1] ?? null;
  return (await visitor.post('/sign-in/code', { code })).status;
}

const actions = async () =>
  (await running.store.audit.newest(50)).map(({ account: who, action }) => `${who} ${action}`);

describe('turning it on', () => {
  test('needs a code of the app; gives recovery codes, and ends the other sessions', async () => {
    const other = running.visitor();
    await signIn(other, 'ana', testPassword);
    totp = await enrol(ana);
    expect(await signIn(running.visitor(), 'ana', testPassword)).toMatchObject({ status: 303 });
    expect(await account(ana, { step: 'confirm', code: wrongCode() })).toMatchObject({
      status: 401,
    });
    expect(await isIn(other)).toBe(true);
    const { page } = await account(ana, { step: 'confirm', code: codeNow() });
    expect(codesOf(page)).toEqual(Array(8).fill(expect.stringMatching(/^(\w{5}-){3}\w{5}$/)));
    expect([await isIn(ana), await isIn(other)]).toEqual([true, false]);
    expect((await ana.open('/account')).page).toContain('Recovery codes left: 8.');
    expect((await actions())[0]).toBe('ana second factor turned on');
  });

  test('needs the password, and a session', async () => {
    const { status } = await account(ana, { step: 'turn on', password: 'wrong' });
    expect(status).toBe(401);
    expect(await running.store.properties.all(factorScope)).toEqual([]);
    const stranger = running.visitor();
    expect((await stranger.ask('/account')).headers.get('location')).toBe('/sign-in?to=%2Faccount');
    await stranger.open('/sign-in');
    const reply = await stranger.post('/account', { step: 'turn on', password: testPassword });
    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/sign-in?to=%2Faccount']);
  });

  test('cannot replace an active second factor', async () => {
    await turnOn(ana);
    await account(ana, { step: 'turn on', password: testPassword });
    expect(await withCode(running.visitor(), codeNow())).toBe(303);
  });

  test('stores the secret encrypted and the recovery codes as hashes; a changed secret opens nothing', async () => {
    await turnOn(ana);
    const [stored] = await running.store.properties.all(factorScope);
    const text = JSON.stringify(stored);
    expect(text).not.toContain(totp.secret.base32);
    for (const code of recoveryCodes) expect(text).not.toContain(code);
    await running.store.properties.set(factorScope, 'ana', {
      ...(stored?.value as object),
      secret: { nonce: '', text: '', tag: '' },
    });
    expect(await withCode(running.visitor(), codeNow())).toBe(500);
  });
});

describe('signing in', () => {
  beforeEach(() => turnOn(ana));

  test('needs a code after the password; a clock may be off by half a minute', async () => {
    const visitor = running.visitor();
    expect(await withCode(visitor, totp.generate({ timestamp: now - stepMs }))).toBe(303);
    expect(await isIn(visitor)).toBe(true);
    expect((await actions())[0]).toBe('ana sign-in by password and code');
    expect(await withCode(running.visitor(), totp.generate({ timestamp: now - 2 * stepMs }))).toBe(
      401,
    );
    expect((await actions())[0]).toBe('ana wrong code');
  });

  test('redirects to the requested page', async () => {
    const visitor = running.visitor();
    await visitor.open('/sign-in');
    const fields = { account: 'ana', password: testPassword, to: '/reports?tab=custom' };
    visitor.token =
      /name="token" value="([^"]*)"/.exec(
        await (await visitor.post('/sign-in', fields)).text(),
      )?.[1] ?? null;
    const reply = await visitor.post('/sign-in/code', { code: codeNow() });
    expect(reply.headers.get('location')).toBe('/reports?tab=custom');
  });

  test('the password alone opens nothing', async () => {
    const visitor = running.visitor();
    await withCode(visitor, null);
    expect(await isIn(visitor)).toBe(false);
    const pages = ['/reports', '/account', '/dashboards/1'];
    for (const path of pages) expect((await visitor.ask(path)).status).toBe(303);
    const session = visitor.code?.replace('tallyboard-code', 'tallyboard') ?? '';
    visitor.cookie = session;
    expect(await isIn(visitor), 'the cookie of the first step as a session').toBe(false);
  });

  test('a code without the password opens nothing', async () => {
    const visitor = running.visitor();
    await visitor.open('/sign-in');
    expect((await visitor.post('/sign-in/code', { code: codeNow() })).status).toBe(403);
    expect(await isIn(visitor)).toBe(false);
    await withCode(visitor, null);
    visitor.token = 'guessed';
    expect((await visitor.post('/sign-in/code', { code: codeNow() })).status).toBe(403);
  });

  test('the code must follow within ten minutes, which wrong codes do not extend', async () => {
    const visitor = running.visitor();
    expect(await withCode(visitor, wrongCode())).toBe(401);
    now += 6 * 60_000;
    expect((await visitor.post('/sign-in/code', { code: wrongCode() })).status).toBe(401);
    now += 5 * 60_000;
    expect((await visitor.post('/sign-in/code', { code: codeNow() })).status).toBe(403);
  });

  test('a code works once, also in parallel, and not after a later one', async () => {
    const earlier = totp.generate({ timestamp: now - stepMs });
    const visitors = Array.from({ length: 4 }, () => running.visitor());
    const statuses = await Promise.all(visitors.map(visitor => withCode(visitor, codeNow())));
    expect(statuses.sort()).toEqual([303, 401, 401, 401]);
    expect(await withCode(running.visitor(), codeNow())).toBe(401);
    expect(await withCode(running.visitor(), earlier)).toBe(401);
    now += stepMs;
    expect(await withCode(running.visitor(), codeNow())).toBe(303);
  });

  test('a recovery code works once in place of a code', async () => {
    const [code = ''] = recoveryCodes;
    expect(await withCode(running.visitor(), ` ${code.toUpperCase()}`)).toBe(303);
    expect((await actions())[0]).toBe('ana sign-in by password and recovery code');
    expect(await withCode(running.visitor(), code)).toBe(401);
    expect((await ana.open('/account')).page).toContain('Recovery codes left: 7.');
  });

  test('limits guesses of codes, also with the password between them', async () => {
    for (let at = 0; at < MAX_FAILURES.code; at++)
      expect(await withCode(running.visitor(), wrongCode())).toBe(401);
    expect(await withCode(running.visitor(), codeNow())).toBe(429);
    await ana.open('/account');
    await ana.post('/sign-out', {});
    expect(await withCode(ana, codeNow()), 'a browser that ana has signed in in').toBe(303);
    now += 15 * 60_000 + 1;
    expect(await withCode(running.visitor(), codeNow())).toBe(303);
  });
});

describe('turning it off', () => {
  beforeEach(() => turnOn(ana));

  test('needs the password again, and a page of our own', async () => {
    for (const password of ['', 'wrong', codeNow()])
      expect(await account(ana, { step: 'turn off', password })).toMatchObject({ status: 401 });
    ana.token = 'guessed';
    const forged = await ana.post('/account', { step: 'turn off', password: testPassword });
    expect(forged.status).toBe(403);
    expect(await withCode(running.visitor(), null)).toBe(200);
    expect((await account(ana, { step: 'turn off', password: testPassword })).status).toBe(303);
    expect(await signIn(running.visitor(), 'ana', testPassword)).toMatchObject({ status: 303 });
    expect(await actions()).toContain('ana second factor turned off');
  });

  test('limits guesses of the password with a stolen session', async () => {
    for (let at = 0; at < MAX_FAILURES.accountAtAddress; at++)
      await account(ana, { step: 'turn off', password: `wrong ${at}` });
    expect((await account(ana, { step: 'turn off', password: testPassword })).status).toBe(429);
  });
});
