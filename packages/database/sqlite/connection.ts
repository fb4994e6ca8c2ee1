import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** How long a statement waits for another connection, while its thread sleeps. */
const BUSY_TIMEOUT_MS = 15_000;

/** Result codes (sqlite.org/rescode.html). The second one has this name only as an extended code. */
const CODES: ReadonlyMap<number, string> = new Map([
  [5, 'SQLITE_BUSY'],
  [4874, 'SQLITE_IOERR_SHMSIZE'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [26, 'SQLITE_NOTADB'],
]);

/** Runs work of SQLite. Its errors get the name of their code, of which Node gives the number. */
function withCodes<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    if (errcode === undefined) throw error;
    // The last byte of an extended code is its primary one.
    const code = CODES.get(errcode) ?? CODES.get(errcode & 255) ?? 'SQLITE_ERROR';
    throw Object.assign(error as Error, { code });
  }
}

/** A connection to a SQLite file, or to memory when `file` is ':memory:'. */
export class SqliteConnection implements SqliteDatabase {
  readonly #database: DatabaseSync;

  constructor(file: string, { readOnly = false, timeout = BUSY_TIMEOUT_MS } = {}) {
    this.#database = withCodes(() => new DatabaseSync(file, { readOnly, timeout }));
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  exec(sql: string): void {
    withCodes(() => this.#database.exec(sql));
  }

  prepare(sql: string): Statement {
    return withCodes(() => new Statement(this.#database.prepare(sql)));
  }

  close(): void {
    this.#database.close();
  }
}

class Statement implements SqliteStatement {
  readonly #statement: StatementSync;
  /** Whether it returns rows. */
  readonly reader: boolean;

  constructor(statement: StatementSync) {
    this.#statement = statement;
    this.reader = statement.columns().length > 0;
  }

  all(parameters: readonly unknown[]): unknown[] {
    return withCodes(() => this.#statement.all(...(parameters as SQLInputValue[])));
  }

  run(parameters: readonly unknown[]) {
    return withCodes(() => this.#statement.run(...(parameters as SQLInputValue[])));
  }

  iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    return this.#statement.iterate(...(parameters as SQLInputValue[]));
  }
}
