import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { SqliteConnection } from './sqlite/connection.ts';
import { keepPrivate } from './sqlite/private-file.ts';

/** Released with `release` or when the process ends. */
export interface Lock {
  release(): Promise<void>;
}

/** Null while another process holds it. */
export type TryLock = (name: string) => Promise<Lock | null>;

/** Waits for the lock. Throws the signal's reason. */
export async function waitForLock(
  tryLock: TryLock,
  name: string,
  signal?: AbortSignal,
): Promise<Lock> {
  for (;;) {
    signal?.throwIfAborted();
    const lock = await tryLock(name);
    if (lock) return lock;
    await pause(200, undefined, signal ? { signal } : {});
  }
}

/** For a database of a single process. */
export function locksOfProcess(): TryLock {
  const held = new Set<string>();
  return async name => {
    if (held.has(name)) return null;
    held.add(name);
    return { release: async () => void held.delete(name) };
  };
}

/** For a SQLite file: a lock file, unlocked by the system when its holder ends. */
export function locksBeside(file: string): TryLock {
  return async name => {
    const lock = `${file}-${name}.lock`;
    keepPrivate(lock);
    const database = new SqliteConnection(lock, { timeout: 0 });
    try {
      database.exec('begin exclusive');
    } catch (error) {
      database.close();
      if (/^SQLITE_BUSY/.test(String((error as { code?: unknown }).code))) return null;
      throw error;
    }
    return { release: async () => void database.close() };
  };
}

/** For PostgreSQL: advisory locks, each of a transaction of its own, which keeps its connection also behind PgBouncer. */
export function advisoryLocks<Rows>(db: Kysely<Rows>): TryLock {
  return name =>
    new Promise((resolve, reject) => {
      const held = Promise.withResolvers<void>();
      const ended = db.transaction().execute(async trx => {
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
        const { rows } = await sql<{ taken: boolean }>`
          select pg_try_advisory_xact_lock(7216431, hashtext(${name})) as taken`.execute(trx);
        if (!rows[0]?.taken) return resolve(null);
        resolve({
          async release() {
            held.resolve();
            await ended;
          },
        });
        await held.promise;
      });
      ended.catch(reject);
    });
}
