import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Catalogue } from '../catalogue.ts';
import type { Engine } from '../engine.ts';
import type { Database } from '../schema.ts';
import { asObject } from '../shapes.ts';

/** Counts of issues without what reports use. */
export interface Gaps {
  issues: number;
  noHistory: number;
  partOfHistory: number;
  /** Time was spent, but no worklogs were received. */
  noWorklogs: number;
  partOfWorklogs: number;
  noResolutionDate: number;
  noStatusCategory: number;
}

export async function readGaps(
  engine: Engine,
  db: Kysely<Database>,
  catalogue: Catalogue,
  visible: RawBuilder<boolean> | null,
): Promise<Gaps> {
  const unknown = catalogue
    .all('status')
    .filter(({ document }) => !asObject(document.statusCategory))
    .map(({ id }) => id);
  const isUnknown =
    unknown.length === 0 ? sql<boolean>`1 = 0` : engine.idIn(sql.ref('status_id'), unknown);
  const { rows } = await sql<Record<keyof Gaps, number | null>>`
    select count(*) as "issues",
      sum(case when history_total is null then 1 else 0 end) as "noHistory",
      sum(case when history_count < history_total then 1 else 0 end) as "partOfHistory",
      sum(case when worklog_total is null then 1 else 0 end) as "noWorklogs",
      sum(case when worklog_count < worklog_total then 1 else 0 end) as "partOfWorklogs",
      sum(case when resolution_id is not null and resolved is null then 1 else 0 end) as "noResolutionDate",
      sum(case when ${isUnknown} then 1 else 0 end) as "noStatusCategory"
    from issues where ${visible ?? sql`1 = 1`}`.execute(db);
  const counts = Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count ?? 0)]);
  return Object.fromEntries(counts);
}
