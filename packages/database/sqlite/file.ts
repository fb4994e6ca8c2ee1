import type { Tables } from '../tables.ts';
import { wordsOf } from '../text/words.ts';
import { SqliteConnection } from './connection.ts';
import { keepPrivate } from './private-file.ts';

/** Rows of a table by statement: the values of one or more rows, one after another. */
export interface RowInserts {
  readonly table: string;
  readonly columns: readonly string[];
  readonly statements: readonly (readonly unknown[])[];
}

/** Opens a file, or memory when `file` is ':memory:'. */
export function openSqliteFile(file: string, { readonly = false } = {}) {
  if (!readonly && file !== ':memory:') keepPrivate(file);
  const database = new SqliteConnection(file, { readOnly: readonly });
  if (!readonly) {
    refuseForeign(database);
    // Larger than the default, for bulk inserts. Only effective for a new file.
    database.exec('pragma page_size = 8192');
    database.exec('pragma journal_mode = WAL');
    // FULL: a commit survives a power failure.
    database.exec('pragma synchronous = FULL');
  }
  const prepared = new Map<string, ReturnType<SqliteConnection['prepare']>>();
  return {
    database,
    insert({ table, columns, statements }: RowInserts): void {
      for (const given of statements) {
        // The words are found here, as an import waits for the thread that derives rows, not for the one that writes them.
        const values = table === WORDS ? [given[0], wordsOf(String(given[1]))] : given;
        const rows = values.length / columns.length;
        const name = `${table} ${rows}`;
        let statement = prepared.get(name);
        if (!statement) {
          const row = `(${columns.map(() => '?').join(', ')})`;
          statement = database.prepare(
            // The transaction is rolled back after a failure: by default SQLite makes a savepoint for each statement of
            // several rows, copies every page that it changes, and writes the words that wait in memory.
            `insert or fail into ${table} (${columns.join(', ')}) values ${Array(rows).fill(row).join(', ')}`,
          );
          prepared.set(name, statement);
        }
        statement.run(values);
      }
    },
  };
}

/** Tallyboard makes no triggers and views: those of a file from elsewhere would run with its statements. */
function refuseForeign(database: SqliteConnection): void {
  const [found] = database
    .prepare("select type, name from sqlite_master where type in ('trigger', 'view')")
    .all([]) as { type: string; name: string }[];
  if (!found) return;
  database.close();
  throw Object.assign(new Error(`the ${found.type} '${found.name}'`), { code: 'FOREIGN_DATA' });
}

/** What a connection does for a while: answer queries, write or read many issues, or build indexes. */
export type Phase = 'queries' | 'bulk' | 'indexes';

/** Kilobytes. A sort fills the cache before it writes to the disk: one of the size of a processor's cache sorts fastest. */
const CACHE_SIZES: Readonly<Record<Phase, number>> = {
  queries: 131_072,
  bulk: 49_152,
  indexes: 2_048,
};

/** Statements that tune a connection for a phase. */
export function tuning(phase: Phase, readonly = false): string[] {
  const isQueries = phase === 'queries';
  return [
    `cache_size = -${readonly ? 32_768 : CACHE_SIZES[phase]}`,
    // Sorting the rows of an index, and mapping all pages that are written, takes memory in proportion to the file.
    `temp_store = ${isQueries ? 'MEMORY' : 'FILE'}`,
    `mmap_size = ${isQueries ? 1_073_741_824 : 0}`,
    // After so many pages, 256 MB or 1 GB, a commit copies the log into the file. It waits for the disk then, and rows with it.
    `wal_autocheckpoint = ${isQueries ? 32_768 : 131_072}`,
  ].map(setting => `pragma ${setting}`);
}

/** `Engine.tuned` of a connection that `tune` tunes: after the work it is as before. */
export function tunedBy(tune: (phase: Phase) => Promise<void>, initial: Phase) {
  let current = initial;
  return async <Result>(phase: Phase, work: () => Promise<Result>): Promise<Result> => {
    const before = current;
    await tune(phase);
    current = phase;
    try {
      return await work();
    } finally {
      await tune(before);
      current = before;
    }
  };
}

/** Statements that update the statistics of the query planner. */
export const ANALYSIS: readonly string[] = [
  'pragma analysis_limit = 2000',
  'analyze',
  // From its first rows alone, an index that begins with many nulls seems to hold little else.
  'pragma analysis_limit = 0',
  'analyze issues',
];

/** The index of words. */
const WORDS = 'text_words';

/** A power of two, for statements of few lengths. */
const MAX_ROWS_PER_STATEMENT = 32;
/** More than one would need a savepoint, which writes the words that wait in memory. */
const WORDS_PER_STATEMENT = 1;

/** Rows as the parameters of statements; words are in a table of their own. */
export function rowInserts(
  tables: Tables,
  table: string,
  rows: readonly object[],
): readonly RowInserts[] {
  const { columns = {} } = tables[table] ?? {};
  const stored = Object.keys(columns).filter(name => columns[name]?.kind !== 'words');
  // With the index of keys, which an import keeps, SQLite would copy each page that a statement of several rows changes.
  const inserts = insertsInto(table, stored, rows, table === 'issues' ? 1 : MAX_ROWS_PER_STATEMENT);
  if (stored.length === Object.keys(columns).length) return [inserts];
  const words = (rows as readonly TextRow[]).map(row => ({ rowid: row.id, words: row.words }));
  return [inserts, insertsInto(WORDS, ['rowid', 'words'], words, WORDS_PER_STATEMENT)];
}

interface TextRow {
  readonly id: number;
  readonly words: string;
}

function insertsInto(
  table: string,
  columns: readonly string[],
  rows: readonly object[],
  rowsPerStatement: number,
): RowInserts {
  const statements: unknown[][] = [];
  for (let from = 0; from < rows.length; ) {
    let size = rowsPerStatement;
    while (size > rows.length - from) size /= 2;
    const values: unknown[] = [];
    for (let at = from; at < from + size; at += 1) {
      const row = rows[at] as Record<string, unknown>;
      for (const column of columns) values.push(row[column]);
    }
    statements.push(values);
    from += size;
  }
  return { table, columns, statements };
}
