import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { byStoredKeys } from '@tallyboard/report-kit/settings/unknown-keys.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from './testing/run.ts';

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tallyboard-saved-'));
  const store = await openStore({ file: join(folder, 'tallyboard.db') });
  await store.ingest([...demoRecords({ seed: 5, asOf: Date.parse('2026-06-17'), size: 60 })]);
  const breakdown = await findReport('breakdown');
  const settings = breakdown && byStoredKeys(breakdown.settings, { groupBy: 'project' });
  const view = { report: 'breakdown', jql: 'project = WEB', settings, asOf: null };
  const save = (id: string, name: string, more: object) => {
    const own = { ownerId: 'ana', description: '', shares: [], version: 0, updatedMs: 1 };
    return store.savedReports.save({ id, name, ...own, view: { ...view, ...more } });
  };
  await save('monday01', 'Monday look', {});
  await save('twin0001', 'Twin', {});
  await save('twin0002', 'twin', {});
  await save('board001', 'Board', { tab: 'project', board: 1, jql: null });
  await save('lastweek', 'Last week', { asOf: 'last-week' });
  await save('lastsprt', 'Last sprint', { asOf: 'last-sprint', jql: 'project = OPS' });
  await save('ofsprint', 'Sprint end', { asOf: 'last-sprint' });
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const report = (...args: string[]) => run('report', ...args, '--data', folder, '--format', 'csv');

test.each(['monday look', 'monday01'])(
  '%s is the report with its query and settings',
  async name => {
    const saved = await report(name);
    expect(saved.code).toBe(0);
    const settings = '{"groupBy":"project"}';
    const plain = await report('breakdown', '--jql', 'project = WEB', '--settings', settings);
    expect(saved.out).toBe(plain.out);
    const other = await report(name, '--jql', 'project = APP');
    expect(other.out).not.toBe(plain.out);
  },
);

test('a rule is the time of the day or of the sprint that it means now', async () => {
  const zone = ['--time-zone', 'UTC'];
  const week = await run('report', 'Last week', '--data', folder, '--format', 'json', ...zone);
  const at = JSON.parse(week.out).asOf;
  expect(new Date(at).getTime() % 86_400_000).toBe(86_400_000 - 1);
  const plain = await report('breakdown', '--jql', 'project = WEB', '--as-of', at, ...zone);
  expect(week.code + plain.code).toBe(0);
  const sprint = await run('report', 'Sprint end', '--data', folder, '--format', 'json');
  expect(Date.parse(JSON.parse(sprint.out).asOf)).toBeLessThan(Date.parse('2026-06-17'));
});

test.each([
  ['TWIN', 'There are 2 saved reports'],
  ['Last sprint', 'has no closed sprint. Choose another time.'],
  ['Munday look', `There is no report or saved report 'Munday look'. Did you mean "Monday look"?`],
])('%s is refused', async (name, message) => {
  const { code, err } = await report(name);
  expect([code, err.includes(message)]).toEqual([2, true]);
});
