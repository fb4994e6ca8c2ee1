import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../testing/run.ts';

const cases = fileURLToPath(new URL('../../../fixtures/cases/', import.meta.url));
let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'tallyboard-cli-import-'));
});
afterAll(() => rmSync(root, { recursive: true }));

let folders = 0;
const data = () => join(root, `data ${++folders}`);
const imported = (name: string, ...options: string[]) =>
  run('import', join(cases, name), '--data', data(), ...options);

test.each([
  ['one-page-of-a-search-a', 'a.json: 1 of the 230 issues of this search.'],
  ['one-page-of-a-search-b', 'a.json: there are further pages of this search'],
  ['one-page-of-worklogs', 'CASE-1: 2 of its 5 worklogs.'],
  ['five-odd-entries-first', 'A refusal of Jira: '],
  ['issues-in-wrappers-h', 'ignored: a row with flattened names'],
])('%s is refused by --strict, which names it', async (name, text) => {
  expect(await imported(name)).toMatchObject({ code: 0, err: expect.stringContaining(text) });
  const strict = await imported(name, '--strict');
  expect(strict).toMatchObject({ code: 1, out: '', err: expect.stringContaining(text) });
  expect(strict.err).toContain('Nothing was imported');
});

test.each([
  ['user-reply-with-groups-a', '2  issues'],
  ['issues-in-wrappers-a', '1  issues'],
  ['histories-beside-issues-a', '1  issues'],
  ['project-list-of-data-center', '2  projects'],
  ['future-sprint-without-dates', '2  sprints'],
])('%s has no problem', async (name, text) => {
  expect(await imported(name, '--strict')).toMatchObject({
    code: 0,
    out: expect.stringContaining(text),
  });
});

test('one issue with worklogs in another file is one issue', async () => {
  expect((await imported('one-page-of-worklogs')).out).toMatch(/^ +1 {2}issues\n/);
});

test('schemes that no project is linked to are listed, and hide nothing', async () => {
  const { out, err } = await imported('permission-scheme-in-the-folder-a');
  expect(out).toContain('1  permission schemes\n');
  expect(err).toContain('No project is linked to the permission schemes');
});

test('issues that a scheme hides from readers are counted, and the command line shows them', async () => {
  const from = join(root, 'linked');
  mkdirSync(from);
  const put = (name: string, value: unknown) =>
    writeFileSync(join(from, `${name}.json`), JSON.stringify(value));
  const status = { id: '1', name: 'To Do', statusCategory: { id: 2, key: 'new' } };
  put('issues', {
    id: '1',
    key: 'CASE-1',
    fields: {
      status,
      issuetype: { id: '1', name: 'Story' },
      project: { id: '100', key: 'CASE', name: 'CASE' },
      created: '2026-03-01T09:00:00.000+0000',
      updated: '2026-03-01T09:00:00.000+0000',
      assignee: { accountId: 'ann', displayName: 'Ann', active: true },
    },
  });
  const holder = { type: 'group', parameter: 'staff' };
  put('scheme', { id: 7, name: 'S', permissions: [{ permission: 'BROWSE_PROJECTS', holder }] });
  put('access', { id: '100', permissionScheme: '7', securityScheme: null, roles: {} });
  const folder = data();
  const { err } = await run('import', from, '--data', folder);
  expect(err).toContain("1 issue is shown by 'serve' only to users with the permission");
  const { out } = await run('jql', 'project = CASE', '--count', '--data', folder);
  expect(out).toBe('1\n');
  put('access', { id: '100', permissionScheme: '8', securityScheme: null, roles: {} });
  expect((await run('import', from, '--data', folder)).err).toContain(
    '1 issue of projects whose permission scheme is not in the folder',
  );
});
