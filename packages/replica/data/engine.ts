import type SQLite from 'better-sqlite3';
import {
  CompiledQuery,
  type Dialect,
  Kysely,
  type RawBuilder,
  type SqliteDatabase,
  SqliteDialect,
  sql,
} from 'kysely';
import { binaryValue, copyData, copyOut, copyStatement } from './copy.ts';
import { findDamage } from './find-damage.ts';
import type { Index } from './indexes.ts';
import { advisoryLocks, locksBeside, locksOfProcess, type TryLock } from './locks.ts';
import { openPool } from './pool.ts';
import { type ColumnKind, type Database, type Row, type TableName, tables } from './schema.ts';
import {
  ANALYSIS,
  BUSY_TIMEOUT_MS,
  openSqliteFile,
  type Phase,
  rowInserts,
  tunedBy,
  tuning,
} from './sqlite-file.ts';
import { openSqliteWriter } from './sqlite-writer.ts';
import { postgresTextMatch, sqliteTextMatch } from './text-match.ts';
import type { TextQuery } from './text-query.ts';
import { wordsOf } from './words.ts';

/** A name, or an expression. */
export type Column = string | RawBuilder<unknown>;

export const columnRef = (column: Column): RawBuilder<unknown> =>
  typeof column === 'string' ? sql.ref(column) : column;

/** The differences between the two databases. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  readonly db: Kysely<Database>;
  columnType(kind: ColumnKind): string | null;
  /** Extra statements for word search. */
  readonly wordSearchSetup: string[];
  /** Indexes for word search. */
  readonly wordIndexes: readonly Index[];
  /** `column in (ids)` with one parameter. */
  idIn(column: Column, ids: readonly (number | string)[]): RawBuilder<boolean>;
  /** A column without its index, for conditions that most rows fulfil: SQLite takes a list of many values for selective. */
  withoutIndex(column: RawBuilder<unknown>): RawBuilder<unknown>;
  /** A condition on the rows of `texts`. */
  textMatch(query: TextQuery): RawBuilder<boolean>;
  /** Records whose rows are best inserted together. */
  readonly recordsPerInsert: number;
  insertMany<Table extends TableName>(
    db: Kysely<Database>,
    table: Table,
    rows: readonly Row<Table>[],
  ): Promise<void>;
  /** `condition` is on the rows of `texts`. */
  deleteTexts(db: Kysely<Database>, condition: RawBuilder<unknown>): Promise<void>;
  /**
   * Rows of a table with large values of bytes.
   * @param condition has literals in place of parameters
   */
  readRows<Table extends TableName, Name extends keyof Row<Table> & string>(
    db: Kysely<Database>,
    table: Table,
    names: readonly Name[],
    condition: RawBuilder<boolean>,
  ): Promise<Pick<Row<Table>, Name>[]>;
  /** Excludes other writers until the transaction ends, as its first statement. */
  lockWrites(db: Kysely<Database>): Promise<void>;
  /** As `lockWrites`, but throws SQLITE_BUSY at once where waiting for another process would block the thread. */
  tryLockWrites?(db: Kysely<Database>): Promise<void>;
  /** Runs statements that only read; PostgreSQL stops one after `readOnlyMs`. */
  reading<Result>(work: (db: Kysely<Database>) => Promise<Result>): Promise<Result>;
  /** Locks shared by all processes over this database. */
  readonly tryLock: TryLock;
  /** The engine with a connection of its own for a long import, which the caller closes; SQLite in a file only. */
  openWriter?(): Promise<Engine>;
  /** Runs work with the connection tuned for its phase; all but queries take bounded memory. Not within a transaction. */
  tuned<Result>(phase: Phase, work: () => Promise<Result>): Promise<Result>;
  /** Updates the statistics of the query planner, after many inserts. */
  analyze(db: Kysely<Database>): Promise<void>;
  /**
   * After an import: lets PostgreSQL read the index of all issues without their rows, as its own vacuum does later. Not within
   * a transaction.
   */
  vacuumIssues?(): Promise<void>;
  /** Looks for damage of a SQLite file in a thread of its own; resolves with what it found, or null. */
  findDamage?(): Promise<string | null>;
  /** Whether the database answers, without a wait for its other statements. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Where a store keeps its data: a SQLite file, a PostgreSQL server or memory (SQLite, lost on close). */
export type StorePlace = { file: string } | { databaseUrl: string } | { memory: true };

export interface EngineSettings {
  /** One connection that only reads; see `reading`. */
  readOnlyMs?: number;
}

export function openEngine(place: StorePlace, settings?: EngineSettings): Engine {
  return 'databaseUrl' in place
    ? postgresEngine(place.databaseUrl, settings)
    : sqliteEngine('file' in place ? place.file : ':memory:', settings);
}

