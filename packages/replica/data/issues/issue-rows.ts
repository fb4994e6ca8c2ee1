import { find, remove } from '@tallyboard/database/query.ts';
import type { DbContext } from '../catalogue.ts';
import { upsert } from '../rows.ts';
import type { WriteContext } from '../segment-changes.ts';
import type { Row } from '../tables.ts';
import { type IssueRows, issueTables } from './derive-issue.ts';

/** Replaces all rows of a stored issue. */
export async function replaceIssue(trx: WriteContext, id: number, rows: IssueRows): Promise<void> {
  await deleteIssueRows(trx, [id]);
  await insertIssues(trx, [rows]);
}

/** Inserts issues that have no rows. `written`: history names that the transaction has written. */
export async function insertIssues(
  trx: WriteContext,
  issues: readonly IssueRows[],
  written = new Set<string>(),
): Promise<void> {
  for (const issue of issues) trx.changes.inserted(issue);
  for (const { names } of issues) {
    for (const name of names) {
      const text = `${name.field}\n${name.value}\n${name.name_fold}`;
      if (written.has(text)) continue;
      written.add(text);
      await upsert(trx, 'history_names', name);
    }
  }
  for (const table of issueTables) {
    const rows: Row<(typeof issueTables)[number]>[] = [];
    for (const issue of issues) for (const row of issue[table]) rows.push(row);
    await trx.engine.insertMany(trx.db, table, rows);
  }
}

async function idsWhere(
  { engine, db }: DbContext,
  column: 'id' | 'key',
  values: readonly (number | string)[],
): Promise<number[]> {
  const query = db.selectFrom('issues').select('id').where(engine.idIn(column, values));
  return (await query.execute()).map(({ id }) => id);
}

/** Unknown keys are ignored. Returns the number deleted. */
export async function deleteIssues(trx: WriteContext, keys: string[]): Promise<number> {
  const ids = await idsWhere(trx, 'key', keys);
  await deleteIssueRows(trx, ids);
  return ids.length;
}

export async function deleteIssueRows(trx: WriteContext, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  trx.changes.deleted(await find(trx, 'issues', trx.engine.idIn('id', ids)));
  for (const table of issueTables) {
    const isOfThese = trx.engine.idIn(table === 'issues' ? 'id' : 'issue_id', ids);
    if (table === 'texts') await trx.engine.deleteTexts(trx.db, isOfThese);
    else await remove(trx, table, isOfThese);
  }
}
