import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { syntheticRecords } from '../bench/synthetic.ts';
import { openEngine } from '../data/open-engine.ts';
import { openStore } from './testing/open-store.ts';
import { sharedPostgres } from './testing/shared-postgres.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a process that ingests, and kills it once this many records were reported as landed. */
async function killedIngest(file: string, atLeast: number, mode = 'rows'): Promise<number> {
  const program = join(import.meta.dirname, 'testing/ingest-child.ts');
  const child = spawn(process.execPath, [program, file, mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let landed = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    landed = Number(text.trim().split('\n').at(-1));
    if (landed >= atLeast) child.kill('SIGKILL');
  });
  const signal = await new Promise(resolve => child.once('exit', (_code, by) => resolve(by)));
  expect(signal).toBe('SIGKILL');
  return landed;
}

/** The statements of all tables and indexes. */
function schemaOf(file: string): unknown[] {
  const raw = new DatabaseSync(file, { readOnly: true });
  const schema = raw
    .prepare("select name, sql from sqlite_master where name not like 'sqlite_%' order by name")
    .all();
  raw.close();
  return schema;
}

it.each(['rows', 'bulk'])(
  'after kill -9 during an ingest (%s) all reported records are stored, and none partially',
  async mode => {
    const file = join(folder, `killed-${mode}.db`);
    const landed = await killedIngest(file, 1500, mode);
    const fresh = join(folder, `fresh-${mode}.db`);
    await (await openStore({ file: fresh })).close();
    if (mode === 'bulk') expect(schemaOf(file).length).toBeLessThan(schemaOf(fresh).length);
    const half = new DatabaseSync(file);
    half.exec(`insert into segments (project_id, position, revision, issues, bytes, needs, whole)
      select project_id, position, revision, 1, x'00', x'00', x'' from segment_changes`);
    half.close();
    const store = await openStore({ file });
    const areValid = (await store.segments.list()).map(({ isValid }) => isValid);
    expect(new Set(areValid)).toEqual(new Set([mode === 'rows']));
    const viewer = { userId: null, zone: 'UTC' };
    const { ids } = await store.jql.search({ jql: '', viewer, now: 0 });
    // Nine records of the synthetic site are priorities and statuses.
    expect(ids.length).toBeGreaterThanOrEqual(landed - 9);
    const documents = await store.issues.documents(ids);
    expect(documents).toHaveLength(ids.length);
    const histories = await store.histories.page({ issueIds: ids });
    expect(histories.total).toBe(documents.reduce((sum, issue) => sum + issue.historyCount, 0));
    // Every summary has six words of the generator's list, so some word of it finds each issue.
    const words =
      'the report shows wrong numbers when a sprint closes early and nobody had logged their time on it before release';
    const anyWord = words
      .split(' ')
      .map(word => `summary ~ "\\"${word}\\""`)
      .join(' OR ');
    expect(await store.jql.count({ jql: anyWord, viewer, now: 0 })).toBe(ids.length);
    await store.close();
    expect(schemaOf(file)).toEqual(schemaOf(fresh));

    const raw = new DatabaseSync(file, { readOnly: true });
    expect(raw.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    for (const table of [
      'issue_documents',
      'issue_values',
      'spans',
      'worklogs',
      'texts',
      'histories',
    ]) {
      const orphans = raw
        .prepare(`select count(*) as n from ${table} where issue_id not in (select id from issues)`)
        .get();
      expect({ table, orphans }).toEqual({ table, orphans: { n: 0 } });
    }
    raw.close();
  },
);

it('a repeated ingest completes a killed one', async () => {
  const file = join(folder, 'again.db');
  await killedIngest(file, 500);
  const landed = await killedIngest(file, 1000);
  const store = await openStore({ file });
  expect(await store.issues.count()).toBeGreaterThanOrEqual(landed - 9);
  await store.close();
});

it('a write lets the thread work on while another process writes', async () => {
  const file = join(folder, 'busy.db');
  const store = await openStore({ file });
  const other = new DatabaseSync(file);
  other.exec('begin immediate');
  setTimeout(() => other.exec('commit'), 100);
  await store.ingest(syntheticRecords(1));
  expect(await store.issues.count()).toBe(1);
  other.close();
  await store.close();
});

it('after kill -9 no statement of the process goes on in PostgreSQL', async context => {
  const postgres = sharedPostgres();
  const databaseUrl = await postgres.database();
  if (!databaseUrl) return context.skip('There is no PostgreSQL here.');
  const engine = openEngine({ databaseUrl });
  const countSleeping = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
      where query like '%pg_sleep(300)%' and state = 'active' and pid <> pg_backend_pid()`.execute(
      engine.db,
    );
    return rows[0]?.count;
  };
  const program = join(import.meta.dirname, 'testing/sleep-child.ts');
  const child = spawn(process.execPath, [program, databaseUrl], { stdio: 'inherit' });
  await expect.poll(countSleeping).toBe(1);
  child.kill('SIGKILL');
  await expect.poll(countSleeping).toBe(0);
  await engine.close();
  await postgres.stop();
});
