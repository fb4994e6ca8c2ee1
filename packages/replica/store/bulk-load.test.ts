import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { syntheticRecords } from '../bench/synthetic.ts';
import type { BackupLine } from '../data/backup.ts';
import type { Engine } from '../data/engine.ts';
import { columnsOf, secondaryIndexes } from '../data/indexes.ts';
import { type OldHistory, readChangelogs } from '../data/issues/changelogs.ts';
import { migrate } from '../data/migrations.ts';
import { openStoreOn, type Store } from './store.ts';
import { onBothEngines, onEngines } from './testing/engines.ts';
import { historyFields, nameOf, randomIssues, recordsOf } from './testing/random-histories.ts';

/** All rows. */
async function rowsOf(store: Store): Promise<unknown> {
  const rows: string[] = [];
  for await (const line of store.backup(0))
    if ('rows' in line && line.table !== 'facts')
      rows.push(...line.rows.map(row => `${line.table} ${JSON.stringify(row)}`));
  return rows;
}

onBothEngines('bulk load', open => {
  const records = [...syntheticRecords(250)];
  const viewer = { userId: null, zone: 'UTC' };
  const jql = 'status was "In Review" AND summary ~ report';

  it('writes what an ordinary ingest writes', async () => {
    const ordinary = await open();
    await ordinary.ingest(records);
    const bulk = await open();
    await bulk.bulkLoad(() => bulk.ingest(records));
    expect(await rowsOf(bulk)).toEqual(await rowsOf(ordinary));
    const count = await bulk.jql.count({ jql, viewer, now: 0 });
    expect(count).toBe(await ordinary.jql.count({ jql, viewer, now: 0 }));
    expect(count).toBeGreaterThan(0);
  });

  it('has segments written while its indexes are built', async () => {
    const store = await open();
    const beside = async () => {
      const [first] = await store.segments.list();
      if (!first) throw new Error('There are no segments.');
      expect(await store.segments.issueIds(first)).toHaveLength(first.issues);
      const { needs } = await store.segments.withNeeds([], async () => {});
      const segment = { issues: first.issues, bytes: new Uint8Array(1), needs };
      await store.segments.write(first, await store.segments.revision(), segment);
    };
    const steps: string[] = [];
    await store.bulkLoad(() => store.ingest(records), {
      onIndexes: () => steps.push('indexes'),
      beside: async () => {
        steps.push('beside');
        await beside();
      },
    });
    expect(steps).toEqual(['indexes', 'beside']);
    const [first, second] = await store.segments.list();
    expect([first?.isValid, second?.isValid]).toEqual([true, false]);
  });

  it('replaces issues that it wrote itself, and those of a filled store', async () => {
    const ordinary = await open();
    await ordinary.ingest(records);
    const store = await open();
    await store.bulkLoad(async () => {
      await store.ingest(records.slice(0, 150));
      await store.ingest(records);
    });
    expect(await rowsOf(store)).toEqual(await rowsOf(ordinary));
    await store.bulkLoad(() => store.ingest(records.slice(50)));
    expect(await rowsOf(store)).toEqual(await rowsOf(ordinary));
  });

  it('builds the indexes after an error, too', async () => {
    const store = await open();
    const failed = store.bulkLoad(async () => {
      await store.ingest(records.slice(0, 50));
      throw new Error('no more');
    });
    await expect(failed).rejects.toThrow('no more');
    await store.ingest(records);
    expect(await store.issues.count()).toBe(250);
  });
});

const withEngine = async (engine: Engine) => ({ ...(await openStoreOn(engine)), engine });

onEngines('a bulk load that fails', withEngine, (open, name) => {
  it('leaves statistics', async () => {
    const { engine, ...store } = await open();
    const failed = store.bulkLoad(async () => {
      await store.ingest(syntheticRecords(50));
      throw new Error('no more');
    });
    await expect(failed).rejects.toThrow('no more');
    const statistics =
      name === 'sqlite' ? sql`sqlite_stat1 where tbl` : sql`pg_stats where tablename`;
    const { rows } = await sql`select 1 from ${statistics} = 'issues'`.execute(engine.db);
    expect(rows).not.toEqual([]);
  });
});

