import type { CacheStore } from '@tallyboard/dataset/cached/issue-cache.ts';
import { createEngineCache, type EngineCache } from '@tallyboard/engine/session/engine-cache.ts';
import { type IDBPDatabase, openDB } from 'idb';

const NAME = 'tallyboard-cache';
const TABLE = 'texts';

/**
 * Pause before the first text is written, after all issues came: gadgets ask for their figures, and the page draws them.
 */
const FIRST_PAUSE_MS = 500;
const PAUSE_MS = 20;

/** The cache of this browser; null without storage. */
export async function openCache(): Promise<EngineCache | null> {
  const store = await openIdbStore();
  if (store === null) return null;
  return createEngineCache({
    store,
    now: () => Date.now(),
    pause: async ({ isFirst, isAwaited, isReading }) => {
      const steps = isFirst ? FIRST_PAUSE_MS / PAUSE_MS : 1;
      for (let step = 0; step < steps && !isAwaited(); step = isReading() ? 0 : step + 1)
        await new Promise(resolve => setTimeout(resolve, PAUSE_MS));
    },
  });
}

/**
 * The cache's store in IndexedDB; null where the browser refuses it (private window, full disk). Later failures are
 * logged and count as missing entries.
 */
async function openIdbStore(): Promise<CacheStore | null> {
  try {
    const database = await openDB(NAME, 1, {
      upgrade: created => void created.createObjectStore(TABLE),
      // Lets the browser clear its data.
      blocking: () => database.close(),
    });
    return storeOf(database);
  } catch (error) {
    console.warn(error);
    return null;
  }
}

function storeOf(database: IDBPDatabase): CacheStore {
  async function attempt<T>(task: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await task();
    } catch (error) {
      console.warn(error);
      return otherwise;
    }
  }

  /** Writes what `next` makes of the stored values, in one transaction. */
  const write = (
    keys: readonly string[],
    next: (stored: readonly unknown[]) => readonly unknown[],
    read: boolean,
  ) =>
    attempt(async () => {
      const transaction = database.transaction(TABLE, 'readwrite', { durability: 'relaxed' });
      const table = transaction.store;
      const values = next(read ? await Promise.all(keys.map(key => table.get(key))) : []);
      const writes = keys.map((key, index) =>
        values[index] === undefined ? table.delete(key) : table.put(values[index], key),
      );
      await Promise.all([...writes, transaction.done]);
    }, undefined);

  return {
    read: keys =>
      attempt(
        () => {
          const { store } = database.transaction(TABLE);
          return Promise.all(keys.map(key => store.get(key)));
        },
        keys.map(() => undefined),
      ),
    change: (keys, next) => write(keys, next, true),
    keys: prefix =>
      attempt(async () => {
        const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
        return (await database.getAllKeys(TABLE, range)).map(String);
      }, []),
    remove: keys => write(keys, () => [], false),
  };
}
