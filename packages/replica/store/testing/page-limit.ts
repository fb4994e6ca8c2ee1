import { sql } from 'kysely';
import type { Engine } from '../../data/tables.ts';

/** Limits a SQLite file to so many pages, or its present ones if they are more: as on a full disk. */
export async function limitPages({ db }: Engine, pages: number): Promise<void> {
  await sql.raw(`pragma max_page_count = ${pages}`).execute(db);
}
