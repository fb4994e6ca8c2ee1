import { accountsIn } from '@tallyboard/service-kit/sign-in/accounts.ts';
import { hashPassword } from '@tallyboard/service-kit/sign-in/password.ts';
import type { OpenIdSettings } from '@tallyboard/service-kit/sign-in/settings.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeJira, startFakeJira } from '../testing/fake-jira.ts';
import { startProvider, type TestProvider } from '../testing/openid-provider.ts';
import { type ProxyServer, startProxyServer } from '../testing/proxy-server.ts';
import { startVisitor, type Visitor } from '../testing/visitor.ts';
import { NotAllowedError, readPerson } from './openid.ts';

const start = Date.parse('2026-06-17T12:00:00Z');

let jira: FakeJira;
let provider: TestProvider;
let running: ProxyServer;
let visitor: Visitor;
let now: number;

/** A browser with a cookie jar for each origin, which follows redirects to our own page. */
class Jar {
  readonly cookies = new Map<string, string>();

  async get(address: string): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const set of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return reply;
  }
}

const locationOf = (reply: Response, base: string) =>
  new URL(reply.headers.get('location') ?? '', base).href;

/** Signs in at the provider; returns the callback address. */
async function throughProvider(own: Jar, to = '/reports'): Promise<string> {
  const begun = await own.get(`${running.address}/sign-in/openid?to=${encodeURIComponent(to)}`);
  const theirs = new Jar();
  let address = locationOf(begun, running.address);
  while (address.startsWith(provider.issuer.origin)) {
    address = locationOf(await theirs.get(address), address);
  }
  return address;
}

const publicPort = 18_931;
const openIdOf = (more: Partial<OpenIdSettings> = {}): OpenIdSettings => ({
  issuer: provider.issuer,
  clientId: provider.client.id,
  clientSecret: provider.client.secret,
  allowedDomains: ['example.com'],
  allowedEmails: ['guest@other.example'],
  allowAll: false,
  trustEmail: false,
  groupsClaim: 'groups',
  jiraClaim: null,
  scope: 'openid email profile',
  ...more,
});

beforeAll(async () => {
  // Nothing listens here: the tests deliver the callback themselves.
  provider = await startProvider([`http://localhost:${publicPort}/sign-in/openid/callback`]);
});
afterAll(() => provider.stop());

beforeEach(async () => {
  now = start;
  provider.person = { email: 'Ana@Example.com', email_verified: true, name: 'Ana Roy' };
  jira = await startFakeJira();
  running = await startProxyServer({
    site: jira.address,
    publicUrl: `http://localhost:${publicPort}`,
    signIn: {
      openId: openIdOf(),
      roles: { admins: ['ops'], editors: ['staff'], standard: 'editor' },
    },
    now: () => now,
  });
  visitor = startVisitor(running.address);
});
afterEach(async () => {
  await running.stop();
  await jira.stop();
});

/** Delivers the provider's callback to our server. */
const comeBack = (own: Jar, answer: string) =>
  own.get(answer.replace(`http://localhost:${publicPort}`, running.address));

test('signs in users of the provider that the settings allow', async () => {
  expect((await visitor.open('/sign-in')).page).toContain('Sign in with your organisation');
  const own = new Jar();
  const answer = await throughProvider(own, '/reports?tab=custom');
  const entered = await comeBack(own, answer);
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/reports?tab=custom']);
  visitor.cookie = `tallyboard=${own.cookies.get('tallyboard')}`;
  expect((await visitor.open('/reports')).page).toContain('&quot;user&quot;:&quot;Ana Roy&quot;');
  const [line] = await running.store.audit.newest(1);
  expect(line).toMatchObject({ account: 'ana@example.com', action: 'sign-in by openid' });
});

/** Signs in in a new browser, and returns the name and role that our server shows. */
async function visitorAfterSignIn() {
  const own = new Jar();
  expect((await comeBack(own, await throughProvider(own))).status).toBe(303);
  return (await own.get(`${running.address}/replica/visitor`)).json();
}

test('identifies people by issuer and subject: a reused address is somebody else', async () => {
  const ana = provider.person;
  expect(await visitorAfterSignIn()).toMatchObject({ account: 'ana@example.com' });
  provider.person = { ...ana, name: 'Another Ana' };
  const other = await visitorAfterSignIn();
  expect(other.account).toMatch(/^ana@example\.com-[0-9a-f]{8}$/);
  expect(await visitorAfterSignIn()).toMatchObject({ account: other.account });
  provider.person = ana;
  expect(await visitorAfterSignIn()).toMatchObject({ account: 'ana@example.com' });
});

