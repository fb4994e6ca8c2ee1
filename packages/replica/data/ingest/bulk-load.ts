import type { Lock } from '@tallyboard/database/locks.ts';
import { sql } from 'kysely';
import type { DbContext } from '../catalogue.ts';
import type { StoreContext } from '../context.ts';
import { createMissingIndexes, secondaryIndexes } from '../indexes.ts';
import { issueTables } from '../issues/derive-issue.ts';
import { dataRevision } from '../revision.ts';
import { SeenIssues } from './seen-issues.ts';

/** Finds the stored issue of each record, so that it must not wait. */
const NEEDED_INDEX = 'issues_key';

/** Finds the issues of a segment, so that the others can be built while issues are read. */
const FIRST_INDEX = 'issues_project_id_number';

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
  settings: BulkSettings = {},
): Promise<Result> {
  const { engine, bulk } = context;
  // While this process holds the lock, others leave the missing indexes to it.
  const lock = bulk.isActive ? null : await engine.tryLock('import');
  if (!lock) return work();
  return engine.tuned('bulk', () => loadWith(lock, context, work, settings));
}

async function loadWith<Result>(
  lock: Lock,
  context: StoreContext,
  work: () => Promise<Result>,
  { onIndexes, beside }: BulkSettings,
): Promise<Result> {
  const { bulk } = context;
  let finished: Promise<void> | undefined;
  const startBeside = () => {
    finished = beside?.();
    // Awaited below.
    finished?.catch(() => {});
  };
  try {
    await startBulkLoad(context);
    try {
      const result = await work();
      if (bulk.isActive) {
        onIndexes?.();
        await finishBulkLoad(context, startBeside);
      }
      return result;
    } catch (error) {
      if (bulk.isActive) await finishBulkLoad(context);
      throw error;
    } finally {
      Object.assign(bulk, { isActive: false, seen: null });
      await closeWriter(context);
    }
  } finally {
    await lock.release();
    await finished;
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

/** Builds the indexes before stored issues are replaced, which would scan all tables without them. */
export async function endBulkLoad(context: StoreContext): Promise<void> {
  const { engine, bulk } = context;
  await (bulk.writer ?? engine).tuned('indexes', () => buildIndexes(context));
}

/** Builds the indexes one by one, and the statistics. @param onFirst called once issues can be found. */
async function finishBulkLoad(context: StoreContext, onFirst?: () => void): Promise<void> {
  const { engine, bulk, write } = context;
  await (bulk.writer ?? engine).tuned('indexes', async () => {
    await buildIndexes(context, FIRST_INDEX);
    onFirst?.();
    for (const { create } of secondaryIndexes(engine))
      await write(({ db }) => sql.raw(create).execute(db));
    await write(trx => trx.engine.analyze(trx.db));
    await engine.vacuumIssues?.();
  });
}

/** The one of this name, or all. */
async function buildIndexes({ bulk, write }: StoreContext, name?: string): Promise<void> {
  await write(async trx => {
    await createMissingIndexes(trx.engine, trx.db, name);
    trx.changes.all = true;
  });
  Object.assign(bulk, { isActive: false, seen: null });
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
