import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Engine } from '../engine.ts';
import { remove, upsert } from '../query.ts';
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
  await deleteIssueRows(engine, trx, await idsWhere(trx, engine.idIn(sql.ref('id'), ids)));
  const names = new Map(
    issues.flatMap(rows => rows.names.map(name => [Object.values(name).join('\n'), name] as const)),
  );
  for (const name of names.values()) await upsert(trx, 'history_names', name);
  for (const table of issueTables) {
    const rows = issues.flatMap(issue => issue[table] as Row<TableName>[]);
    await engine.insertMany(trx, table, rows);
  }
}

const idsWhere = async (trx: Transaction<Database>, condition: RawBuilder<boolean>) =>
  (await trx.selectFrom('issues').select('id').where(condition).execute()).map(({ id }) => id);

/** Unknown keys are ignored. Returns the number deleted. */
export async function deleteIssues(
  engine: Engine,
  trx: Transaction<Database>,
  keys: string[],
): Promise<number> {
  const ids = await idsWhere(trx, engine.idIn(sql.ref('key'), keys));
  await deleteIssueRows(engine, trx, ids);
  return ids.length;
}

export async function deleteIssueRows(
  engine: Engine,
  trx: Transaction<Database>,
  ids: number[],
): Promise<void> {
  if (ids.length === 0) return;
  for (const table of issueTables) {
    if (table === 'texts') await engine.deleteTextsOf(trx, ids);
    else {
      const column = table === 'issues' ? 'id' : 'issue_id';
      await remove(trx, table, engine.idIn(sql.ref(column), ids));
    }
  }
}