test('an address equal to the name of a password account gets another account', async () => {
  await accountsIn(running.store).set('ana@example.com', await hashPassword('a password', 10));
  expect((await visitorAfterSignIn()).account).toMatch(/^ana@example\.com-/);
});

test.each([
  [['ops', 'other'], 'admin'],
  [['staff'], 'editor'],
  [['other'], 'reader'],
  [undefined, 'reader'],
])('groups %j of the provider give the role %s', async (groups, role) => {
  provider.person = { ...provider.person, ...(groups && { groups }) };
  expect(await visitorAfterSignIn()).toMatchObject({ role, groups: groups ?? [] });
});

test('a person is the only user of the stored Jira with their address', async () => {
  const emailAddress = 'Ana@example.com';
  const jiraAccount = async () => {
    await visitorAfterSignIn();
    return (await running.store.accounts.get('ana@example.com'))?.jiraAccountId;
  };
  for (const id of ['1', '2'])
    await running.store.catalogue.save('user', id, { displayName: id, emailAddress });
  expect(await jiraAccount()).toBeNull();
  await running.store.catalogue.save('user', '2', { displayName: '2' });
  expect(await jiraAccount()).toBe('1');
});

test('a claim with the account id in Jira comes before the e-mail address, and follows changes', async () => {
  const emailAddress = 'ana@example.com';
  await running.store.catalogue.save('user', '1', { displayName: 'Ana', emailAddress });
  await running.stop();
  running = await startProxyServer({
    site: jira.address,
    publicUrl: `http://localhost:${publicPort}`,
    signIn: { openId: openIdOf({ jiraClaim: 'jira' }) },
    now: () => now,
  });
  const linked = async () => {
    const { account } = await visitorAfterSignIn();
    return (await running.store.accounts.get(account))?.jiraAccountId;
  };
  const ana = provider.person;
  provider.person = { ...ana, jira: '557058:aa' };
  expect(await linked()).toBe('557058:aa');
});

test('a role set by an administrator overrides groups', async () => {
  await visitorAfterSignIn();
  await running.store.accounts.change('ana@example.com', { role: 'admin' });
  expect(await visitorAfterSignIn()).toMatchObject({ role: 'admin' });
});

test('uses PKCE, state and nonce', async () => {
  const begun = await new Jar().get(`${running.address}/sign-in/openid`);
  const { searchParams } = new URL(begun.headers.get('location') ?? '');
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{40,}$/),
    nonce: expect.stringMatching(/^[\w-]{40,}$/),
    redirect_uri: `http://localhost:${publicPort}/sign-in/openid/callback`,
  });
});

test('the audit has who was refused, from where and why', async () => {
  const refused = async () => (await running.store.audit.newest(1))[0];
  const action = 'sign-in failed';
  provider.person = { ...provider.person, email: 'eve@other.example' };
  const own = new Jar();
  expect((await comeBack(own, await throughProvider(own))).status).toBe(403);
  expect(await refused()).toMatchObject({
    account: 'eve@other.example',
    action,
    target: '127.0.0.1',
    detail: 'OpenID: eve@other.example may not sign in here.',
  });
  const answer = await throughProvider(new Jar());
  expect((await comeBack(new Jar(), answer)).status).toBe(400);
  expect(await refused()).toMatchObject({
    account: 'unknown',
    detail: expect.stringContaining('started in another browser'),
  });
  const second = new Jar();
  const changed = new URL(await throughProvider(second));
  const code = changed.searchParams.get('code') ?? '';
  changed.searchParams.set('state', 'x'.repeat(43));
  await comeBack(second, changed.href);
  const { account, detail } = (await refused()) ?? {};
  expect(account).toBe('unknown');
  expect(detail).toMatch(/^OpenID: \w+$/);
  expect(JSON.stringify(await running.store.audit.newest(9))).not.toContain(code);
});

