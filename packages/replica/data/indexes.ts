import { type Kysely, sql } from 'kysely';
import type { Engine } from './engine.ts';
import { type Database, type TableSpec, tables } from './schema.ts';

export interface Index {
  readonly name: string;
  readonly table: string;
  readonly create: string;
}

/** The secondary indexes of a table. */
export function indexesOf(table: string, spec: TableSpec): Index[] {
  const indexes = [
    ...spec.indexes.map(index => ({ index, where: '' })),
    ...spec.partialIndexes.map(index => ({ index, where: ` where ${index.at(-1)} is not null` })),
  ];
  return indexes.map(({ index, where }) => {
    const name = `${table}_${index.join('_')}`;
    const create = `create index if not exists ${name} on ${table} (${index.join(', ')})${where}`;
    return { name, table, create };
  });
}

/** Of all tables. */
export const secondaryIndexes = (engine: Engine): Index[] => [
  ...Object.entries(tables).flatMap(([name, spec]) => indexesOf(name, spec)),
  ...engine.wordIndexes,
];

export async function createMissingIndexes(engine: Engine, db: Kysely<Database>): Promise<void> {
  for (const { create } of secondaryIndexes(engine)) await sql.raw(create).execute(db);
}

/** Indexes that an import left to be built because it was killed. While an import runs, it builds them itself. */
export async function repairIndexes(engine: Engine): Promise<void> {
  const { rows } = await sql<{ name: string }>`${
    engine.name === 'sqlite'
      ? sql`select name from sqlite_master where type = 'index'`
      : sql`select indexname as name from pg_indexes where schemaname = current_schema()`
  }`.execute(engine.db);
  const known = new Set(rows.map(({ name }) => name));
  if (secondaryIndexes(engine).every(({ name }) => known.has(name))) return;
  const lock = await engine.tryLock('import');
  if (!lock) return;
  try {
    await engine.db.transaction().execute(async trx => {
      await engine.lockWrites(trx);
      await createMissingIndexes(engine, trx);
    });
    await engine.analyze();
  } finally {
    await lock.release();
  }
}
