/** A process that answers queries, one at a time: see query-pool.ts. */

import type { StorePlace } from '@tallyboard/database/engine.ts';
import { sendToParent } from '@tallyboard/database/process/parent.ts';
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

export type ToProcess = { readonly place: StorePlace; readonly deadlineMs: number } | QueryCall;

export type FromProcess =
  | { readonly kind: 'ready' }
  | { readonly kind: 'value'; readonly value: unknown }
  /** A JqlError. */
  | { readonly kind: 'refused'; readonly messages: string[] }
  | { readonly kind: 'failed'; readonly message: string; readonly code: unknown };

let open: () => StoreContext = () => {
  throw new Error('The place of the database is unknown.');
};
let context: StoreContext | null = null;

async function answer({ reader, method, args }: QueryCall): Promise<FromProcess> {
  try {
    context ??= open();
    const all = context;
    const value = await all.engine.reading(async db => {
      const read = { ...all, db, refresh: () => refreshCatalogue({ ...all, db }) };
      const seen = reader ? readerContext(read, reader.userId, reader.known) : read;
      const run = jqlStore(seen)[method] as (...args: readonly unknown[]) => Promise<unknown>;
      return run(...args);
    });
    return { kind: 'value', value };
  } catch (error) {
    if (error instanceof JqlError) return { kind: 'refused', messages: error.messages };
    const { message, code } = error as { message?: unknown; code?: unknown };
    return { kind: 'failed', message: String(message), code };
  }
}

const reply = (message: FromProcess) => sendToParent(message);

process.on('message', async (message: ToProcess) => {
  if ('place' in message) {
    const { place, deadlineMs: readOnlyMs } = message;
    open = () => storeContext(openEngine(place, { readOnlyMs }));
    try {
      context = open();
    } catch {
      // The next query tries again, and reports a failure.
    }
    reply({ kind: 'ready' });
  } else reply(await answer(message));
});
process.on('disconnect', () => process.exit());
// The parent ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
