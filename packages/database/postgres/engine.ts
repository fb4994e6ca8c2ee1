import { CompiledQuery, type Dialect, Kysely, sql } from 'kysely';
import { columnRef, type Engine, type EngineSettings, pingBy, selectOf } from '../engine.ts';
import { advisoryLocks, locksOfProcess } from '../locks.ts';
import type { ColumnKind, RowsOf, Table, Tables } from '../tables.ts';
import { postgresTextMatch } from '../text/text-match.ts';
import { wordsOf } from '../text/words.ts';
import { binaryValue, copyData, copyOut, copyStatement } from './copy.ts';
import { openPool } from './pool.ts';

/** Callers of /ready wait 2 s or more. */
const PING_MS = 1_500;

export function postgresEngine<Declared extends Tables>(
  databaseUrl: string,
  tables: Declared,
  { readOnlyMs }: EngineSettings = {},
): Engine<RowsOf<Declared>> {
  const max = readOnlyMs === undefined ? 8 : 1;
  const { dialect, ping } = openPool({ databaseUrl, max });
  const engine = postgresEngineOn(dialect, tables, true);
  const { db } = engine;
  const statementMs = Math.ceil(readOnlyMs ?? 0);
  // In the transaction: PgBouncer does not pass on settings of a connection.
  const reading: typeof engine.reading = work =>
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
export function postgresEngineOn<Declared extends Tables>(
  dialect: Dialect,
  tables: Declared,
  canCopy = false,
): Engine<RowsOf<Declared>> {
  const db = new Kysely<RowsOf<Declared>>({ dialect });
  const types: Record<ColumnKind, string> = {
    integer: 'bigint',
    number: 'double precision',
    // Bytewise order, as in SQLite: ranks must not sort by locale.
    text: 'text collate "C"',
    json: 'text',
    words: 'tsvector',
    bytes: 'bytea',
  };

  return {
    name: 'postgres',
    tables,
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
    expecting: (_share, condition) => condition,
    textMatch: postgresTextMatch,
    // Each table takes a round trip.
    recordsPerInsert: 500,
    async insertMany(db, table, rows) {
      if (rows.length === 0) return;
      const { columns } = tables[table] as Table;
      const names = Object.keys(columns);
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
      await db.executeQuery(CompiledQuery.raw(insertText(table, columns), values));
    },
    async deleteTexts(db, condition) {
      await sql`delete from texts where ${condition}`.execute(db);
    },
    async readRows(db, table, names, condition) {
      const select = selectOf(table, names, condition);
      if (!canCopy) return (await select.execute(db)).rows as never;
      const { rows } = await copyOut(select).execute(db);
      const { columns } = tables[table] as Table;
      return rows.map(
        row =>
          Object.fromEntries(
            names.map((name, at) => [name, binaryValue(row[at], columns[name]?.kind ?? 'text')]),
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
    async scrub(db) {
      await sql`vacuum full`.execute(db);
    },
    async vacuumIssues() {
      await sql`vacuum issues`.execute(db);
    },
    close: () => db.destroy(),
  };
}

function insertText(table: string, columns: Table['columns']): string {
  const kinds = Object.entries(columns).map(([name, { kind }]) => ({ name, kind }));
  const arrays = kinds.map(({ kind }, at) => `$${at + 1}::${arrayType(kind)}[]`).join(', ');
  const names = Object.keys(columns).join(', ');
  const selected = kinds
    .map(({ name, kind }) => (kind === 'words' ? `${name}::tsvector` : name))
    .join(', ');
  return `insert into ${table} (${names}) select ${selected} from unnest(${arrays}) as given (${names})`;
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
