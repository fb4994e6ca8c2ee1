import { type Kysely, sql } from 'kysely';
import type { Engine } from '../database/engine.ts';
import { type Database, type Index, type TableSpec, tables } from '../database/schema.ts';
import { outdateAll } from './segment-changes.ts';

/** The secondary indexes of a table. */
function indexesOf(engine: Engine, table: string, spec: TableSpec): Index[] {
  const indexes = [
    ...spec.indexes.map(index => ({ index, where: '' })),
    ...spec.partialIndexes.map(index => ({ index, where: ` where ${index.at(-1)} is not null` })),
  ];
  // SQLite's indexes have the row id.
  const isRowId = (column: string) =>
    engine.name === 'sqlite' && spec.key.length === 1 && spec.key[0] === column;
  return indexes.map(({ index: declared, where }) => {
    const index = declared.filter(column => !isRowId(column));
    const name = `${table}_${index.join('_')}`;
    const create = `create index if not exists ${name} on ${table} (${index.join(', ')})${where}`;
    return { name, table, create };
  });
}

export async function createTable(
  engine: Engine,
  db: Kysely<Database>,
  name: string,
  spec: TableSpec,
): Promise<void> {
  await sql.raw(tableStatement(engine, name, spec)).execute(db);
  for (const { create } of indexesOf(engine, name, spec)) await sql.raw(create).execute(db);
}

function tableStatement(engine: Engine, name: string, spec: TableSpec): string {
  const { key } = spec;
  const columns = spec.columns.flatMap(({ name: column, kind, nullable }) => {
    const type = engine.columnType(kind);
    if (type === null) return [];
    // A single integer key is SQLite's rowid, which saves an index.
    const own = key.length === 1 && key[0] === column ? ' primary key' : '';
    return [`${column} ${type}${nullable ? '' : ' not null'}${own}`];
  });
  if (key.length > 1) columns.push(`primary key (${key.join(', ')})`);
  const isClustered = engine.name === 'sqlite' && key.length > 1;
  return `create table if not exists ${name} (${columns.join(', ')})${isClustered ? ' without rowid' : ''}`;
}

/** Of all tables. */
export const secondaryIndexes = (engine: Engine): Index[] => [
  ...Object.entries(tables).flatMap(([name, spec]) => indexesOf(engine, name, spec)),
  ...engine.wordIndexes,
];

/** The one of this name, or all. */
export async function createMissingIndexes(
  engine: Engine,
  db: Kysely<Database>,
  only?: string,
): Promise<void> {
  for (const { name, create } of secondaryIndexes(engine))
    if (only === undefined || name === only) await sql.raw(create).execute(db);
}

/** Indexes that an import left to be built because it was killed. While an import runs, it builds them itself. */
export async function repairIndexes(engine: Engine): Promise<void> {
  if (await isComplete(engine)) return;
  const lock = await engine.tryLock('import');
  if (!lock) return;
  try {
    // Another process may have ended its import meanwhile.
    if (await isComplete(engine)) return;
    await engine.db.transaction().execute(async trx => {
      await engine.lockWrites(trx);
      await createMissingIndexes(engine, trx);
      // The import had no indexes to find the segments that its issues change.
      await outdateAll(trx);
    });
    await engine.analyze(engine.db);
  } finally {
    await lock.release();
  }
}

async function isComplete(engine: Engine): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`${
    engine.name === 'sqlite'
      ? sql`select name from sqlite_master where type = 'index'`
      : sql`select indexname as name from pg_indexes where schemaname = current_schema()`
  }`.execute(engine.db);
  const known = new Set(rows.map(({ name }) => name));
  return secondaryIndexes(engine).every(({ name }) => known.has(name));
}
