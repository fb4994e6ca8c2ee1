import { createTables } from '@tallyboard/database/create-table.ts';
import { type Lock, waitForLock } from '@tallyboard/database/locks.ts';
import { FIRST_MIGRATION, type Migration, migrate } from '@tallyboard/database/migrate.ts';
import { find, remove } from '@tallyboard/database/query.ts';
import type { Tables } from '@tallyboard/database/tables.ts';
import { sql } from 'kysely';
import { accessStore } from '../data/access/access.ts';
import { type KnownVisibility, readerContext } from '../data/access/reader.ts';
import { type BackupStore, backupStore } from '../data/backup.ts';
import { type StoreContext, storeContext } from '../data/context.ts';
import { dashboardStore } from '../data/dashboards/dashboards.ts';
import { propertyStore } from '../data/dashboards/properties.ts';
import { catalogueStore } from '../data/entities.ts';
import { type EraseStore, eraseStore } from '../data/erasure/erase-person.ts';
import { repairIndexes } from '../data/indexes.ts';
import { type BulkSettings, bulkLoad } from '../data/ingest/bulk-load.ts';
import {
  type IngestResult,
  type IngestSettings,
  ingest,
  ingestBatches,
  type RecordBatch,
} from '../data/ingest/ingest.ts';
import { historyStore } from '../data/issues/histories.ts';
import { issueStore } from '../data/issues/issues.ts';
import { worklogStore } from '../data/issues/worklogs.ts';
import { mirrorStore } from '../data/mirror.ts';
import { boardStore } from '../data/planning/boards.ts';
import { planningStore } from '../data/planning/planning.ts';
import { sprintStore } from '../data/planning/sprints.ts';
import type { StoreRecord } from '../data/records.ts';
import { upsert } from '../data/rows.ts';
import { segmentStore } from '../data/segments.ts';
import type { Engine } from '../data/tables.ts';
import { type Database, tables } from '../data/tables.ts';
import type { QueryPool } from '../jql/process/query-pool.ts';
import { type JqlStore, jqlStore } from '../jql/search.ts';

type ReadStores = ReturnType<typeof readStores>;
type WriteStores = ReturnType<typeof writeStores>;

/** A Jira's data, in small stores over one database. Methods throw a StoreError for wrong arguments. */
export interface Store extends BackupStore, EraseStore, ReadStores, WriteStores {
  ingest(
    records: Iterable<StoreRecord> | AsyncIterable<StoreRecord>,
    settings?: IngestSettings,
  ): Promise<IngestResult>;
  /** The same with one transaction for each batch. */
  ingestBatches(
    batches: AsyncIterable<RecordBatch>,
    settings?: IngestSettings,
  ): Promise<IngestResult>;
  /** Runs an import, see `bulkLoad`. */
  bulkLoad<Result>(work: () => Promise<Result>, settings?: BulkSettings): Promise<Result>;
  /** The store as a user sees it; null: an anonymous user. `known` replaces what the schemes grant. */
  as(userId: string | null, known?: KnownVisibility | undefined): Store;
  /** A lock shared by all processes over one database, released when its process ends; null if it is held and `wait` unset. */
  lock(
    name: 'demo' | 'mirror' | 'segments',
    settings?: { wait?: boolean; signal?: AbortSignal },
  ): Promise<Lock | null>;
  /** Whether the database answers. */
  ping(): Promise<void>;
  /** Damage of a SQLite file, which is read as a whole in a thread; null if there is none. */
  findDamage(): Promise<string | null>;
  close(): Promise<void>;
}

/** Tables of another package in the same database: how they are created, and which of them backups include. */
export interface ForeignTables {
  migrations: readonly Migration<Database>[];
  backup: Tables;
  /** Tables with names of people that backups leave out. */
  unsaved?: Tables;
}

const CREATION: Migration<Database> = {
  // Later migrations run on new databases too: the first one of them freezes these tables as SQL.
  name: `${FIRST_MIGRATION} tables`,
  async up(engine, db) {
    await createTables(engine, db, tables);
    for (const statement of engine.wordSearchSetup) await sql.raw(statement).execute(db);
    for (const { create } of engine.wordIndexes) await sql.raw(create).execute(db);
  },
};

/** Earlier versions of SQLite than 3.42 find missing values in a table without rowid whose key is not at its beginning. */
const CHANGES_KEY_FIRST: Migration<Database> = {
  name: '101 keys of segment changes first',
  async up(engine, db) {
    if (engine.name !== 'sqlite') return;
    const { segment_changes } = tables;
    await sql`alter table segment_changes rename to former_changes`.execute(db);
    await createTables(engine, db, { segment_changes });
    await sql`insert into segment_changes (project_id, position, revision, by_name)
      select project_id, position, revision, by_name from former_changes`.execute(db);
    await sql`drop table former_changes`.execute(db);
  },
};

