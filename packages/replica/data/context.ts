import type { RawBuilder } from 'kysely';
import { Grants } from './access/grants.ts';
import { Catalogue, type DbContext, refreshCatalogue } from './catalogue.ts';
import type { Engine } from './engine.ts';

/** What the small stores share. */
export interface StoreContext extends DbContext {
  /** Whether the indexes wait for the end of an import, see `bulkLoad`. */
  readonly bulk: { isActive: boolean };
  /** Runs work in one transaction as the only writer, with a fresh catalogue. */
  write<Result>(work: (trx: DbContext) => Promise<Result>): Promise<Result>;
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
  return {
    ...context,
    /** Queues the writers of this process; the engine's lock excludes those of other processes. */
    write(work) {
      const run = lastWrite.then(() =>
        db.transaction().execute(async transaction => {
          const trx = { ...context, db: transaction };
          await engine.lockWrites(transaction);
          await refreshCatalogue(trx);
          return work(trx);
        }),
      );
      lastWrite = run.catch(() => {
        // The catalogue may hold changes that were rolled back: reread it.
        catalogue.version = -1;
      });
      return run;
    },
    refresh: () => refreshCatalogue(context),
    grants: () => new Grants(catalogue, null),
    visible: () => null,
    restrictions: () => null,
  };
}
