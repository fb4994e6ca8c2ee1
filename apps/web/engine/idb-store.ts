import type { CacheStore } from '@tallyboard/jira/cache/store.ts';

const NAME = 'tallyboard-cache';
const TABLE = 'texts';

/**
 * The cache's store in the browser. Null where there is none: an old browser, a private window, a full disk. What fails
 * later counts as not there: a cache may forget, and never stands in the way.
 */
export async function openIdbStore(): Promise<CacheStore | null> {
  try {
    if (typeof indexedDB === 'undefined') return null;
    return storeOf(await open());
  } catch (error) {
    console.warn(error);
    return null;
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('Another tab holds the cache of an older version.'));
  });
}

function storeOf(database: IDBDatabase): CacheStore {
  // Told to go, as when the browser clears its data, the next frame finds it free.
  database.onversionchange = () => database.close();

  function inside<T>(
    mode: IDBTransactionMode,
    run: (table: IDBObjectStore, done: (value: T) => void) => void,
  ): Promise<T | undefined> {
    return new Promise<T | undefined>((resolve, reject) => {
      let value: T | undefined;
      const transaction = database.transaction(TABLE, mode, { durability: 'relaxed' });
      transaction.oncomplete = () => resolve(value);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
      run(transaction.objectStore(TABLE), given => {
        value = given;
      });
    }).catch((error: unknown) => {
      console.warn(error);
      return undefined;
    });
  }

  function readAll(
    table: IDBObjectStore,
    keys: readonly string[],
    done: (values: readonly unknown[]) => void,
  ): void {
    const values: unknown[] = new Array(keys.length);
    let open = keys.length;
    if (open === 0) done(values);
    keys.forEach((key, index) => {
      const request = table.get(key);
      request.onsuccess = () => {
        values[index] = request.result;
        open -= 1;
        if (open === 0) done(values);
      };
    });
  }

  return {
    async read(keys) {
      const values = await inside<readonly unknown[]>('readonly', (table, done) =>
        readAll(table, keys, done),
      );
      return values ?? keys.map(() => undefined);
    },
    async change(keys, next) {
      await inside<void>('readwrite', table =>
        readAll(table, keys, held => {
          const values = next(held);
          keys.forEach((key, index) => {
            const value = values[index];
            if (value === undefined) table.delete(key);
            else table.put(value, key);
          });
        }),
      );
    },
    async keys(prefix) {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const keys = await inside<readonly IDBValidKey[]>('readonly', (table, done) => {
        const request = table.getAllKeys(range);
        request.onsuccess = () => done(request.result);
      });
      return (keys ?? []).map(String);
    },
    async remove(keys) {
      await inside<void>('readwrite', table => {
        for (const key of keys) table.delete(key);
      });
    },
  };
}
