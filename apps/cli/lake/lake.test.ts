import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openLake } from '@tallyboard/lake/sql/duckdb.ts';
import { TABLE_NAMES } from '@tallyboard/lake/tables.ts';
import { VIEW_NAMES, viewText } from '@tallyboard/lake/views.ts';
import { createFileDecoder } from 'avsc';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSource } from '../jira-source.ts';
import { run } from '../testing/run.ts';

let folder: string;
let data: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tallyboard-lake-'));
  data = join(folder, 'data');
  await run('demo', '--size', '400', '--data', data);
});
afterAll(() => rmSync(folder, { recursive: true }));

const write = (lake: string) => run('lake', lake, '--data', data);

async function query(lake: string, sql: string) {
  const opened = await openLake(lake);
  try {
    return (await opened.query(sql)).rows;
  } finally {
    opened.close();
  }
}

async function change(path: string, body: object) {
  const source = await openSource({ data });
  try {
    const { status } = await source.request({ method: 'PUT', path, body });
    expect(status).toBeLessThan(300);
  } finally {
    await source.close();
  }
}

test('a second export writes only what may have changed', async () => {
  const lake = join(folder, 'lake');
  const first = await write(lake);
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out).toMatch(/in (\d) projects, \1 written anew/);
  expect((await write(lake)).out).toContain(', 0 written anew');
  const edits = `select count(*) from change c join issue i using (issue_id) where issue_key = 'WEB-1'`;
  const [[before = 0] = []] = await query(lake, edits);
  await change('/rest/api/2/issue/WEB-1', { fields: { labels: ['lake'] } });
  expect((await write(lake)).out).toContain(', 1 written anew');
  expect(await query(lake, edits)).toEqual([[Number(before) + 1]]);
  // Those of an unchanged project are still there.
  expect(await query(lake, `select count(*) > 0 from issue where issue_key like 'APP-%'`)).toEqual([
    [true],
  ]);
  const created = (
    await query(lake, `select created_at from issue where issue_key like 'APP-%'`)
  ).flat();
  expect(created).toEqual(created.toSorted());
  expect(readdirSync(join(lake, 'states'))).toHaveLength(2);
  const other = await run('lake', lake, '--data', data, '--time-zone', 'Asia/Tokyo');
  expect(other.out).toMatch(/in (\d) projects, \1 written anew/);
});

test('a sprint that is closed later changes the scope of its projects alone', async () => {
  const lake = join(folder, 'sprints');
  await write(lake);
  const active = `select s.sprint_id from sprint s where state = 'active' and exists (select 1 from sprint_scope c where c.sprint_id = s.sprint_id) order by 1 limit 1`;
  const [[id] = []] = await query(lake, active);
  await change(`/rest/agile/1.0/sprint/${id}`, {
    name: 'Closed now',
    state: 'closed',
  });
  expect((await write(lake)).out).toMatch(/, [12] written anew/);
  expect(await query(lake, `select name, state from sprint where sprint_id = ${id}`)).toEqual([
    ['Closed now', 'closed'],
  ]);
});

test('an export that is killed at any time leaves the last one, and the next goes on', async () => {
  const lake = join(folder, 'killed');
  await write(lake);
  const counts = 'select (select count(*) from issue), (select count(*) from clock_step)';
  const whole = await query(lake, counts);
  const main = resolve(import.meta.dirname, '../bin/tallyboard.mjs');
  for (const delay of [450, 650, 850]) {
    await change('/rest/api/2/issue/WEB-2', { fields: { labels: [`after${delay}`] } });
    const args = [
      main,
      'lake',
      lake,
      '--data',
      data,
      '--time-zone',
      delay % 4 ? 'UTC' : 'Asia/Tokyo',
    ];
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    await setTimeout(delay);
    child.kill('SIGKILL');
    expect(await query(lake, counts)).toEqual(whole);
  }
  expect(await write(lake)).toMatchObject({ code: 0, err: '' });
  expect(readdirSync(lake).sort()).toEqual(['current', 'states']);
  expect(await query(lake, counts)).toEqual(whole);
});

