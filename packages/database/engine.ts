import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { TryLock } from './locks.ts';
import type { Phase } from './sqlite/file.ts';
import type { ColumnKind, Index, Tables } from './tables.ts';
import type { TextQuery } from './text/text-query.ts';

/** A name, or an expression. */
export type Column = string | RawBuilder<unknown>;

export const columnRef = (column: Column): RawBuilder<unknown> =>
  typeof column === 'string' ? sql.ref(column) : column;

/** The differences between the two databases. */
export interface Engine<Rows> {
  readonly name: 'sqlite' | 'postgres';
  readonly tables: Tables;
  readonly db: Kysely<Rows>;
  columnType(kind: ColumnKind): string | null;
  /** Extra statements for word search. */
  readonly wordSearchSetup: string[];
  /** Indexes for word search. */
  readonly wordIndexes: readonly Index[];
  /** `column in (ids)` with one parameter. */
  idIn(column: Column, ids: readonly (number | string)[]): RawBuilder<boolean>;
  /** A column without its index, for conditions that most rows fulfil: SQLite takes a list of many values for selective. */
  withoutIndex(column: RawBuilder<unknown>): RawBuilder<unknown>;
  /** A condition that few rows fulfil, or most: SQLite keeps no histogram of a column, and takes a quarter for a range. */
  expecting(share: 'few' | 'most', condition: RawBuilder<boolean>): RawBuilder<boolean>;
  /** A condition on the rows of `texts`. */
  textMatch(query: TextQuery): RawBuilder<boolean>;
  /** Records whose rows are best inserted together. */
  readonly recordsPerInsert: number;
  insertMany<Table extends keyof Rows & string>(
    db: Kysely<Rows>,
    table: Table,
    rows: readonly Rows[Table][],
  ): Promise<void>;
  /** `condition` is on the rows of `texts`. */
  deleteTexts(db: Kysely<Rows>, condition: RawBuilder<unknown>): Promise<void>;
  /**
   * Rows of a table with large values of bytes.
   * @param condition has literals in place of parameters
   */
  readRows<Table extends keyof Rows & string, Name extends keyof Rows[Table] & string>(
    db: Kysely<Rows>,
    table: Table,
    names: readonly Name[],
    condition: RawBuilder<boolean>,
  ): Promise<Pick<Rows[Table], Name>[]>;
  /** Excludes other writers until the transaction ends, as its first statement. */
  lockWrites(db: Kysely<Rows>): Promise<void>;
  /** Runs statements that only read; PostgreSQL stops one after `readOnlyMs`. */
  reading<Result>(work: (db: Kysely<Rows>) => Promise<Result>): Promise<Result>;
  /** Locks shared by all processes over this database. */
  readonly tryLock: TryLock;
  /** The engine with a connection of its own for a long import, which the caller closes; SQLite in a file only. */
  openWriter?(): Promise<Engine<Rows>>;
  /** Runs work with the connection tuned for its phase; all but queries take bounded memory. Not within a transaction. */
  tuned<Result>(phase: Phase, work: () => Promise<Result>): Promise<Result>;
  /** Updates the statistics of the query planner, after many inserts. */
  analyze(db: Kysely<Rows>): Promise<void>;
  /**
   * After an import: lets PostgreSQL read the index of all issues without their rows, as its own vacuum does later. Not within
   * a transaction.
   */
  vacuumIssues?(): Promise<void>;
  /** Writes files anew without what was deleted or replaced. Not within a transaction. */
  scrub?(db: Kysely<Rows>): Promise<void>;
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

/** Issue and worklog ids are numbers in the tables; others match nothing. */
export const idNumbers = (ids: readonly string[]): number[] =>
  ids.map(Number).filter(Number.isSafeInteger);

export const selectOf = <R>(
  table: string,
  names: readonly string[],
  condition: RawBuilder<boolean>,
): RawBuilder<R> =>
  sql`select ${sql.join(names.map(name => sql.ref(name)))} from ${sql.table(table)} where ${condition}`;

export async function pingBy<Rows>(db: Kysely<Rows>): Promise<void> {
  await sql`select name from migrations limit 1`.execute(db);
}