/** Earlier versions kept Parent Link of Data Center as an option, whose values are keys in lower case. */
const PARENT_LINKS: Migration<Database> = {
  name: '102 parents by Parent Link',
  async up(_, db) {
    const ofIssue = sql`v.issue_id = issues.id and v.field in (select id from entities
      where kind = 'field' and cast(document as text) like '%:jpo-custom-field-parent%')`;
    await sql`update issues
      set parent_key = (select upper(min(v.value)) from issue_values v where ${ofIssue})
      where parent_key is null and exists (select 1 from issue_values v where ${ofIssue})`.execute(
      db,
    );
  },
};

/** Columns of earlier versions have no cycles of SLAs and no account types. */
const SLA_CYCLES: Migration<Database> = {
  name: '103 cycles of SLAs in columns',
  async up(_, db) {
    await sql`delete from segments`.execute(db);
  },
};

/** Columns of earlier versions have no `other_parent`. */
const OTHER_PARENTS: Migration<Database> = {
  name: '105 other parents in columns',
  async up(_, db) {
    await sql`delete from segments`.execute(db);
  },
};

/** Columns of earlier versions do not say when work was logged. */
const WORKLOGS_CREATED: Migration<Database> = {
  name: '106 creation of worklogs in columns',
  async up(_, db) {
    await sql`delete from segments`.execute(db);
  },
};

/** Migrates the database. The engine closes with the store. */
export async function openStoreOn(
  engine: Engine,
  foreign: ForeignTables = { migrations: [], backup: {} },
  /** Opened once the database is migrated. */
  openQueries?: () => QueryPool,
): Promise<Store> {
  try {
    // Waits for another process that migrates.
    await engine.tuned('bulk', () =>
      migrate(engine, [
        CREATION,
        ...foreign.migrations,
        CHANGES_KEY_FIRST,
        PARENT_LINKS,
        SLA_CYCLES,
        OTHER_PARENTS,
        WORKLOGS_CREATED,
      ]),
    );
    await repairIndexes(engine);
  } catch (error) {
    await engine.close();
    throw error;
  }
  const context = storeContext(engine);
  const queries = openQueries?.();
  const store: Store = {
    ...backupStore(context, foreign.backup),
    ...eraseStore(context, { ...foreign.backup, ...foreign.unsaved }),
    ingest: (records, settings) => ingest(context, records, settings),
    bulkLoad: (work, settings) => bulkLoad(context, work, settings),
    ingestBatches: (batches, settings) => ingestBatches(context, batches, settings),
    ...readStores(context, queries?.jqlFor(null)),
    as(userId, known) {
      const jql = queries?.jqlFor({ userId, ...(known && { known }) });
      const reader = readStores(readerContext(context, userId, known), jql);
      const { save, delete: discard } = store.catalogue;
      return { ...store, ...reader, catalogue: { ...reader.catalogue, save, delete: discard } };
    },
    ...writeStores(context),
    lock: (name, { wait = false, signal } = {}) =>
      wait ? waitForLock(engine.tryLock, name, signal) : engine.tryLock(name),
    ping: () => engine.ping(),
    findDamage: async () => (await engine.findDamage?.()) ?? null,
    async close() {
      queries?.close();
      await engine.close();
    },
  };
  return store;
}

/** Stores whose content depends on the reader. */
function readStores(context: StoreContext, jql: JqlStore = jqlStore(context)) {
  return {
    jql,
    issues: issueStore(context),
    histories: historyStore(context),
    worklogs: worklogStore(context),
    catalogue: catalogueStore(context),
    boards: boardStore(context),
    access: accessStore(context),
    segments: segmentStore(context),
  };
}

/** Stores that are the same for all readers. */
function writeStores(context: StoreContext) {
  return {
    sprints: sprintStore(context),
    planning: planningStore(context),
    favourites: favouriteStore(context),
    properties: propertyStore(context),
    dashboards: dashboardStore(context),
    mirror: mirrorStore(context),
  };
}

/** Filters, and dashboards as 'dashboard/ID', that users have starred. */
function favouriteStore(context: StoreContext) {
  const { write } = context;
  return {
    async of(userId: string | null): Promise<ReadonlySet<string>> {
      const rows = userId ? await find(context, 'favourites', { user_id: userId }) : [];
      return new Set(rows.map(row => row.filter_id));
    },
    add: (userId: string, filterId: string) =>
      write(trx => upsert(trx, 'favourites', { user_id: userId, filter_id: filterId })),
    remove: (userId: string, filterId: string) =>
      write(trx => remove(trx, 'favourites', { user_id: userId, filter_id: filterId })),
  };
}
