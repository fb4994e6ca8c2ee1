import type { Kysely, RawBuilder, Transaction } from 'kysely';
import { Grants } from './access/grants.ts';
import { Catalogue, refreshCatalogue } from './catalogue.ts';
import type { Engine } from './engine.ts';
import type { Database } from './schema.ts';

/** Runs work in one transaction as the only writer, with a fresh catalogue. */
type Write = <Result>(work: (trx: Transaction<Database>) => Promise<Result>) => Promise<Result>;

/** What the small stores share. */
export interface StoreContext {
  readonly engine: Engine;
  readonly db: Kysely<Database>;
  readonly catalogue: Catalogue;
  readonly write: Write;
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
  const catalogue = new Catalogue();
  return {
    engine,
    db: engine.db,
    catalogue,
    write: writeQueue(engine, catalogue),
    refresh: () => refreshCatalogue(engine.db, catalogue),
    grants: () => new Grants(catalogue, null),
    visible: () => null,
    restrictions: () => null,
  };
}

/** Queues the writers of this process; the engine's lock excludes those of other processes. */
function writeQueue(engine: Engine, catalogue: Catalogue): Write {
  let tail: Promise<unknown> = Promise.resolve();
  return work => {
    const run = tail.then(() =>
      engine.db.transaction().execute(async trx => {
        await engine.lockWrites(trx);
        await refreshCatalogue(trx, catalogue);
        return work(trx);
      }),
    );
    tail = run.catch(() => {
      // The catalogue may hold changes that were rolled back: reread it.
      catalogue.version = -1;
    });
    return run;
  };
}
