import { sql } from 'kysely';
import type { DbContext, WriteContext } from '../catalogue.ts';
import type { BulkState, StoreContext } from '../context.ts';
import { createMissingIndexes, secondaryIndexes } from '../indexes.ts';
import { issueTables } from '../issues/derive-issue.ts';
import { dataRevision } from '../revision.ts';
import { SeenIssues } from './seen-issues.ts';

/** Finds the stored issue of each record, so that it must not wait. */
const NEEDED_INDEX = 'issues_key';

/**
 * Runs `work`, which fills the store. If the store has no issues, its indexes are built after the rows: at once instead of
 * row by row. If the process is killed before that, the next one that opens the store builds them.
 * @param onIndexes called before they are built.
 */
export async function bulkLoad<Result>(
  context: StoreContext,
  work: () => Promise<Result>,
  onIndexes: () => void = () => {},
): Promise<Result> {
  const { engine, bulk } = context;
  // While this process holds the lock, others leave the missing indexes to it.
  const lock = bulk.isActive ? null : await engine.tryLock('import');
  if (!lock) return work();
  try {
    const revision = await context.write(dropIndexes);
    if (revision !== null) {
      const writer = (await engine.openWriter?.()) ?? null;
      Object.assign(bulk, { isActive: true, writer, revision, seen: new SeenIssues() });
    }
    engine.tune?.(true);
    try {
      return await work();
    } finally {
      if (bulk.isActive) {
        onIndexes();
        await context.write(trx => endBulkLoad(trx, bulk));
        await (bulk.writer ?? engine).analyze();
      }
      await bulk.writer?.close();
      bulk.writer = null;
      engine.tune?.(false);
    }
  } finally {
    await lock.release();
  }
}

/** Builds the indexes. Also before stored issues are replaced, which would scan all tables without them. */
export async function endBulkLoad(trx: WriteContext, bulk: BulkState): Promise<void> {
  await createMissingIndexes(trx.engine, trx.db);
  trx.changes.all = true;
  bulk.isActive = false;
  bulk.seen = null;
}

/** Returns the revision of the data; null if there are issues. */
async function dropIndexes(trx: DbContext): Promise<number | null> {
  const { engine, db } = trx;
  const { rows } = await sql`select id from issues limit 1`.execute(db);
  if (rows.length > 0) return null;
  const tables: readonly string[] = issueTables;
  for (const { name, table } of secondaryIndexes(engine))
    if (tables.includes(table) && name !== NEEDED_INDEX)
      await sql`drop index if exists ${sql.table(name)}`.execute(db);
  return dataRevision(trx);
}
