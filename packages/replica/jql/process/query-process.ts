/** A process that answers queries, see query-pool.ts. */
import type { StorePlace } from '@tallyboard/database/engine.ts';
import { answerCalls } from '@tallyboard/database/process/answer-calls.ts';
import { type KnownVisibility, readerContext } from '../../data/access/reader.ts';
import { refreshCatalogue } from '../../data/catalogue.ts';
import { type StoreContext, storeContext } from '../../data/context.ts';
import { openEngine } from '../../data/open-engine.ts';
import { JqlError } from '../api.ts';
import { type JqlStore, jqlStore } from '../search.ts';

/** A reader of the store; null: everything is seen. */
export type Reader = { readonly userId: string | null; readonly known?: KnownVisibility } | null;

/** One call of a JqlStore. */
export interface QueryCall {
  readonly reader: Reader;
  readonly method: keyof JqlStore;
  readonly args: readonly unknown[];
}

interface Opening {
  readonly place: StorePlace;
  readonly readOnlyMs: number;
}

answerCalls({
  open: ({ place, readOnlyMs }: Opening) => storeContext(openEngine(place, { readOnlyMs })),
  answer: (all: StoreContext, { reader, method, args }: QueryCall) =>
    all.engine.reading(async db => {
      const read = { ...all, db, refresh: () => refreshCatalogue({ ...all, db }) };
      const seen = reader ? readerContext(read, reader.userId, reader.known) : read;
      const run = jqlStore(seen)[method] as (...args: readonly unknown[]) => Promise<unknown>;
      return run(...args);
    }),
  refusalOf: error => (error instanceof JqlError ? error.messages : null),
});
