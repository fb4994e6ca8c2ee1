import { type Kysely, sql } from 'kysely';
import type { Engine } from './engine.ts';

export interface Migration<Rows> {
  /** A number, which is no lower than those of earlier migrations, and words. Recorded in data: never changed or removed. */
  readonly name: string;
  up(engine: Engine<Rows>, db: Kysely<Rows>): Promise<void>;
}

/** Migrations of development versions had lower numbers. */
export const FIRST_MIGRATION = 100;

/** PostgreSQL fails when two processes create a table at once, even with `if not exists`: hence the lock. */
async function createMigrationsTable<Rows>(engine: Engine<Rows>): Promise<void> {
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

async function namesIn<Rows>(db: Kysely<Rows>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

const numberOf = (name: string): number => Number.parseInt(name, 10);

/**
 * Runs the migrations whose names are not recorded yet, in one transaction. Not by Kysely's
 * Migrator: it has no lock on SQLite, and one of the session on PostgreSQL, which PgBouncer does not keep.
 */
export async function migrate<Rows>(
  engine: Engine<Rows>,
  migrations: readonly Migration<Rows>[],
): Promise<void> {
  await createMigrationsTable(engine);
  const known = await namesIn(engine.db);
  const ours = new Set(migrations.map(({ name }) => name));
  for (const name of known) {
    if (numberOf(name) < FIRST_MIGRATION)
      throw Object.assign(new Error('The data are of a development version.'), {
        code: 'OLD_DATA',
      });
    // This version would read and write what it does not understand.
    if (!ours.has(name))
      throw Object.assign(new Error('The data are of a newer version.'), { code: 'NEWER_DATA' });
  }
  // Without a lock where nothing is to do: other processes may be writing.
  if (migrations.some(({ name }) => !known.has(name)))
    await engine.db.transaction().execute(async trx => {
      await engine.lockWrites(trx);
      const done = await namesIn(trx);
      for (const { name, up } of migrations) {
        if (done.has(name)) continue;
        await up(engine, trx);
        await sql`insert into migrations (name) values (${name})`.execute(trx);
      }
    });
}
