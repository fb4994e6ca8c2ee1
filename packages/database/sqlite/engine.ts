import { Kysely, sql } from 'kysely';
import { columnRef, type Engine, type EngineSettings, pingBy, selectOf } from '../engine.ts';
import { locksBeside, locksOfProcess } from '../locks.ts';
import type { RowsOf, Tables } from '../tables.ts';
import { sqliteTextMatch } from '../text/text-match.ts';
import { sqliteDialect } from './dialect.ts';
import { ANALYSIS, openSqliteFile, type Phase, rowInserts, tunedBy, tuning } from './file.ts';
import { findDamage } from './find-damage.ts';
import { openSqliteWriter } from './writer.ts';

/** Callers get an answer in 10 s. */
const CALL_WAIT_MS = 8_000;
/** Wait of an import, or for another process that migrates the database. */
const BULK_WAIT_MS = 120_000;

/** The categories of characters are those of our own words, which spaces separate. */
const WORD_TABLES = [
  `create virtual table text_words using fts5(words, content='', contentless_delete=1,
    tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* Co'")`,
  'create virtual table text_vocabulary using fts5vocab(text_words, row)',
];

/** Deleted words stay in segments of the index, deleted rows in pages, and both in the write-ahead log. */
const SCRUBBING = [
  `insert into text_words(text_words) values ('optimize')`,
  'vacuum',
  'pragma wal_checkpoint(truncate)',
];

/** SQLite in a file, or in memory when `file` is ':memory:'. */
export function sqliteEngine<Declared extends Tables>(
  file: string,
  tables: Declared,
  { readOnlyMs }: EngineSettings = {},
): Engine<RowsOf<Declared>> {
  const readonly = readOnlyMs !== undefined;
  const { database, insert } = openSqliteFile(file, { readonly });
  let waitMs = CALL_WAIT_MS;
  const tune = (phase: Phase) => {
    waitMs = phase === 'queries' ? CALL_WAIT_MS : BULK_WAIT_MS;
    for (const statement of tuning(phase, readonly)) database.exec(statement);
  };
  tune('queries');
  database.exec('pragma busy_timeout = 0');
  const db = new Kysely<RowsOf<Declared>>({ dialect: sqliteDialect(database, () => waitMs) });

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
    // Its transactions begin with the lock.
    async lockWrites() {},
    reading: work => work(db),
    tryLock: file === ':memory:' ? locksOfProcess() : locksBeside(file),
    tuned: tunedBy(async phase => tune(phase), 'queries'),
    async analyze(db) {
      for (const statement of ANALYSIS) await sql.raw(statement).execute(db);
    },
    async scrub(db) {
      for (const statement of SCRUBBING) await sql.raw(statement).execute(db);
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
