import { type RawBuilder, sql } from 'kysely';
import type { DbContext } from './catalogue.ts';
import type { Engine } from './engine.ts';
import type { TableName } from './schema.ts';

/*
 * Where tables may be sharded by project, a statement that joins two of them joins them by project too, so that it runs
 * within each shard: by the functions below, or it says that it goes over all projects.
 */

type Sharded = { readonly engine: Pick<Engine, 'isSharded'> };

/** After a condition on the issue of rows of two tables or aliases: they are in the same shard too. */
const andSameProject = ({ engine }: Sharded, rows: string, others: string) =>
  engine.isSharded
    ? sql`and ${sql.ref(`${rows}.project_id`)} = ${sql.ref(`${others}.project_id`)}`
    : sql``;

/** Whether a row of the table or alias `rows` belongs to the issue of a row of `issues`. */
export const ofIssue = (context: Sharded, rows: string, issues = 'issues') =>
  sql<boolean>`${sql.ref(`${rows}.issue_id`)} = ${sql.ref(`${issues}.id`)}
    ${andSameProject(context, rows, issues)}`;

/** Whether rows of two tables or aliases, neither of `issues`, belong to the same issue. */
export const ofSameIssue = (context: Sharded, rows: string, others: string) =>
  sql<boolean>`${sql.ref(`${rows}.issue_id`)} = ${sql.ref(`${others}.issue_id`)}
    ${andSameProject(context, rows, others)}`;

/**
 * Whether the issue of a row of `issues` has a row in a table.
 * @param table has the alias `rows` in the condition
 */
export const hasRow = (
  context: Sharded,
  table: TableName,
  rows: string,
  condition: RawBuilder<unknown>,
  issues = 'issues',
) => {
  const from = sql`${sql.table(table)} as ${sql.ref(rows)}`;
  const [id, issueId] = [sql.ref(`${issues}.id`), sql.ref(`${rows}.issue_id`)];
  // SQLite uses no index for NOT IN with two columns.
  return context.engine.isSharded
    ? sql<boolean>`(${id}, ${sql.ref(`${issues}.project_id`)}) in
        (select ${issueId}, ${sql.ref(`${rows}.project_id`)} from ${from} where ${condition})`
    : sql<boolean>`${id} in (select ${issueId} from ${from} where ${condition})`;
};

/** Begins a SELECT that joins tables across projects. */
export const selectOfAllProjects: RawBuilder<unknown> = sql`/* all projects */ select`;

/** Restricts a condition on rows of one table to shards: only these projects have such rows. */
export const inProjects = ({ engine }: Pick<DbContext, 'engine'>, projectIds: readonly string[]) =>
  engine.isSharded ? engine.idIn('project_id', [...new Set(projectIds)]) : sql<boolean>`1 = 1`;

/** The projects of issues, by issue. */
export async function projectsOf(
  { engine, db }: Pick<DbContext, 'engine' | 'db'>,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const query = db.selectFrom('issues').select(['id', 'project_id']);
  const rows = await query.where(engine.idIn('id', ids)).execute();
  return new Map(rows.map(({ id, project_id }) => [id, project_id]));
}