test('docs/lake.md names all views, and its queries are answered', async () => {
  const lake = join(folder, 'documented');
  await write(lake);
  const doc = readFileSync(resolve(import.meta.dirname, '../../../docs/lake.md'), 'utf8');
  const views = [...doc.matchAll(/^\| `(\w+)` \| [\w-]+ \| [^|]+ \|$/gm)].map(([, name]) => name);
  expect(views.filter(name => VIEW_NAMES.some(view => view === name)).sort()).toEqual(VIEW_NAMES);
  const queries = [...doc.matchAll(/^```sql\n([^`]+)```$/gm)].map(([, sql = '']) => sql);
  // Two are of parents.
  expect(queries).toHaveLength(TABLE_NAMES.length + 2);
  const opened = await openLake(lake);
  for (const sql of queries) await opened.query(sql);
  opened.close();
});

test('another export into the same folder, and other files in it, are refused', async () => {
  const lake = join(folder, 'busy');
  mkdirSync(lake);
  writeFileSync(join(lake, '.writing'), String(process.ppid));
  const busy = await write(lake);
  expect(busy.code).toBe(1);
  expect(busy.err).toContain(`Another export writes into '${lake}' (process ${process.ppid})`);
  const other = await write(data);
  expect(other.code).toBe(1);
  expect(other.err).toContain('has other files: give an empty folder');
  expect(readFileSync(join(data, readdirSync(data)[0] ?? '')).length).toBeGreaterThan(0);
});

/** The records of an Avro file, by another maker's reader. */
const readAvro = (path: string) =>
  new Promise<Record<string, unknown>[]>((resolve, reject) => {
    const records: Record<string, unknown>[] = [];
    createFileDecoder(path)
      .on('data', record => records.push(JSON.parse(JSON.stringify(record))))
      .on('end', () => resolve(records))
      .on('error', reject);
  });

test('each table is one of Iceberg, whose metadata name its files', async () => {
  const lake = join(folder, 'iceberg');
  expect(await run('lake', lake, '--data', data, '--iceberg')).toMatchObject({ code: 0, err: '' });
  for (const table of ['issue', 'status_span', 'meta']) {
    const place = join(lake, 'current', table, 'metadata');
    const metadata = JSON.parse(readFileSync(join(place, 'v1.metadata.json'), 'utf8'));
    const [snapshot] = metadata.snapshots;
    const [manifest, ...others] = await readAvro(fileURLToPath(snapshot['manifest-list']));
    expect(others).toEqual([]);
    const path = fileURLToPath(String(manifest?.manifest_path));
    expect(readFileSync(path)).toHaveLength(Number(manifest?.manifest_length));
    const entries = await readAvro(path);
    let rows = 0;
    for (const { data_file: file } of entries as { data_file: Record<string, unknown> }[]) {
      const bytes = readFileSync(fileURLToPath(String(file.file_path)));
      expect(bytes).toHaveLength(Number(file.file_size_in_bytes));
      rows += Number(file.record_count);
    }
    expect(await query(lake, `select count(*) from ${table}`)).toEqual([[rows]]);
    expect(snapshot.summary['total-records']).toBe(String(rows));
  }
});

test('the view of SLAs has the figures of the report, in DuckDB and in SQLite', async () => {
  const lake = join(folder, 'slas');
  expect((await write(lake)).code).toBe(0);
  // The demo is younger than a year: all cycles count.
  const settings = JSON.stringify({ cycles: 'any', lastDays: 366 });
  const asked = ['report', 'sla', '--jql', 'project = HELP', '--data', data, '--format', 'csv'];
  const { out } = await run(...asked, '--settings', settings);
  const [, ...lines] = out.trim().split('\r\n');
  const expected = lines
    .filter(line => !line.startsWith('Total'))
    .map(line => {
      const [sla = '', ...numbers] = line.split(',');
      return [sla, ...numbers.slice(0, 7).map(Number)];
    });
  expect(expected.map(([name]) => name)).toEqual(['Time to first response', 'Time to resolution']);
  // Stopped, met, breached, running and breached now: no column of zeros.
  for (const at of [1, 2, 3, 5, 6]) expect(expected.some(row => Number(row[at]) > 0)).toBe(true);
  const names = ['stopped', 'met', 'breached', 'unknown', 'running', 'breached_now', 'paused'];
  const sums = (view: string) =>
    `select sla, ${names.map(name => `sum(${name})`).join(', ')} from ${view} group by sla order by sla`;
  const found = await query(lake, sums('sla'));
  expect(found.map(([name, ...values]) => [name, ...values.map(Number)])).toEqual(expected);

  const database = new DatabaseSync(':memory:');
  try {
    for (const table of ['sla_cycle', 'meta']) {
      const opened = await openLake(lake);
      const { columns, rows: all } = await opened.query(`select * from ${table}`);
      opened.close();
      database.exec(`create table ${table} (${columns.map(name => `"${name}"`).join(', ')})`);
      const insert = database.prepare(
        `insert into ${table} values (${columns.map(() => '?').join(', ')})`,
      );
      for (const row of all) insert.run(...row.map(plain));
    }
    const inSqlite = database.prepare(sums(`(${viewText('sla')})`)).all();
    expect(inSqlite.map(row => Object.values(row))).toEqual(expected);
  } finally {
    database.close();
  }
});

/** A value as SQLite keeps it. */
const plain = (value: unknown): string | number | null => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'number' ? value : String(value);
};
