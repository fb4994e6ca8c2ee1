import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEY_SCOPES } from '@tallyboard/replica/rest/call-rights.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { accountsIn } from '@tallyboard/service-kit/sign-in/accounts.ts';
import { noteServedSite } from '@tallyboard/service-kit/site/served-site.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../testing/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-key-'));
const place = { file: join(folder, 'tallyboard.db') };

beforeAll(async () => {
  const store = await openStore(place);
  await accountsIn(store).set('ana', 'hash');
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const key = (...args: string[]) => run('key', ...args, '--data', folder);

test('help names every scope', async () => {
  const { out: help } = await run('key', '--help');
  expect(KEY_SCOPES.filter(scope => !help.includes(scope))).toEqual([]);
});

test.each([
  ['--jql-filter', '--aggregate-only'],
  ['--fence', '--figures-only'],
])('add takes %s and %s', async (filter, aggregate) => {
  const name = filter.slice(2);
  await key('add', name, '--account', 'ana', filter, 'created < now()', aggregate);
  const rows = (await key('list')).out.split('\n').filter(line => line.includes(name));
  expect(rows).toEqual([expect.stringContaining('created < now(); aggregated figures only')]);
});

test('a query that cannot be read is refused', async () => {
  const { err } = await key('add', 'x', '--account', 'ana', '--jql-filter', 'projekt = WEB');
  expect(err).toContain("--jql-filter: Field 'projekt' does not exist");
});

test('the keys of an account that is not there are refused', async () => {
  expect((await key('list', '--account', 'Ana')).code).toBe(0);
  expect((await key('list', '--account', 'nobody')).err).toBe("There is no account 'nobody'.\n");
});

test('a JQL filter is refused for a folder whose server stands in front of a Jira', async () => {
  const add = () => key('add', 'late', '--account', 'ana', '--jql-filter', 'created < now()');
  const note = async (site: string | null) => {
    const store = await openStore(place);
    await noteServedSite(store, site);
    await store.close();
  };
  await note('https://jira.example.com');
  expect((await add()).err).toContain('jqlFilter: not in front of a Jira');
  expect((await key('add', 'plain', '--account', 'ana')).code).toBe(0);
  await note(null);
  expect((await add()).code).toBe(0);
});
