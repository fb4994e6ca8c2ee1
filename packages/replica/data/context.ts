import type { RawBuilder } from 'kysely';
import { Grants } from './access/grants.ts';
import { Catalogue, type DbContext, entitiesVersion, refreshCatalogue } from './catalogue.ts';
import type { Engine } from './engine.ts';
import { dataRevision, setDataRevision } from './revision.ts';

/** What the small stores share. */
export interface StoreContext extends DbContext {
  /** Whether the indexes wait for the end of an import, see `bulkLoad`. */
  readonly bulk: { isActive: boolean };
  /** Runs work in one transaction as the only writer, with a fresh catalogue. Makes segments stale. */
  write<Result>(work: (trx: DbContext) => Promise<Result>): Promise<Result>;
  /** The same for work that writes no issue, history or worklog. Segments get stale if it writes an entity. */
  writeOther<Result>(work: (trx: DbContext) => Promise<Result>): Promise<Result>;
  /** Rereads the catalogue if another process has changed it. */
  refresh(): Promise<void>;
  /** What is granted to the reader. */
  grants(): Grants;
  /** Condition on rows of `issues` for what the reader may see; null: everything. */
  visible(alias?: string): RawBuilder<boolean> | null;
  /** Restrictions of comments and worklogs that let the reader see them; null: all. */
  restrictions(): readonly string[] | null;
}

export function storeContext(engine: Engine): StoreContext {
  const { db } = engine;
  const catalogue = new Catalogue();
  const context = { engine, db, catalogue, bulk: { isActive: false } };
  let lastWrite: Promise<unknown> = Promise.resolve();
  /** Queues the writers of this process; the engine's lock excludes those of other processes. */
  function queue<Result>(work: (trx: DbContext) => Promise<Result>, writesIssues: boolean) {
    const run = lastWrite.then(() =>
      db.transaction().execute(async transaction => {
        const trx = { ...context, db: transaction };
        await engine.lockWrites(transaction);
        await refreshCatalogue(trx);
        const entities = await entitiesVersion(trx);
        const revision = await dataRevision(trx);
        const result = await work(trx);
        // After the work: a restore replaces the stored revision.
        if (writesIssues || (await entitiesVersion(trx)) !== entities)
          await setDataRevision(trx, revision + 1);
        return result;
      }),
    );
    lastWrite = run.catch(() => {
      // The catalogue may hold changes that were rolled back: reread it.
      catalogue.version = -1;
    });
    return run;
  }
  return {
    ...context,
    write: work => queue(work, true),
    writeOther: work => queue(work, false),
    refresh: () => refreshCatalogue(context),
    grants: () => new Grants(catalogue, null),
    visible: () => null,
    restrictions: () => null,
  };
}
