import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPassword, hashOfNobody } from '@tallyboard/server/sign-in/password.ts';
import { secondFactors } from '@tallyboard/server/sign-in/second-factor.ts';
import { readerTokens } from '@tallyboard/server/site/reader-tokens.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallyboard-accounts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function run(input: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    input,
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: '', TALLYBOARD_TOKEN: '', TALLYBOARD_EMAIL: '' },
  });
  return { status, out: stdout, err: stderr };
}

test('accounts are set, listed and removed, each with an audit line', () => {
  const at = ['--data', folder];
  expect(run('a long password\n', 'password', 'Ana', ...at)).toMatchObject({
    status: 0,
    out: '',
    err: "'ana' can sign in.\n",
  });
  expect(run('', 'password', '--list', ...at).out).toBe('ana\n');
  expect(run('', 'account', ...at).out).toMatch(/^ana +admin +password +-$/m);
  expect(run('', 'password', 'bo', '--remove', ...at).err).toBe("There is no account 'bo'.\n");
  expect(run('', 'password', 'ana', '--remove', ...at).status).toBe(0);
  expect(run('', 'password', '--list', ...at).out).toBe('');
  expect(run('', 'audit', ...at).out).toMatch(/account removed +ana\n.*password set +ana\n$/);
  const [last = ''] = run('', 'audit', '--json', '--limit', '1', ...at).out.split('\n');
  expect(JSON.parse(last)).toMatchObject({ account: 'command line', action: 'account removed' });
});

test('an account gets a role and its user in Jira', () => {
  const at = ['--data', folder];
  for (const name of ['ana', 'bob']) run('a long password\n', 'password', name, ...at);
  expect(run('', 'account', ...at).out).toMatch(/^bob +default +password +-$/m);
  const change = ['account', 'BOB', '--role', 'reader', '--jira', '5b10'];
  expect(run('', ...change, ...at).status).toBe(0);
  expect(run('', 'account', ...at).out).toMatch(/^bob +reader +password +5b10$/m);
  expect(run('', 'audit', ...at).out).toMatch(/command line +account changed +bob$/m);
  expect(run('', 'account', 'eve', '--role', 'admin', ...at).err).toMatch(/no account 'eve'/);
});

test('a second factor is removed, with its account too', async () => {
  const at = ['--data', folder];
  run('a long password\n', 'password', 'ana', ...at);
  const store = await openStore({ file: join(folder, 'tallyboard.db') });
  const factors = secondFactors(store, () => Buffer.alloc(32), Date.now);
  const enrol = async () => {
    const totp = await factors.enrol('ana');
    await factors.confirm('ana', totp?.generate() ?? '');
    expect(await factors.recoveryCodesOf('ana')).toBe(8);
  };
  await enrol();
  const remove = () => run('', 'account', 'Ana', '--remove-second-factor', ...at);
  expect(remove()).toMatchObject({ status: 0, err: '' });
  expect(await factors.recoveryCodesOf('ana')).toBeNull();
  expect(run('', 'audit', ...at).out).toMatch(/command line +account changed +ana$/m);
  expect(remove().err).toBe("'ana' has no second factor.\n");
  await enrol();
  run('', 'password', 'ana', '--remove', ...at);
  expect(await factors.recoveryCodesOf('ana')).toBeNull();
  await store.close();
});

test("a reader's Jira token is removed, with the account or its link to Jira too", async () => {
  const at = ['--data', folder];
  run('a long password\n', 'password', 'ana', ...at);
  const store = await openStore({ file: join(folder, 'tallyboard.db') });
  const tokens = readerTokens(store, () => Buffer.alloc(32));
  const token = { account: 'ana', jiraAccountId: '5b10', site: 'https://x.example', givenMs: 1 };
  const remove = () => run('', 'account', 'Ana', '--remove-jira-token', ...at);
  expect(remove().err).toBe("'ana' has given no Jira token.\n");
  const ways = [
    remove,
    () => run('', 'account', 'ana', '--jira', '5b11', ...at),
    () => run('', 'password', 'ana', '--remove', ...at),
  ];
  for (const way of ways) {
    await tokens.give(token, { email: null, token: 'secret' });
    expect(way().status).toBe(0);
    expect(await tokens.all()).toEqual([]);
  }
  expect(run('', 'audit', ...at).out).toMatch(/command line +account changed +ana$/m);
  await store.close();
});

test('a hash is printed and not stored', async () => {
  const { out } = run('a long password', 'password', '--hash');
  expect(await checkPassword('a long password', out.trim(), hashOfNobody(undefined))).toBe(true);
});

test.each([
  ['short', ['password', 'ana'], 1, /at least|10 to 1000 characters/],
  ['', ['password'], 2, /Name one account/],
  ['', ['password', 'a b'], 2, /Name one account/],
  ['', ['audit', '--limit', '0'], 2, /--limit/],
  ['', ['account', 'ana', '--role', 'owner'], 2, /--role is reader, editor/],
  ['', ['account', '--role', 'admin'], 2, /Name one account/],
  ['', ['audit', '--site', 'nonsense'], 2, /--site is an address/],
])('%j to %j is refused', (input, args, code, words) => {
  const { status, err } = run(
    input,
    ...args,
    ...(args.includes('--site') ? [] : ['--data', folder]),
  );
  expect(status).toBe(code);
  expect(err).toMatch(words);
});

const site = ['--site', 'http://127.0.0.1:9'];

test.each([
  ['other machines, without sign-in', ['--host', '0.0.0.0'], {}, /people have to sign in/],
  [
    'a public address, without sign-in',
    ['--public-url', 'https://x.example'],
    {},
    /people have to sign in/,
  ],
  [
    'other machines, without a public address',
    ['--host', '0.0.0.0'],
    { TALLYBOARD_PASSWORD_HASH: hashOfNobody(undefined) },
    /--public-url/,
  ],
  [
    'a provider that lets everybody in by mistake',
    [],
    { TALLYBOARD_OIDC_ISSUER: 'https://id.example', TALLYBOARD_OIDC_CLIENT_ID: 'x' },
    /Say who may sign in/,
  ],
  [
    'a provider over plain http',
    [],
    { TALLYBOARD_OIDC_ISSUER: 'http://id.example', TALLYBOARD_OIDC_CLIENT_ID: 'x' },
    /https address/,
  ],
  ['a key that is none', [], { TALLYBOARD_KEY: 'password' }, /TALLYBOARD_KEY is not a key/],
  [
    'a hash that is none',
    [],
    { TALLYBOARD_PASSWORD_HASH: 'secret' },
    /npx tallyboard password --hash/,
  ],
])('the server does not start with %s', (_, args, environment, words) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [main, 'serve', ...site, '--port', '0', '--data', folder, ...args],
    {
      encoding: 'utf8',
      timeout: 60_000,
      env: { ...process.env, DATABASE_URL: '', TALLYBOARD_LOG: 'warn', ...environment },
    },
  );
  expect(stderr).toMatch(words);
  expect([status, stdout]).toEqual([1, '']);
});