/** Issue and worklog ids are numbers in the tables; others match nothing. */
export const idNumbers = (ids: readonly string[]): number[] =>
  ids.map(Number).filter(Number.isSafeInteger);

const selectOf = <R>(
  table: TableName,
  names: readonly string[],
  condition: RawBuilder<boolean>,
): RawBuilder<R> =>
  sql`select ${sql.join(names.map(name => sql.ref(name)))} from ${sql.table(table)} where ${condition}`;

/** The rows by a query that returns them as objects. */
const queryRows: Engine['readRows'] = async (db, table, names, condition) =>
  (await selectOf<never>(table, names, condition).execute(db)).rows;

async function pingBy(db: Kysely<Database>): Promise<void> {
  await db.selectFrom('facts').select('name').limit(1).execute();
}

const columnNames = (table: TableName): string[] => tables[table].columns.map(({ name }) => name);

const MAX_STATEMENTS = 500;
const CHANGES_COLUMNS = /^\s*(create|alter|drop)/i;

/** Prepares each query once, which for a short one takes longer than running it. */
function preparedQueries(database: SQLite.Database): SqliteDatabase {
  const queries = new Map<string, SQLite.Statement>();
  const prepare = (sql: string) => {
    const known = queries.get(sql);
    if (known && !known.busy) return known;
    const statement = database.prepare(sql);
    if (CHANGES_COLUMNS.test(sql) || queries.size >= MAX_STATEMENTS) queries.clear();
    if (statement.reader && statement.readonly) queries.set(sql, statement);
    return statement;
  };
  return {
    close: () => database.close(),
    // On a full disk SQLite has already rolled back; a second rollback would fail and hide the cause.
    prepare: sql => prepare(sql === 'rollback' && !database.inTransaction ? 'select 1' : sql),
  };
}

/** The categories of characters are those of our own words, which spaces separate. */
const WORD_TABLES = [
  `create virtual table text_words using fts5(words, content='', contentless_delete=1,
    tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* Co'")`,
  'create virtual table text_vocabulary using fts5vocab(text_words, row)',
];

/** SQLite in a file, or in memory when `file` is ':memory:'. */
export function sqliteEngine(file: string, { readOnlyMs }: EngineSettings = {}): Engine {
  const readonly = readOnlyMs !== undefined;
  const { database, insert } = openSqliteFile(file, { readonly });
  const tune = (phase: Phase) => {
    for (const statement of tuning(phase, readonly)) database.exec(statement);
  };
  tune('queries');
  const db = new Kysely<Database>({
    dialect: new SqliteDialect({ database: preparedQueries(database) }),
  });

  const engine: Engine = {
    name: 'sqlite',
    db,
    columnType: kind =>
      ({
        integer: 'integer',
        number: 'real',
        text: 'text',
        json: 'text',
        words: null,
        bytes: 'blob',
      })[kind],
    wordSearchSetup: WORD_TABLES,
    wordIndexes: [],
    idIn: (column, ids) =>
      sql<boolean>`${columnRef(column)} in (select value from json_each(${JSON.stringify(ids)}))`,
    withoutIndex: column => sql`+${column}`,
    textMatch: sqliteTextMatch,
    // Few: their parsed values are garbage before the collector copies them.
    recordsPerInsert: 50,
    async insertMany(_db, table, rows) {
      rowInserts(table, rows).forEach(insert);
    },
    async deleteTexts(db, condition) {
      const words = sql`delete from text_words where rowid in (select id from texts where ${condition})`;
      await words.execute(db);
      await sql`delete from texts where ${condition}`.execute(db);
    },
    readRows: queryRows,
    // A write first: a transaction that began with a read cannot wait for another process's write.
    async lockWrites(db) {
      await sql`delete from migrations where name = ''`.execute(db);
    },
    async tryLockWrites(db) {
      database.pragma('busy_timeout = 0');
      try {
        await engine.lockWrites(db);
      } finally {
        database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
      }
    },
    reading: work => work(db),
    tryLock: file === ':memory:' ? locksOfProcess() : locksBeside(file),
    tuned: tunedBy(async phase => tune(phase), 'queries'),
    async analyze(db) {
      for (const statement of ANALYSIS) await sql.raw(statement).execute(db);
    },
    ping: () => pingBy(db),
    ...(file !== ':memory:' && {
      openWriter: () => openSqliteWriter(engine, file),
      findDamage: () => findDamage(file),
    }),
    close: () => db.destroy(),
  };
  return engine;
}

/** Callers of /ready wait 2 s or more. */
const PING_MS = 1_500;

