import { type Kysely, sql } from 'kysely';
import type { Engine } from '../database/engine.ts';
import { type Database, tables } from '../database/schema.ts';
import { createTable, repairIndexes } from './indexes.ts';

export interface Migration {
  /** Begins with a number, which is no lower than those of earlier migrations. */
  readonly name: string;
  up(engine: Engine, db: Kysely<Database>): Promise<void>;
}

/** Migrations of development versions had lower numbers. */
const FIRST = 100;

const migrations: readonly Migration[] = [
  {
    // Later migrations run on new databases too: the first one of them freezes these tables as SQL.
    name: `${FIRST} tables`,
    async up(engine, db) {
      for (const [name, spec] of Object.entries(tables)) await createTable(engine, db, name, spec);
      for (const statement of engine.wordSearchSetup) await sql.raw(statement).execute(db);
      for (const { create } of engine.wordIndexes) await sql.raw(create).execute(db);
    },
  },
];

/** PostgreSQL fails when two processes create a table at once, even with `if not exists`: hence the lock. */
async function createMigrationsTable(engine: Engine): Promise<void> {
  const create = sql`create table if not exists migrations (name varchar(200) not null primary key)`;
  if (engine.name === 'sqlite') {
    await create.execute(engine.db);
    return;
  }
  await engine.db.transaction().execute(async trx => {
    await engine.lockWrites(trx);
    await create.execute(trx);
  });
}

async function namesIn(db: Kysely<Database>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

const numberOf = (name: string): number => Number.parseInt(name, 10);

/**
 * Runs the migrations whose names are not recorded yet, in one transaction: the replica's, then `others`. Not by Kysely's
 * Migrator: it has no lock on SQLite, and one of the session on PostgreSQL, which PgBouncer does not keep.
 */
export async function migrate(engine: Engine, others: readonly Migration[]): Promise<void> {
  await createMigrationsTable(engine);
  const known = await namesIn(engine.db);
  const all = [...migrations, ...others];
  const newest = Math.max(...all.map(({ name }) => numberOf(name)));
  for (const number of [...known].map(numberOf)) {
    if (number < FIRST)
      throw Object.assign(new Error('The data are of a development version.'), {
        code: 'OLD_DATA',
      });
    // An older version would read and write what it does not understand.
    if (number > newest)
      throw Object.assign(new Error('The data are of a newer version.'), { code: 'NEWER_DATA' });
  }
  // Without a lock where nothing is to do: other processes may be writing.
  if (all.some(({ name }) => !known.has(name)))
    await engine.db.transaction().execute(async trx => {
      await engine.lockWrites(trx);
      const done = await namesIn(trx);
      for (const { name, up } of all) {
        if (done.has(name)) continue;
        await up(engine, trx);
        await sql`insert into migrations (name) values (${name})`.execute(trx);
      }
    });
  await repairIndexes(engine);
}
