/** The members of a board set as rows of the programme. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@tallyboard/server-store/store.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boardRecords, forestRecords, NOW, type Planted } from './testing/forest-jira.ts';
import { run } from './testing/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-programme-'));
const STORY = { type: 'Story' } as const;
const ISSUES: readonly Planted[] = [
  ...[1, 2, 3].map(n => ({ ...STORY, key: `AA-${n}`, done: n === 1 })),
  ...[1, 2].map(n => ({ ...STORY, key: `BB-${n}`, done: n === 1 })),
  { ...STORY, key: 'CC-1' },
];

beforeAll(async () => {
  const store = await openStore({ file: join(folder, 'tallyboard.db') });
  const { problems } = await store.ingest([
    ...forestRecords(ISSUES, 'cloud'),
    ...boardRecords(1, 'Team A', 'project = AA', 'customfield_10016'),
    ...boardRecords(2, 'Team B', 'project = BB', 'timeoriginalestimate'),
    ...boardRecords(3, 'Team B', 'project = CC', 'customfield_10016'),
  ]);
  expect(problems).toEqual([]);
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function add(name: string, ...members: string[]) {
  const added = await run('board-set', 'add', name, ...members, '--data', folder);
  const doubt = '--board 99 is left out for now: there is no such board.\n';
  expect([added.code, added.err]).toEqual([0, members.includes('99') ? doubt : '']);
}

const report = (settings: object, ...options: string[]) =>
  run(
    ...['report', 'programme', '--data', folder, '--format', 'json', '--result'],
    ...['--as-of', new Date(NOW).toISOString(), '--time-zone', 'UTC'],
    ...['--settings', JSON.stringify({ rows: 'board-set', ...settings }), ...options],
  );

interface Row {
  readonly name: string;
  readonly total: number;
  readonly done: number;
  readonly progress: number;
}

async function rowsOf(settings: object, ...options: string[]) {
  const { code, out, err } = await report(settings, ...options);
  expect([code, err]).toEqual([0, '']);
  const { records, notes, result } = JSON.parse(out);
  const rows = (records?.rows ?? result.rows) as Row[];
  return { rows, notes: (notes as { text: string }[]).map(({ text }) => text), result };
}
const plain = ({ name, total, done, progress }: Row) => [
  name,
  total,
  done,
  Math.round(1000 * progress),
];

test('each board and query is a row; an issue of two counts in both, and once in the total', async () => {
  await add('Train', '--board', '1', '--board', '2', '--jql', 'key in (AA-1, CC-1)');
  const { rows, result } = await rowsOf({}, '--board-set', 'Train');
  expect(rows.map(plain)).toEqual([
    ['Team A', 3, 1, 333],
    ['Team B', 2, 1, 500],
    ['key in (AA-1, CC-1)', 2, 1, 500],
  ]);
  expect(result.all.total.value).toBe(6);
  const narrowed = await rowsOf({}, '--board-set', 'Train', '--jql', 'status = Done ORDER BY key');
  expect(narrowed.rows.map(({ total }) => total)).toEqual([1, 1, 1]);
});

test('boards of one name are told apart', async () => {
  await add('Two', '--board', '2', '--board', '3');
  const { rows } = await rowsOf({}, '--board-set', 'Two');
  expect(rows.map(({ name }) => name)).toEqual(['Team B (2)', 'Team B (3)']);
});

test('points and time have no sum: issues are counted', async () => {
  const { rows, notes } = await rowsOf({ measure: 'points' }, '--board-set', 'Train');
  expect(rows.map(({ total }) => total)).toEqual([3, 2, 2]);
  expect(notes.join()).toContain('which have no sum: issues are counted');
});

test('hidden members are left out with a line; an unknown set and none are said', async () => {
  await add('Some', '--board', '1', '--board', '99');
  const some = await rowsOf({}, '--board-set', 'Some');
  expect(some.rows.map(({ name }) => name)).toEqual(['Team A']);
  expect(some.notes).toContain(
    "1 board of the board set 'Some' is deleted, not visible to you, or of a filter with an error, and left out.",
  );
  expect((await report({}, '--board-set', 'Nothing')).err).toContain("'Nothing'");
  const none = await rowsOf({});
  expect(none.rows).toEqual([]);
  expect(none.notes).toContain('The rows are the boards and queries of a board set. Choose one.');
});