onEngines('a database of an older version', withEngine, open => {
  it('keeps segments where a migration changes nothing that they have', async () => {
    const { engine, ...store } = await open();
    await store.ingest(syntheticRecords(12));
    const [place] = await store.segments.list();
    const { needs } = await store.segments.withNeeds([], async () => {});
    const segment = { issues: 1, bytes: new Uint8Array(1), needs };
    if (place) await store.segments.write(place, await store.segments.revision(), segment);
    const isValid = async () => (await store.segments.list())[0]?.isValid;
    for (const [migration, keeps] of [
      ['19', true],
      ['15', false],
    ]) {
      await sql`delete from migrations where name like ${`${migration} %`}`.execute(engine.db);
      await migrate(engine, []);
      expect(await isValid()).toBe(keeps);
    }
  });

  it('stores its spans and changes by issue', async () => {
    const { engine, ...store } = await open();
    const run = (statement: string) => sql.raw(statement).execute(engine.db);
    await store.ingest(syntheticRecords(50));
    const rows = await rowsOf(store);
    await withOldChanges(engine);
    for (const table of ['spans', 'changes']) {
      await run(`create table unsorted as select * from ${table} order by field`);
      await run(`drop table ${table}`);
      await run(`alter table unsorted rename to ${table}`);
      await run(`create index ${table}_issue_id on ${table} (issue_id)`);
    }
    await run("delete from migrations where name like '12 %' or name like '25 %'");
    await migrate(engine, []);
    expect(await rowsOf(store)).toEqual(rows);
    await expect(run('insert into spans select * from spans')).rejects.toThrow(/unique/i);
    await store.ingest(syntheticRecords(50));
    expect(await rowsOf(store)).toEqual(rows);
  });

  it('gets its changes in the spans that they began', async () => {
    const { engine, ...store } = await open();
    await store.ingest(recordsOf(randomIssues(200)));
    const state = async () => ({
      rows: await rowsOf(store),
      found: await answersOf(store),
      old: await columnsOf(engine.db, 'changes'),
    });
    const before = await state();
    const header: BackupLine[] = [];
    const others: BackupLine[] = [];
    let counts = {};
    for await (const line of store.backup(0)) {
      if ('end' in line) counts = line.end;
      else if (!('table' in line)) header.push(line);
      else if (line.table !== 'spans') others.push(line);
    }
    const old = await withOldChanges(engine);
    await sql`delete from migrations where name like '25 %'`.execute(engine.db);
    await migrate(engine, []);
    expect(await state()).toEqual(before);

    async function* backup() {
      yield* [...header, ...others, ...old];
      yield {
        end: {
          ...counts,
          ...Object.fromEntries(old.map(({ table, rows }) => [table, rows.length])),
        },
      };
    }
    await store.restore(backup(), { replace: true });
    expect(await state()).toEqual(before);
  });

  it('gets the histories of each issue in one row', async () => {
    const { engine, ...store } = await open();
    const run = (statement: string) => sql.raw(statement).execute(engine.db);
    await store.ingest(syntheticRecords(50));
    const rows = await rowsOf(store);
    await withOldHistories(engine);
    await run('drop table changelogs');
    await run("delete from migrations where name like '16 %'");
    await migrate(engine, []);
    expect(await rowsOf(store)).toEqual(rows);
  });

  it('is restored from its backup', async () => {
    const { engine, ...store } = await open();
    await store.ingest(syntheticRecords(50));
    const rows = await rowsOf(store);
    const old = await withOldHistories(engine);
    const lines: BackupLine[] = [];
    for await (const line of store.backup(0)) {
      if (!('table' in line)) lines.push(line);
      else if (line.table === 'histories') lines.push(...old.splice(0));
      else if (line.table !== 'changelogs') lines.push(line);
    }
    const { changelogs: _, ...end } = (lines.pop() as { end: Record<string, number> }).end;
    async function* backup() {
      yield* lines;
      yield { end };
    }
    await store.restore(backup(), { replace: true });
    expect(await rowsOf(store)).toEqual(rows);
  });
});

/** Numbers of issues by queries of histories. */
async function answersOf(store: Store): Promise<Record<string, number>> {
  const viewer = { userId: null, zone: 'UTC' };
  const found: Record<string, number> = {};
  for (const field of historyFields)
    for (const number of [0, 1, 2])
      for (const operator of ['was', 'was not', 'changed to', 'changed from']) {
        const jql = `${field} ${operator} ${nameOf(field, number)}`;
        found[jql] = await store.jql.count({ jql, viewer, now: 0 });
      }
  return found;
}

/** Splits spans and changes as older versions stored them. Returns the lines of their backup. */
async function withOldChanges(engine: Engine): Promise<Extract<BackupLine, { table: string }>[]> {
  const { db } = engine;
  const run = (statement: string) => sql.raw(statement).execute(db);
  const [index] = secondaryIndexes(engine).filter(({ table }) => table === 'spans');
  await run(`create table changes as select issue_id,
    row_number() over (partition by issue_id order by start, position) - 1 as position,
    start as at, replace(field, '#change', '') as field, old_value, value as new_value, author
    from spans where old_value is not null`);
  await run("delete from spans where field like '%#change'");
  await run(`drop index ${index?.name}`);
  await run('alter table spans drop column old_value');
  const lines = [];
  for (const table of ['spans', 'changes']) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      db,
    );
    const columns = Object.keys(rows[0] ?? {});
    lines.push({ table, columns, rows: rows.map(row => columns.map(column => row[column])) });
  }
  return lines;
}

/** Gives the histories documents as older versions stored them. Returns the lines of their backup. */
async function withOldHistories(engine: Engine): Promise<BackupLine[]> {
  const { db } = engine;
  const rows: (OldHistory & { created: number })[] = [];
  for (const [issue_id, entries] of await readChangelogs(engine, sql`1 = 1`))
    for (const { id, author, ...rest } of entries) {
      const created = Date.parse(rest.created);
      rows.push({ issue_id, id, created, author, document: JSON.stringify(rest) });
    }
  const columns = ['issue_id', 'id', 'created', 'author', 'document'] as const;
  const values = rows.map(row => columns.map(column => row[column]));
  await sql`alter table histories add column document text`.execute(db);
  for (const row of rows)
    await sql`update histories set document = ${row.document} where id = ${row.id}`.execute(db);
  // The first line ends within an issue.
  const parts = [values.slice(0, 1), values.slice(1)];
  return parts.map(part => ({ table: 'histories', columns: [...columns], rows: part }));
}
