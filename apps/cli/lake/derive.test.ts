import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { plainRow } from '@tallyboard/lake/derive/derive-lines.ts';
import { columnsOf, TABLE_NAMES } from '@tallyboard/lake/tables.ts';
import type { Manifest } from '@tallyboard/lake/write/lake-files.ts';
import { readRows } from '@tallyboard/lake/write/read-rows.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run, runWith } from '../testing/run.ts';

const fixtures = resolve(import.meta.dirname, '../../../fixtures/data');
let folder: string;
let rawLines: string[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tallyboard-derive-'));
  const { issues } = JSON.parse(
    gunzipSync(readFileSync(join(fixtures, 'aea/aea2024.search.json.gz'))).toString(),
  );
  rawLines = issues.map((issue: unknown) => JSON.stringify(issue));
  await run('import', join(fixtures, 'aea'), '--data', join(folder, 'data'));
  const described = await run('derive', '--describe', '--data', join(folder, 'data'));
  expect(described.err).toBe('');
  writeFileSync(join(folder, 'site.json'), described.out);
});
afterAll(() => rmSync(folder, { recursive: true }));

const derive = (...lines: string[]) => deriveOf('site.json', ...lines);

const deriveOf = async (site: string, ...lines: string[]) => {
  const { out, err, code } = await runWith(
    `${lines.join('\n')}\n`,
    'derive',
    '--site',
    join(folder, site),
  );
  expect({ err, code }).toEqual({ err: '', code: 0 });
  return out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { table: string; row: Record<string, unknown> });
};

/** Rows of issues of each table, in any order. The import makes ids for components that have none. */
const byTable = (rows: readonly { table: string; row: Record<string, unknown> }[]) =>
  Object.fromEntries(
    TABLE_NAMES.filter(table => columnsOf(table).some(({ name }) => name === 'issue_id')).map(
      table => [
        table,
        rows
          .filter(each => each.table === table)
          .map(({ row }) => JSON.stringify(table === 'issue_value' ? { ...row, value_id: 0 } : row))
          .sort(),
      ],
    ),
  );

test('facts of raw issues are those of the lake, however the issues are split', async () => {
  const lake = join(folder, 'lake');
  expect((await run('lake', lake, '--data', join(folder, 'data'))).code).toBe(0);
  const manifest = JSON.parse(
    readFileSync(join(lake, 'current/manifest.json'), 'utf8'),
  ) as Manifest;
  const stored: { table: string; row: Record<string, unknown> }[] = [];
  for (const { table, path } of manifest.parts.flatMap(({ files }) => files))
    for (const row of await readRows(table, readFileSync(join(lake, 'current', path))))
      stored.push({ table, row: plainRow(table, manifest.source, row) });
  const derived = byTable(await derive(...rawLines));
  expect(derived.change?.length).toBeGreaterThan(6000);
  expect(derived).toEqual(byTable(stored));
  const half = rawLines.length / 2;
  const parts = [
    ...(await derive(...rawLines.slice(half))),
    ...(await derive(...rawLines.slice(0, half))),
  ];
  expect(byTable(parts)).toEqual(derived);
});

test('what cannot be read is named with its line, and the rest is derived', async () => {
  const [first = '', second = ''] = rawLines;
  const bad = JSON.stringify({ ...JSON.parse(second), key: 'BAD-1', fields: {} });
  const rows = await derive('{', first, '7', bad, first, '', second);
  const rejected = rows.filter(({ table }) => table === 'rejected').map(({ row }) => row);
  expect(rejected.map(({ line }) => line)).toEqual([1, 3, 4, 5]);
  expect(rejected.map(({ key }) => key)).toEqual([null, null, 'BAD-1', JSON.parse(first).key]);
  expect(rejected[3]?.reason).toBe('the issue comes twice');
  expect(rows.filter(({ table }) => table === 'issue')).toHaveLength(2);
});

test('descriptions and comments of the past are left out, and e-mail addresses', async () => {
  const issue = JSON.parse(rawLines[0] ?? '');
  const items = [
    { field: 'description', fieldId: 'description', fromString: 'SECRET', toString: 'SECRET' },
    { field: 'Comment', fromString: 'SECRET', toString: '' },
    { field: 'summary', fieldId: 'summary', fromString: 'Before', toString: 'After' },
  ];
  const author = { accountId: 'a', displayName: 'Ann', emailAddress: 'SECRET@example.com' };
  const histories = [{ id: '1', created: issue.fields.created, author, items }];
  const comment = { comments: [{ body: 'SECRET' }] };
  const fields = { ...issue.fields, description: 'SECRET', comment };
  const rows = await derive(JSON.stringify({ ...issue, fields, changelog: { histories } }));
  const texts = rows.filter(({ table }) => table === 'change').map(({ row }) => row.to_text);
  expect(texts).toEqual([null, null, 'After']);
  expect(JSON.stringify(rows)).not.toContain('SECRET');
});

test('a sub-task has the sprints of the parents that its line brings', async () => {
  const files = join(fixtures, '../cases/subtask-and-the-sprint-of-its-parent-a');
  const data = join(folder, 'sub-tasks');
  await run('import', files, '--data', data);
  const { out: site } = await run('derive', '--describe', '--data', data);
  writeFileSync(join(folder, 'sub-tasks.json'), site);
  const [parent, subTask] = JSON.parse(readFileSync(join(files, 'issues.json'), 'utf8'));
  const stays = async (...lines: unknown[]) =>
    (await deriveOf('sub-tasks.json', ...lines.map(line => JSON.stringify(line))))
      .filter(({ table, row }) => table === 'field_span' && row.field === 'sprint')
      .map(({ row }) => [row.issue_id, row.value_id, row.from_at]);
  const since = '2026-03-05T09:00:00.000Z';
  expect(await stays({ ...subTask, parents: [parent] })).toEqual([[10002, '1', since]]);
  // Whatever else is derived with it.
  expect(await stays(parent, subTask)).toEqual(
    await stays(parent).then(async own => [...own, ...(await stays(subTask))]),
  );
});

test('texts have no NUL, which PostgreSQL does not take', async () => {
  const issue = JSON.parse(rawLines[0] ?? '');
  issue.fields.summary = 'a\u0000b';
  const rows = await derive(JSON.stringify(issue));
  expect(rows.find(({ table }) => table === 'issue')?.row.summary).toBe('a\ufffdb');
});
