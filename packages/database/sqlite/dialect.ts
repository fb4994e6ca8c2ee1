import { setTimeout as pause } from 'node:timers/promises';
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import type { SqliteConnection } from './connection.ts';

const MAX_STATEMENTS = 500;
const CHANGES_COLUMNS = /^\s*(create|alter|drop)/i;
/** Between two looks at a lock that another connection holds. */
const LOOK_MS = 20;

/** Prepares each query once, which for a short one takes longer than running it. */
function preparedQueries(database: SqliteConnection): Pick<SqliteDatabase, 'prepare'> {
  const queries = new Map<string, SqliteStatement>();
  return {
    prepare(sql) {
      const known = queries.get(sql);
      if (known) return known;
      const statement = database.prepare(sql);
      if (CHANGES_COLUMNS.test(sql) || queries.size >= MAX_STATEMENTS) queries.clear();
      if (statement.reader) queries.set(sql, statement);
      return statement;
    },
  };
}

const isBusy = (error: unknown): boolean => /^SQLITE_BUSY/.test(String(Object(error).code));

/**
 * Waits for the write lock of other connections by timer: `busy_timeout` would sleep in the event loop. All that wait share
 * one look at the lock. What comes when it has been held for longer than the limit is refused at once.
 */
function createLockWait(isFree: () => Promise<boolean>, limitMs: () => number) {
  let isOpen = true;
  let contention: { readonly sinceMs: number; readonly ended: Promise<void> } | null = null;

  async function watch(): Promise<void> {
    do await pause(LOOK_MS);
    while (isOpen && !(await isFree()));
    contention = null;
  }
  /** False if it has waited long enough. */
  async function waitSince(begunMs: number): Promise<boolean> {
    contention ??= { sinceMs: performance.now(), ended: watch() };
    const { sinceMs, ended } = contention;
    const leftMs = Math.min(begunMs, sinceMs) + limitMs() - performance.now();
    if (leftMs <= 0) return false;
    // A timer may fire a millisecond early; what comes after it has waited long enough.
    const ms = Math.ceil(leftMs) + 1;
    return Promise.race([ended.then(() => true), pause(ms, false, { ref: false })]);
  }
  return {
    /** Tries again what fails because of the lock. */
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      for (const begunMs = performance.now(); ; ) {
        try {
          return await work();
        } catch (error) {
          if (!isBusy(error) || !isOpen || !(await waitSince(begunMs))) throw error;
        }
      }
    },
    close: () => {
      isOpen = false;
    },
  };
}

/** Resolves with a function that lets the next one in. */
function createMutex(): () => Promise<() => void> {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = last;
    last = promise;
    await before;
    return resolve;
  };
}

interface Connection extends DatabaseConnection {
  /** Ends the transaction's exclusion of other statements; null outside of one. */
  release: (() => void) | null;
}

/**
 * The statements of one connection. Those outside of a transaction wait while one runs. A transaction begins with the write
 * lock unless it is read only. While another connection holds that lock, reading goes on.
 * @param limitMs how long a write waits for another connection
 */
function sqliteDriver(database: SqliteConnection, limitMs: () => number): Driver {
  const statements = preparedQueries(database);
  const acquire = createMutex();
  const exclusively = async <Result>(work: () => Result): Promise<Result> => {
    const release = await acquire();
    try {
      return work();
    } finally {
      release();
    }
  };
  const isFree = () =>
    exclusively(() => {
      try {
        database.exec('begin immediate');
        database.exec('rollback');
        return true;
      } catch (error) {
        return !isBusy(error);
      }
    });
  const lockWait = createLockWait(isFree, limitMs);

  function execute<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    const statement = statements.prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) as Row[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) };
  }
  const release = (connection: DatabaseConnection) => {
    const open = connection as Connection;
    open.release?.();
    open.release = null;
  };
  return {
    init: async () => {},
    async acquireConnection() {
      const connection: Connection = {
        release: null,
        executeQuery: async ({ sql, parameters }) =>
          connection.release
            ? execute(sql, parameters)
            : lockWait.run(() => exclusively(() => execute(sql, parameters))),
        streamQuery() {
          throw new Error('Rows are not streamed.');
        },
      };
      return connection;
    },
    beginTransaction: (connection, { accessMode }) =>
      lockWait.run(async () => {
        const release = await acquire();
        try {
          database.exec(accessMode === 'read only' ? 'begin' : 'begin immediate');
          (connection as Connection).release = release;
        } catch (error) {
          release();
          throw error;
        }
      }),
    async commitTransaction(connection) {
      database.exec('commit');
      release(connection);
    },
    async rollbackTransaction(connection) {
      // On a full disk SQLite has already rolled back.
      if (database.isInTransaction) database.exec('rollback');
      release(connection);
    },
    releaseConnection: async () => {},
    async destroy() {
      lockWait.close();
      database.close();
    },
  };
}

/** Its connections share one, see the driver. */
class SharedConnectionAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

export const sqliteDialect = (database: SqliteConnection, limitMs: () => number): Dialect => ({
  createAdapter: () => new SharedConnectionAdapter(),
  createDriver: () => sqliteDriver(database, limitMs),
  createIntrospector: db => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});
