import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@tallyboard/server-store/store.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from './testing/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-uncovered-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CASE = join(import.meta.dirname, '../../fixtures/cases/07-worklogs-not-exported/in');
const WEEK = { endDate: '2026-03-05', daySpan: 5 };

interface Timesheet {
  readonly coverage: { readonly complete: boolean; readonly reasons: readonly string[] };
  readonly notes: readonly { readonly code: string; readonly issues: readonly string[] }[];
  readonly result: { readonly total: { readonly total: { readonly value: number } } };
}

async function timesheet(data: string, jql: string, settings: object = WEEK): Promise<Timesheet> {
  const args = ['--jql', jql, '--data', data, '--time-zone', 'UTC', '--format', 'json', '--result'];
  const { out } = await run('report', 'timesheet', ...args, '--settings', JSON.stringify(settings));
  return JSON.parse(out);
}

const issuesOf = (code: string, { notes }: Timesheet) =>
  notes.find(each => each.code === code)?.issues ?? [];
const missingOf = (sheet: Timesheet) => issuesOf('missing-worklogs', sheet);
const undatedOf = (sheet: Timesheet) => issuesOf('time-without-worklogs', sheet);

test('case 07: an issue whose worklogs were not exported is asked for and named', async () => {
  const data = join(folder, 'case');
  await run('import', CASE, '--data', data);
  const sheet = await timesheet(data, 'project = CASE');
  expect(sheet.result.total.total.value).toBe(3600);
  expect(sheet.coverage).toMatchObject({
    complete: false,
    reasons: ['1 issue came without all worklogs.'],
  });
  expect(missingOf(sheet)).toEqual(['CASE-1']);
});

const log = (id: number, day: string, author: string) => ({
  id: String(id),
  started: `${day}T09:00:00.000+0000`,
  timeSpentSeconds: 3600,
  author: { accountId: author, displayName: author },
});

/**
 * The week is 1 to 5 March.
 *   U-1  1 h, worklog in the week                      counts
 *   U-2  3 h, 1 of 3 worklogs exported, in January     missing
 *   U-3  2 h, an empty list of worklogs                undated
 *   U-4  1 h, worklog in January, whole                not asked for
 *   U-5  no time                                       not asked for
 *   U-6  1 h of Ben, worklog in the week               counts, but not for Ana
 */
const ISSUES = [
  { timespent: 3600, worklog: { total: 1, worklogs: [log(1, '2026-03-03', 'ana')] } },
  { timespent: 10_800, worklog: { total: 3, worklogs: [log(2, '2026-01-05', 'ana')] } },
  { timespent: 7200, worklog: { total: 0, worklogs: [] } },
  { timespent: 3600, worklog: { total: 1, worklogs: [log(3, '2026-01-05', 'ana')] } },
  {},
  { timespent: 3600, worklog: { total: 1, worklogs: [log(4, '2026-03-04', 'ben')] } },
].map((fields, at) => ({
  id: String(at + 1),
  key: `U-${at + 1}`,
  fields: {
    summary: `U ${at + 1}`,
    project: { id: '1', key: 'U', name: 'U' },
    issuetype: { id: '1', name: 'Task' },
    status: { id: '1', name: 'To Do', statusCategory: { id: 2, key: 'new', name: 'To Do' } },
    created: '2026-01-02T09:00:00.000+0000',
    updated: '2026-03-04T09:00:00.000+0000',
    ...fields,
  },
  changelog: { total: 0, histories: [] },
}));

const data = join(folder, 'made');
beforeAll(async () => {
  const file = join(folder, 'issues.json');
  writeFileSync(file, JSON.stringify({ issues: ISSUES }));
  await run('import', file, '--data', data);
});

test.each(['project = U', '', 'project = U ORDER BY created DESC'])(
  'worklogs exported in part, or not at all, are asked for with %j',
  async jql => {
    const sheet = await timesheet(data, jql);
    expect(sheet.result.total.total.value).toBe(7200);
    expect(sheet.coverage).toMatchObject({ complete: false, issues: { fetched: 4, total: 4 } });
    expect([missingOf(sheet), undatedOf(sheet)]).toEqual([['U-2'], ['U-3']]);
  },
);

test("a reader's own timesheet asks for them too", async () => {
  const store = await openStore({ file: join(data, 'tallyboard.db') });
  await store.ingest([{ kind: 'site', value: { currentUser: 'ana' } }]);
  await store.close();
  const own = { ...WEEK, userFilter: 'currentUser()' };
  const sheet = await timesheet(data, 'worklogAuthor = currentUser()', own);
  expect(sheet.result.total.total.value).toBe(3600);
  expect(sheet.coverage).toMatchObject({ complete: false, issues: { fetched: 3, total: 3 } });
  expect([missingOf(sheet), undatedOf(sheet)]).toEqual([['U-2'], ['U-3']]);
});
