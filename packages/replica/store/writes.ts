import type { Transaction } from 'kysely';
import { type Catalogue, refreshCatalogue } from './catalogue.ts';
import type { Engine } from './engine.ts';
import type { Database } from './schema.ts';

/** Runs work as the only writer, in one transaction, with the catalogue fresh. */
export type Write = <Result>(
  work: (trx: Transaction<Database>) => Promise<Result>,
) => Promise<Result>;

/** Writers of this process wait in line here; those of others are held off by the engine's lock. */
export function writeQueue(engine: Engine, catalogue: Catalogue): Write {
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
      // What the work that failed had put in memory is read anew.
      catalogue.version = -1;
    });
    return run;
  };
}
