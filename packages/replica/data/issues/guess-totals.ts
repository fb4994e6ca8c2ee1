import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/**
 * Totals for issues that an older version stored. Assumes that a project without any history, and time spent without a
 * worklog, were imported without those lists.
 */
export async function guessTotals(db: Kysely<Database>): Promise<void> {
  await sql`update issues set history_total = history_count
    where project_id in (select project_id from issues where history_count > 0)
      or exists (select 1 from mirror where state is not null)`.execute(db);
  await sql`update issues set worklog_total = worklog_count
    where worklog_count > 0 or coalesce(time_spent, 0) = 0`.execute(db);
}
