import { expect, test } from 'vitest';
import { hashOfNobody } from './password.ts';
import { sessionLife } from './sessions.ts';
import { isLoopback, openIdWarning, readSignIn } from './settings.ts';

const provider = { TALLYBOARD_OIDC_ISSUER: 'https://id.example', TALLYBOARD_OIDC_CLIENT_ID: 'x' };

test('an empty environment', () => {
  const roles = { admins: [], editors: [], standard: 'editor' };
  expect(readSignIn({})).toEqual({ openId: null, account: null, life: sessionLife, roles });
});

test('an account, a provider, and the lifetime of sessions', () => {
  const hash = hashOfNobody(undefined);
  const environment = {
    ...provider,
    TALLYBOARD_ALLOWED_DOMAINS: '@Example.com, other.example',
    TALLYBOARD_ALLOWED_EMAILS: 'Ana@third.example',
    TALLYBOARD_PASSWORD_HASH: hash,
    TALLYBOARD_OIDC_GROUPS_CLAIM: 'roles',
    TALLYBOARD_OIDC_JIRA_CLAIM: 'jira',
    TALLYBOARD_ADMIN_GROUPS: 'Jira admins, ops',
    TALLYBOARD_DEFAULT_ROLE: 'reader',
    TALLYBOARD_SESSION_IDLE_HOURS: '0.5',
    TALLYBOARD_SESSION_HOURS: '24',
  };
  expect(readSignIn(environment)).toEqual({
    openId: {
      issuer: new URL('https://id.example'),
      clientId: 'x',
      clientSecret: null,
      allowedDomains: ['example.com', 'other.example'],
      allowedEmails: ['ana@third.example'],
      allowAll: false,
      trustEmail: false,
      groupsClaim: 'roles',
      jiraClaim: 'jira',
      scope: 'openid email profile',
    },
    roles: { admins: ['Jira admins', 'ops'], editors: [], standard: 'reader' },
    account: { name: 'admin', hash },
    life: { idleMs: 1_800_000, wholeMs: 86_400_000 },
  });
});

test.each([
  [{ ...provider }, /Say who may sign in/],
  [{ ...provider, TALLYBOARD_OIDC_ISSUER: 'http://id.example' }, /https address/],
  [{ ...provider, TALLYBOARD_OIDC_ISSUER: 'id.example' }, /https address/],
  [{ TALLYBOARD_OIDC_ISSUER: 'https://id.example' }, /CLIENT_ID is missing/],
  [{ TALLYBOARD_PASSWORD_HASH: 'secret' }, /is not a valid hash/],
  [{ TALLYBOARD_DEFAULT_ROLE: 'owner' }, /reader, editor, admin/],
  [{ TALLYBOARD_SESSION_HOURS: '0' }, /number of hours/],
  [{ TALLYBOARD_SESSION_IDLE_HOURS: 'a day' }, /number of hours/],
])('%j is refused', (environment, words) => expect(() => readSignIn(environment)).toThrow(words));

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['[::1]', true],
  ['app.localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['localhost.evil.example', false],
  ['127.0.0.1.evil.example', false],
])('%s is this machine alone: %s', (host, is) => expect(isLoopback(host)).toBe(is));

test.each([
  ['https://login.microsoftonline.com/common/v2.0', '1', /people of any organisation choose/],
  [
    'https://login.microsoftonline.com/Organizations/v2.0',
    '1',
    /people of any organisation choose/,
  ],
  [
    'https://login.microsoftonline.com/8f1c1a52-0000-4000-8000-000000000000/v2.0',
    '1',
    /Whoever can/,
  ],
  ['https://id.example', '1', /Whoever can choose an e-mail address at id.example can sign in/],
  ['https://login.microsoftonline.com/common/v2.0', undefined, null],
])('trust in e-mail addresses of %s: %s', (issuer, trust, expected) => {
  const { openId } = readSignIn({
    ...provider,
    TALLYBOARD_OIDC_ISSUER: issuer,
    TALLYBOARD_ALLOWED_DOMAINS: 'example.com',
    TALLYBOARD_OIDC_TRUST_EMAIL: trust,
  });
  const warning = openId && openIdWarning(openId);
  if (expected === null) expect(warning).toBeNull();
  else expect(warning).toMatch(expected);
});
