import { sql } from 'kysely';
import { ofVisibleIssues } from '../access/reader.ts';
import type { StoreContext } from '../context.ts';
import { find } from '../query.ts';
import { fold } from '../words.ts';

/** Labels that start with a folded prefix, sorted, each as the first issue spells it that the reader sees. */
export async function readLabels(
  context: StoreContext,
  prefix = '',
  limit = Number.MAX_SAFE_INTEGER,
): Promise<string[]> {
  const { engine, db } = context;
  const { rows } = await sql<{ label: string; id: number }>`
    select value as label, min(issue_id) as id from issue_values
    where field = 'labels' and value >= ${prefix} and ${ofVisibleIssues(context, 'issue_id')}
      and substr(value, 1, ${[...prefix].length}) = ${prefix}
    group by value order by value limit ${limit}`.execute(db);
  const ids = rows.map(({ id }) => id);
  const issues = await find(context, 'issue_documents', engine.idIn(sql.ref('issue_id'), ids));
  const labelsOf = new Map(
    issues.map(({ issue_id, document }) => [issue_id, JSON.parse(document).labels as string[]]),
  );
  return rows.map(({ label, id }) => labelsOf.get(id)?.find(each => fold(each) === label) ?? label);
}
