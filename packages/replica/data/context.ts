import type { RawBuilder } from 'kysely';
import { type Extent, Grants } from './access/grants.ts';
import type { ReadWatcher } from './access/read-watcher.ts';
import { Catalogue, type DbContext, entitiesVersion, refreshCatalogue } from './catalogue.ts';
import type { SeenIssues } from './ingest/seen-issues.ts';
import { dataRevision, revisionAfter, setDataRevision } from './revision.ts';
import { SegmentChanges, type WriteContext } from './segment-changes.ts';
import type { Engine } from './tables.ts';

/** State of an import, see `bulkLoad`. */
export interface BulkState {
  /** The indexes wait for its end. */
  isActive: boolean;
  /** Writes in place of the store's connection. */
  writer: Engine | null;
  /** All issues of the store; null if they are not known. */
  seen: SeenIssues | null;
  /** Revision of the data after the import's last write. */
  revision: number | null;
}

/** What the small stores share. */
export interface StoreContext extends DbContext {
  /** The catalogue with all entities, whoever reads. */
  readonly site: Catalogue;
  readonly bulk: BulkState;
  /** Receive what is read of issues: see `readWithNeeds`. */
  readonly watchers: Set<ReadWatcher>;
  /** Runs work in one transaction as the only writer, with a fresh catalogue. Makes the segments stale that it changes. */
  write<Result>(work: (trx: WriteContext) => Promise<Result>): Promise<Result>;
  /** Rereads the catalogue if another process has changed it. */
  refresh(): Promise<void>;
  /** What is granted to the reader. */
  grants(): Grants;
  /** Condition on rows of `issues` for what the reader may see; null: everything. */
  visible(alias?: string): RawBuilder<boolean> | null;
  /** Restrictions of comments and worklogs that let the reader see them; null: all. */
  restrictions(): readonly string[] | null;
  /** How much the reader sees. Asks the database. */
  extent(): Promise<Extent>;
}

export function storeContext(engine: Engine): StoreContext {
  const { db } = engine;
  const catalogue = new Catalogue();
  const bulk: BulkState = { isActive: false, writer: null, seen: null, revision: null };
  const context = {
    engine,
    db,
    catalogue,
    site: catalogue,
    bulk,
    watchers: new Set<ReadWatcher>(),
  };
  const transact = <Result>(on: Engine, work: (trx: WriteContext) => Promise<Result>) =>
    on.db.transaction().execute(async transaction => {
      const changes = new SegmentChanges();
      // What a transaction reads may be rolled back.
      const watchers = new Set<ReadWatcher>();
      const trx = { ...context, engine: on, db: transaction, changes, watchers };
      await on.lockWrites(transaction);
      await refreshCatalogue(trx);
      const entities = await entitiesVersion(trx);
      const before = await dataRevision(trx);
      // Another process has written.
      if (before !== bulk.revision) bulk.seen = null;
      const isBulk = bulk.isActive;
      const result = await work(trx);
      if (changes.isEmpty && (await entitiesVersion(trx)) === entities) return result;
      // A restore replaces the stored revision.
      const revision = revisionAfter(before, await dataRevision(trx));
      await setDataRevision(trx, revision);
      await changes.write(trx, revision, isBulk);
      bulk.revision = revision;
      return result;
    });
  let lastWrite: Promise<unknown> = Promise.resolve();
  /** Queues the writers of this process; the engine's lock excludes those of other processes. */
  function write<Result>(work: (trx: WriteContext) => Promise<Result>) {
    const run = lastWrite.then(() => transact(bulk.writer ?? engine, work));
    lastWrite = run.catch(() => {
      // The catalogue may hold changes that were rolled back: reread it.
      catalogue.version = -1;
    });
    return run;
  }
  return {
    ...context,
    write,
    refresh: () => refreshCatalogue(context),
    grants: () => new Grants(catalogue, null),
    visible: () => null,
    restrictions: () => null,
    extent: async () => 'everything',
  };
}
