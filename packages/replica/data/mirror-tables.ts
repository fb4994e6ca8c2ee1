import { type Kysely, sql } from 'kysely';
import type { Engine } from './engine.ts';
import type { Database } from './schema.ts';

/** At most one row. */
export type MirrorTables = {
  mirror: { id: number; holder: string; state: string | null };
};

export async function createMirrorTable(engine: Engine, db: Kysely<Database>): Promise<void> {
  const text = engine.columnType('text');
  await sql
    .raw(
      `create table if not exists mirror (id ${engine.columnType('integer')} not null primary key,
        holder ${text} not null, state ${text})`,
    )
    .execute(db);
}
