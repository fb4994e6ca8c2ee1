import { indexesOf } from '@tallyboard/database/create-table.ts';
import type { Index } from '@tallyboard/database/tables.ts';
import { type Kysely, sql } from 'kysely';
import { outdateAll } from './segment-changes.ts';
import type { Engine } from './tables.ts';
import { type Database, tables } from './tables.ts';

export const secondaryIndexes = (engine: Engine): Index[] => [
  ...indexesOf(engine, tables),
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
