import { sql } from 'kysely';
import type { DbContext, WriteContext } from '../catalogue.ts';
import type { BulkState, StoreContext } from '../context.ts';
import { createMissingIndexes, secondaryIndexes } from '../indexes.ts';
import { issueTables } from '../issues/derive-issue.ts';
import { dataRevision } from '../revision.ts';
import type { TableName } from '../schema.ts';
import { SeenIssues } from './seen-issues.ts';

/** Finds the stored issue of each record, so that it must not wait. */
const NEEDED_INDEX = 'issues_key';

/** Its indexes find issues, so that others can be built while issues are read. */
const FIRST_TABLE = 'issues';

export interface BulkSettings {
  /** Called before the indexes are built. */
  onIndexes?: () => void;
  /** Runs while the indexes are built: reads issues by id, and derives what is stored beside them. */
  beside?: () => Promise<void>;
}

/**
 * Runs `work`, which fills the store. If the store has no issues, its indexes are built after the rows: at once instead of
 * row by row. If the process is killed before that, the next one that opens the store builds them.
 */
export async function bulkLoad<Result>(
  context: StoreContext,
  work: () => Promise<Result>,
  { onIndexes, beside }: BulkSettings = {},
): Promise<Result> {
  const { engine, bulk } = context;
  // While this process holds the lock, others leave the missing indexes to it.
  const lock = bulk.isActive ? null : await engine.tryLock('import');
  if (!lock) return work();
  let finished: Promise<void> | undefined;
  try {
    await startBulkLoad(context);
    engine.tune?.(true);
    try {
      const result = await work();
      if (bulk.isActive) {
        onIndexes?.();
        await context.write(trx => endBulkLoad(trx, bulk, FIRST_TABLE));
        finished = beside?.();
        // Awaited below.
        finished?.catch(() => {});
        for (const { create } of secondaryIndexes(engine))
          await context.write(({ db }) => sql.raw(create).execute(db));
        await (bulk.writer ?? engine).analyze();
      }
      return result;
    } finally {
      try {
        if (bulk.isActive) await context.write(trx => endBulkLoad(trx, bulk));
      } finally {
        bulk.isActive = false;
        bulk.seen = null;
        await closeWriter(context);
      }
    }
  } finally {
    await lock.release();
    try {
      await finished;
    } finally {
      engine.tune?.(false);
    }
  }
}

/** Drops the indexes of a store without issues. */
async function startBulkLoad({ engine, bulk, write }: StoreContext): Promise<void> {
  const revision = await write(dropIndexes);
  if (revision === null) return;
  const writer = (await engine.openWriter?.()) ?? null;
  Object.assign(bulk, { isActive: true, writer, revision, seen: new SeenIssues() });
}

async function closeWriter({ bulk, write }: StoreContext): Promise<void> {
  const { writer } = bulk;
  if (!writer) return;
  bulk.writer = null;
  // After the writes that it has begun.
  await write(async () => {});
  await writer.close();
}

/**
 * Builds the indexes of a table, or all. Also before stored issues are replaced, which would scan all tables without them.
 */
export async function endBulkLoad(
  trx: WriteContext,
  bulk: BulkState,
  table?: TableName,
): Promise<void> {
  await createMissingIndexes(trx.engine, trx.db, table);
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
