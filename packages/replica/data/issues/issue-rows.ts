import { sql, type Transaction } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Database, Row, TableName } from '../schema.ts';
import { type IssueRows, issueTables } from './derive-issue.ts';

/** Replaces all rows of the issues. */
export async function replaceIssues(
  engine: Engine,
  trx: Transaction<Database>,
  issues: readonly IssueRows[],
): Promise<void> {
  if (issues.length === 0) return;
  const ids = issues.flatMap(rows => rows.issues.map(issue => issue.id));
  const known = await trx
    .selectFrom('issues')
    .select('id')
    .where(engine.idIn(sql.ref('id'), ids))
    .execute();
  if (known.length > 0) {
    await deleteIssueRows(
      engine,
      trx,
      known.map(issue => issue.id),
    );
  }
  await addNames(trx, issues);
  for (const table of issueTables) {
    await engine.insertMany(
      trx,
      table,
      issues.flatMap(rows => rows[table] as Row<TableName>[]),
    );
  }
}

/** Unknown keys are ignored. Returns the number deleted. */
export async function deleteIssues(
  engine: Engine,
  trx: Transaction<Database>,
  keys: string[],
): Promise<number> {
  const known = await trx
    .selectFrom('issues')
    .select('id')
    .where(engine.idIn(sql.ref('key'), keys))
    .execute();
  const ids = known.map(issue => issue.id);
  if (ids.length > 0) await deleteIssueRows(engine, trx, ids);
  return ids.length;
}

export async function deleteIssueRows(
  engine: Engine,
  trx: Transaction<Database>,
  ids: number[],
): Promise<void> {
  for (const table of issueTables) {
    if (table === 'texts') await engine.deleteTextsOf(trx, ids);
    else {
      const column = table === 'issues' ? 'id' : 'issue_id';
      await sql`delete from ${sql.table(table)} where ${engine.idIn(sql.ref(column), ids)}`.execute(
        trx,
      );
    }
  }
}

async function addNames(trx: Transaction<Database>, issues: readonly IssueRows[]): Promise<void> {
  const names = new Map(
    issues.flatMap(rows =>
      rows.names.map(name => [`${name.field}\n${name.value}\n${name.name_fold}`, name] as const),
    ),
  );
  for (const name of names.values()) {
    await trx
      .insertInto('history_names')
      .values(name)
      .onConflict(conflict => conflict.doNothing())
      .execute();
  }
}
