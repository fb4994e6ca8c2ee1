import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement, sql } from 'kysely';
import { columnRef, type Engine, type EngineSettings, pingBy, selectOf } from '../engine.ts';
import { locksBeside, locksOfProcess } from '../locks.ts';
import type { RowsOf, Tables } from '../tables.ts';
import { sqliteTextMatch } from '../text/text-match.ts';
import { BUSY_TIMEOUT_MS, type SqliteConnection } from './connection.ts';
import { ANALYSIS, openSqliteFile, type Phase, rowInserts, tunedBy, tuning } from './file.ts';
import { findDamage } from './find-damage.ts';
import { openSqliteWriter } from './writer.ts';

const MAX_STATEMENTS = 500;
const CHANGES_COLUMNS = /^\s*(create|alter|drop)/i;

/** Prepares each query once, which for a short one takes longer than running it. */
function preparedQueries(database: SqliteConnection): SqliteDatabase {
  const queries = new Map<string, SqliteStatement>();
  const prepare = (sql: string) => {
    const known = queries.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    if (CHANGES_COLUMNS.test(sql) || queries.size >= MAX_STATEMENTS) queries.clear();
    if (statement.reader) queries.set(sql, statement);
    return statement;
  };
  return {
    close: () => database.close(),
    // On a full disk SQLite has already rolled back; a second rollback would fail and hide the cause.
    prepare: sql => prepare(sql === 'rollback' && !database.isInTransaction ? 'select 1' : sql),
  };
}

/** The categories of characters are those of our own words, which spaces separate. */
const WORD_TABLES = [
  `create virtual table text_words using fts5(words, content='', contentless_delete=1,
    tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* Co'")`,
  'create virtual table text_vocabulary using fts5vocab(text_words, row)',
];

/** SQLite in a file, or in memory when `file` is ':memory:'. */
export function sqliteEngine<Declared extends Tables>(
  file: string,
  tables: Declared,
  { readOnlyMs }: EngineSettings = {},
): Engine<RowsOf<Declared>> {
  const readonly = readOnlyMs !== undefined;
  const { database, insert } = openSqliteFile(file, { readonly });
  const tune = (phase: Phase) => {
    for (const statement of tuning(phase, readonly)) database.exec(statement);
  };
  tune('queries');
  const db = new Kysely<RowsOf<Declared>>({
    dialect: new SqliteDialect({ database: preparedQueries(database) }),
  });

  const engine: Engine<RowsOf<Declared>> = {
    name: 'sqlite',
    tables,
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
    expecting: (share, condition) =>
      share === 'few' ? sql<boolean>`unlikely(${condition})` : sql<boolean>`likely(${condition})`,
    textMatch: sqliteTextMatch,
    // Few: their parsed values are garbage before the collector copies them.
    recordsPerInsert: 50,
    async insertMany(_db, table, rows) {
      rowInserts(tables, table, rows).forEach(insert);
    },
    async deleteTexts(db, condition) {
      const words = sql`delete from text_words where rowid in (select id from texts where ${condition})`;
      await words.execute(db);
      await sql`delete from texts where ${condition}`.execute(db);
    },
    readRows: async (db, table, names, condition) =>
      (await selectOf<never>(table, names, condition).execute(db)).rows,
    // A write first: a transaction that began with a read cannot wait for another process's write.
    async lockWrites(db) {
      await sql`delete from migrations where name = ''`.execute(db);
    },
    async tryLockWrites(db) {
      database.exec('pragma busy_timeout = 0');
      try {
        await engine.lockWrites(db);
      } finally {
        database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
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
