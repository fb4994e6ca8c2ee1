import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { secondFactors } from '@tallyboard/server/sign-in/second-factor.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { checkPassword, hashOfNobody } from '@tallyboard/service-kit/sign-in/password.ts';
import { readerTokens } from '@tallyboard/service-kit/site/reader-tokens.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run, runWith } from './testing/run.ts';

const program = fileURLToPath(new URL('./bin/tallyboard.mjs', import.meta.url));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallyboard-accounts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('accounts are set, listed and removed, each with an audit line', async () => {
  const at = ['--data', folder];
  expect(await runWith('a long password\n', 'password', 'Ana', ...at)).toMatchObject({
    code: 0,
    out: '',
    err: "'ana' can sign in.\n",
  });
  expect((await run('password', '--list', ...at)).out).toBe('ana\n');
  expect((await run('account', ...at)).out).toMatch(/^ana +admin +password +not linked$/m);
  expect((await run('password', 'bo', '--remove', ...at)).err).toBe("There is no account 'bo'.\n");
  for (const args of [
    ['ana', '--remove', '--hash'],
    ['--list', 'ana'],
    ['ana', 'bo'],
  ])
    expect((await run('password', ...args, ...at)).err).toMatch(/^Name one account/);
  expect((await run('password', 'ana', '--remove', ...at)).code).toBe(0);
  expect((await run('password', '--list', ...at)).out).toBe('');
  expect((await run('audit', ...at)).out).toMatch(/account removed +ana\n.*password set +ana\n$/);
  const { out } = await run('audit', '--json', '--limit', '1', ...at);
  const [last = ''] = out.split('\n');
  expect(JSON.parse(last)).toMatchObject({ account: 'command line', action: 'account removed' });
});

test('an account gets a role and its user in Jira', async () => {
  const at = ['--data', folder];
  for (const name of ['ana', 'bob']) await runWith('a long password\n', 'password', name, ...at);
  expect((await run('account', ...at)).out).toMatch(/^bob +default +password +not linked$/m);
  const change = ['account', 'BOB', '--role', 'reader', '--jira', '5b10'];
  expect(await run(...change, ...at)).toEqual({
    code: 0,
    out: "The data here have no user of Jira with the id '5b10'.\n",
    err: '',
  });
  expect((await run('account', ...at)).out).toMatch(/^bob +reader +password +5b10$/m);
  expect((await run('audit', ...at)).out).toMatch(/command line +account changed +bob$/m);
  expect((await run('account', 'eve', '--role', 'admin', ...at)).err).toMatch(/no account 'eve'/);
});

test('accounts are linked to users of Jira by a file, all or none', async () => {
  const at = ['--data', folder];
  for (const name of ['ana', 'bob', 'cid'])
    await runWith('a long password\n', 'password', name, ...at);
  const store = await openStore({ file: join(folder, 'tallyboard.db') });
  const user = (key: string, name: string, active: boolean) =>
    ({ kind: 'user', value: { key, name, displayName: name, active } }) as never;
  await store.ingest([user('JIRAUSER1', 'roy', true), user('JIRAUSER2', 'bob', false)]);
  await store.close();
  const file = join(folder, 'people.csv');
  const link = (lines: readonly string[]) => {
    writeFileSync(file, lines.join('\r\n'));
    return run('account', 'link', file, ...at);
  };
  const wrong = await link(['ana,JIRAUSER1', '', 'bob', 'ana,x', 'eve,JIRAUSER2', 'cid,a b']);
  expect(wrong).toMatchObject({ code: 1, out: '' });
  expect(wrong.err.split('\n').map(line => line.trim())).toEqual([
    'No account was linked:',
    "line 3: expected NAME,ACCOUNT-ID, not 'bob'.",
    "line 4: 'ana' is on line 1 too.",
    "line 5: there is no account 'eve'. Accounts of OpenID Connect begin with the first sign-in.",
    "line 6: expected NAME,ACCOUNT-ID, not 'cid,a b'.",
    '',
  ]);
  expect((await run('account', ...at)).out).toMatch(/^ana .*not linked$/m);
  const right = await link(['\uFEFF"Ana", JIRAUSER1', 'bob,JIRAUSER2', 'cid,roy', '']);
  expect(right).toEqual({
    code: 0,
    out: "3 accounts are linked.\n'JIRAUSER2' is deactivated in Jira.\nThe data here have no user of Jira with the id 'roy'. Is it 'JIRAUSER1'?\n",
    err: '',
  });
  expect((await run('account', ...at)).out).toMatch(
    /^ana .*JIRAUSER1\nbob .*JIRAUSER2\ncid .*roy$/m,
  );
  expect((await run('account', 'link', ...at)).code).toBe(2);
  expect((await run('account', 'link', join(folder, 'none.csv'), ...at)).err).toMatch(
    /There is no file/,
  );
});

test('a second factor is removed, with its account too', async () => {
  const at = ['--data', folder];
  await runWith('a long password\n', 'password', 'ana', ...at);
  const store = await openStore({ file: join(folder, 'tallyboard.db') });
  const factors = secondFactors(store, () => Buffer.alloc(32), Date.now);
  const enrol = async () => {
    const totp = await factors.enrol('ana');
    await factors.confirm('ana', totp?.generate() ?? '');
    expect(await factors.recoveryCodesOf('ana')).toBe(8);
  };
  await enrol();
  const remove = () => run('account', 'Ana', '--remove-second-factor', ...at);
  expect(await remove()).toMatchObject({ code: 0, err: '' });
  expect(await factors.recoveryCodesOf('ana')).toBeNull();
  expect((await run('audit', ...at)).out).toMatch(/command line +account changed +ana$/m);
  expect((await remove()).err).toBe("'ana' has no second factor.\n");
  await enrol();
  await run('password', 'ana', '--remove', ...at);
  expect(await factors.recoveryCodesOf('ana')).toBeNull();
  await store.close();
});

test("a reader's Jira token is removed, with the account or its link to Jira too", async () => {
  const at = ['--data', folder];
  await runWith('a long password\n', 'password', 'ana', ...at);
  const store = await openStore({ file: join(folder, 'tallyboard.db') });
  const tokens = readerTokens(store, () => Buffer.alloc(32));
  const token = { account: 'ana', jiraAccountId: '5b10', site: 'https://x.example', givenMs: 1 };
  const remove = () => run('account', 'Ana', '--remove-jira-token', ...at);
  expect((await remove()).err).toBe("'ana' has given no Jira token.\n");
  const ways = [
    remove,
    () => run('account', 'ana', '--jira', '5b11', ...at),
    () => run('password', 'ana', '--remove', ...at),
  ];
  for (const way of ways) {
    await tokens.give(token, { email: null, token: 'secret' });
    expect((await way()).code).toBe(0);
    expect(await tokens.all()).toEqual([]);
  }
  expect((await run('audit', ...at)).out).toMatch(/command line +account changed +ana$/m);
  await store.close();
});

test('a hash is printed and not stored', async () => {
  const { out } = await runWith('a long password', 'password', '--hash');
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
])('%j to %j is refused', async (input, args, expected, words) => {
  const { code, err } = await runWith(
    input,
    ...args,
    ...(args.includes('--site') ? [] : ['--data', folder]),
  );
  expect(code).toBe(expected);
  expect(err).toMatch(words);
});

test('the server does not start open to other machines without sign-in', () => {
  const args = ['serve', '--site', 'http://127.0.0.1:9', '--host', '0.0.0.0', '--data', folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: '' },
  });
  expect(stderr).toMatch(/people have to sign in/);
  expect([status, stdout]).toEqual([1, '']);
});