describe('a callback is refused', () => {
  /** The status of the reply to a callback, and whether somebody is signed in after it. */
  async function outcome(own: Jar, answer: string): Promise<[number, boolean]> {
    const reply = await comeBack(own, answer);
    return [
      reply.status,
      reply.headers
        .getSetCookie()
        .some(set => /^tallyboard=[\w-]{43};/.test(set) && reply.status === 303),
    ];
  }

  test('in another browser', async () => {
    const answer = await throughProvider(new Jar());
    expect(await outcome(new Jar(), answer)).toEqual([400, false]);
  });

  test('a second time', async () => {
    const own = new Jar();
    const answer = await throughProvider(own);
    const copy = new Jar();
    for (const [name, value] of own.cookies) copy.cookies.set(name, value);
    expect(await outcome(own, answer)).toEqual([303, true]);
    expect(await outcome(copy, answer)).toEqual([400, false]);
  });

  test('after ten minutes', async () => {
    const own = new Jar();
    const answer = await throughProvider(own);
    now += 10 * 60_000;
    expect(await outcome(own, answer)).toEqual([400, false]);
  });

  test('with another state or code, or from another sign-in', async () => {
    for (const name of ['state', 'code']) {
      const own = new Jar();
      const answer = new URL(await throughProvider(own));
      answer.searchParams.set(name, 'x'.repeat(43));
      expect(await outcome(own, answer.href)).toEqual([400, false]);
    }
    const [victim, attacker] = [new Jar(), new Jar()];
    const theirs = await throughProvider(attacker);
    await throughProvider(victim);
    expect(await outcome(victim, theirs)).toEqual([400, false]);
  });

  test('with an error of the provider, whose text is not shown', async () => {
    const own = new Jar();
    const answer = new URL(await throughProvider(own));
    answer.search = '?error=access_denied&error_description=%3Cscript%3E';
    const reply = await comeBack(own, answer.href);
    expect(reply.status).toBe(400);
    expect(await reply.text()).not.toContain('<script');
  });

  test('for somebody who is not allowed', async () => {
    provider.person = { email: 'eve@evil.example', email_verified: true, name: 'Eve' };
    const own = new Jar();
    expect(await outcome(own, await throughProvider(own))).toEqual([403, false]);
  });
});

test('says that the provider is down, and tries again next time', async () => {
  const down = await startProvider([]);
  const { issuer } = down;
  await down.stop();
  await running.stop();
  running = await startProxyServer({
    site: jira.address,
    signIn: { openId: openIdOf({ issuer }) },
  });
  const reply = await new Jar().get(`${running.address}/sign-in/openid`);
  expect([reply.status, await reply.text()]).toEqual([
    502,
    expect.stringContaining('does not answer'),
  ]);
});

describe('allowed users', () => {
  const settings = {
    allowedDomains: ['example.com'],
    allowedEmails: ['guest@other.example'],
    allowAll: false,
    trustEmail: false,
    groupsClaim: 'groups',
    jiraClaim: null,
  };
  const verdict = (claims: Record<string, unknown>, more = {}) => {
    try {
      const known = { iss: 'https://id.example.com', sub: '1' };
      return readPerson({ ...known, ...claims }, { ...settings, ...more }).email;
    } catch (error) {
      if (error instanceof NotAllowedError) return 'refused';
      throw error;
    }
  };

  test.each([
    ['557058:aa', '557058:aa'],
    [' JIRAUSER1 ', 'JIRAUSER1'],
    ['', null],
    [['557058:aa'], null],
    [undefined, null],
  ])('the claim %j names the user of Jira %j', (jira, expected) => {
    const claims = { iss: 'https://id.example.com', sub: '1', email: 'ana@example.com', jira };
    const own = { ...settings, jiraClaim: 'jira' };
    const { jiraAccountId } = readPerson({ ...claims, email_verified: true }, own);
    expect(jiraAccountId).toBe(expected);
  });

  test.each([
    [{ email: 'Ana@Example.COM', email_verified: true }, 'ana@example.com'],
    [{ email: 'guest@other.example', email_verified: true }, 'guest@other.example'],
    [{ email: 'ana@example.com', email_verified: false }, 'refused'],
    [{ email: 'ana@example.com', email_verified: 'true' }, 'refused'],
    [{ email: 'ana@example.com' }, 'refused'],
    [{ email: 'ana@sub.example.com', email_verified: true }, 'refused'],
    [{ email: 'ana@notexample.com', email_verified: true }, 'refused'],
    [{ email: 'ana@example.com@evil.example', email_verified: true }, 'refused'],
    [{ email: 'ana@evil.example@example.com', email_verified: true }, 'refused'],
    [{ email: '@example.com', email_verified: true }, 'refused'],
    [{ email: 'ana@evil.example\n@example.com', email_verified: true }, 'refused'],
    [{ email: 'example.com', email_verified: true }, 'refused'],
    [{ email: ['ana@example.com'], email_verified: true }, 'refused'],
    [{}, 'refused'],
  ])('%j: %s', (claims, expected) => expect(verdict(claims)).toBe(expected));

  test('all users, or unverified addresses, only if that is set', () => {
    const eve = { email: 'eve@evil.example', email_verified: true };
    expect(verdict(eve, { allowAll: true })).toBe('eve@evil.example');
    const ana = { email: 'ana@example.com' };
    expect(verdict(ana, { trustEmail: true })).toBe('ana@example.com');
    expect(verdict({ ...ana, email_verified: false }, { trustEmail: true })).toBe('refused');
  });
});