export function postgresEngine(databaseUrl: string, { readOnlyMs }: EngineSettings = {}): Engine {
  const max = readOnlyMs === undefined ? 8 : 1;
  const { dialect, ping } = openPool({ databaseUrl, max });
  const engine = postgresEngineOn(dialect, true);
  const { db } = engine;
  const statementMs = Math.ceil(readOnlyMs ?? 0);
  // In the transaction: PgBouncer does not pass on settings of a connection.
  const reading: Engine['reading'] = work =>
    db
      .transaction()
      .setAccessMode('read only')
      .execute(async trx => {
        await sql.raw(`set local statement_timeout = ${statementMs}`).execute(trx);
        return work(trx);
      });
  return { ...engine, reading, ping: () => ping(PING_MS), tryLock: advisoryLocks(db) };
}

/** Any dialect that returns int8 as numbers (PGlite in tests). @param canCopy the connections are `CopyClient`s. */
export function postgresEngineOn(dialect: Dialect, canCopy = false): Engine {
  const db = new Kysely<Database>({ dialect });
  const types: Record<ColumnKind, string> = {
    integer: 'bigint',
    number: 'double precision',
    // Bytewise order, as in SQLite: ranks must not sort by locale.
    text: 'text collate "C"',
    json: 'text',
    words: 'tsvector',
    bytes: 'bytea',
  };

  function insertText(table: TableName): string {
    const { columns } = tables[table];
    const arrays = columns.map(({ kind }, at) => `$${at + 1}::${arrayType(kind)}[]`).join(', ');
    const names = columnNames(table).join(', ');
    const selected = columns
      .map(({ name, kind }) => (kind === 'words' ? `${name}::tsvector` : name))
      .join(', ');
    return `insert into ${table} (${names}) select ${selected} from unnest(${arrays}) as given (${names})`;
  }

  return {
    name: 'postgres',
    db,
    columnType: kind => types[kind],
    wordSearchSetup: [],
    wordIndexes: [
      {
        name: 'texts_words',
        table: 'texts',
        create: 'create index if not exists texts_words on texts using gin (words)',
      },
    ],
    idIn(column, ids) {
      // An empty array has no type of its own.
      if (ids.length === 0) return sql<boolean>`false`;
      const isText = ids.some(id => typeof id === 'string');
      const numbers = ids.every(Number.isSafeInteger) ? 'bigint' : 'double precision';
      const list = sql`${isText ? ids.map(String) : ids}::${sql.raw(isText ? 'text' : numbers)}[]`;
      return sql<boolean>`${columnRef(column)} = any(${list})`;
    },
    // The planner counts the values of a list.
    withoutIndex: column => column,
    textMatch: postgresTextMatch,
    // Each table takes a round trip.
    recordsPerInsert: 500,
    async insertMany(db, table, rows) {
      if (rows.length === 0) return;
      const names = columnNames(table);
      const storedValue = (row: object, name: string) => {
        const value = (row as Record<string, unknown>)[name];
        return name === 'words' ? tsvector(wordsOf(String(value))) : clean(value);
      };
      if (canCopy) {
        const data = copyData(rows.map(row => names.map(name => storedValue(row, name))));
        await db.executeQuery(CompiledQuery.raw(copyStatement(table, names), [data]));
        return;
      }
      const values = names.map(name => rows.map(row => storedValue(row, name)));
      await db.executeQuery(CompiledQuery.raw(insertText(table), values));
    },
    async deleteTexts(db, condition) {
      await sql`delete from texts where ${condition}`.execute(db);
    },
    async readRows(db, table, names, condition) {
      if (!canCopy) return queryRows(db, table, names, condition);
      const { rows } = await copyOut(selectOf(table, names, condition)).execute(db);
      const kinds = new Map(tables[table].columns.map(({ name, kind }) => [name, kind]));
      return rows.map(
        row =>
          Object.fromEntries(
            names.map((name, at) => [name, binaryValue(row[at], kinds.get(name) ?? 'text')]),
          ) as never,
      );
    },
    async lockWrites(db) {
      await sql`select pg_advisory_xact_lock(7216430)`.execute(db);
    },
    reading: work => work(db),
    tryLock: locksOfProcess(),
    tuned: (_phase, work) => work(),
    async analyze(db) {
      await sql`analyze`.execute(db);
    },
    ping: () => pingBy(db),
    async vacuumIssues() {
      await sql`vacuum issues`.execute(db);
    },
    close: () => db.destroy(),
  };
}

const arrayType = (kind: ColumnKind): string =>
  kind === 'integer' ? 'bigint' : kind === 'number' ? 'double precision' : 'text';

/** PostgreSQL rejects NUL in text. */
function clean(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value;
}

/** PostgreSQL limits positions to 16,383, and 255 per word. */
function tsvector(words: string): string {
  const seen = new Map<string, number[]>();
  words.split(' ').forEach((word, at) => {
    if (word === '') return;
    const positions = seen.get(word);
    if (!positions) seen.set(word, [Math.min(at + 1, 16_383)]);
    else if (positions.length < 255 && at < 16_383) positions.push(at + 1);
  });
  return [...seen].map(([word, positions]) => `'${word}':${positions.join(',')}`).join(' ');
}
