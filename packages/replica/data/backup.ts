import { StoreError } from '@tallyboard/database/store-error.ts';
import type { ColumnType, Table, Tables } from '@tallyboard/database/tables.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  Catalogue,
  type DbContext,
  entitiesVersion,
  refreshCatalogue,
  VERSION_NAME,
} from './catalogue.ts';
import type { StoreContext } from './context.ts';
import { deriveIssue } from './issues/derive-issue.ts';
import { readRecords } from './issues/read-documents.ts';
import { References } from './issues/references.ts';
import { upsert } from './rows.ts';
import { fillSegmentChanges } from './segment-changes.ts';
import type { Engine } from './tables.ts';
import { type Database, type Row, type TableName, tables } from './tables.ts';

/** One line of a backup: the header, rows of a table, or the row counts. */
export type BackupLine =
  | { tallyboard: 'backup'; format: 1; at: number }
  | { table: string; columns: string[]; rows: unknown[][] }
  | { end: Record<string, number> };

/** Derived again. Engines store searchable words differently. */
const DERIVED: ReadonlySet<string> = new Set([
  'texts',
  'segments',
  'segment_changes',
  'issue_changes',
]);

const OWN_TABLES = Object.fromEntries(
  Object.entries(tables).filter(([name]) => !DERIVED.has(name)),
);

/** Rows per line. */
const PAGE = 200;

export type BackupStore = ReturnType<typeof backupStore>;

/** Backups of the replica's tables and of `others`. */
export function backupStore({ engine, write }: StoreContext, others: Tables) {
  const saved = { ...OWN_TABLES, ...others };
  return {
    /** All rows, from one snapshot. */
    backup: (now: number) => backupLines(engine, saved, now),

    /**
     * Fills the store in one transaction. Returns the rows of each table.
     * @throws StoreError 'conflict' if the store is not empty and `replace` is not set, 'invalid' for an incomplete backup.
     */
    restore: (lines: AsyncIterable<BackupLine>, { replace = false } = {}) =>
      engine.tuned('bulk', () =>
        write(async trx => {
          const version = await entitiesVersion(trx);
          if (!replace && (await hasRows(trx, saved)))
            throw new StoreError('conflict', 'The database is not empty.');
          await clear(trx, saved);
          const counts = await insertLines(trx, saved, lines);
          await deriveTexts(trx);
          await fillSegmentChanges(trx.db);
          trx.changes.all = true;
          // Makes every process with this database open reread the entities.
          const next = Math.max(version, await entitiesVersion(trx)) + 1;
          await upsert(trx, 'facts', { name: VERSION_NAME, value: next });
          return counts;
        }),
      ),
  };
}

async function* backupLines(
  engine: Engine,
  saved: Tables,
  now: number,
): AsyncGenerator<BackupLine> {
  yield { tallyboard: 'backup', format: 1, at: now };
  const end: Record<string, number> = {};
  // A read-only transaction is a snapshot.
  const begin = engine.db.startTransaction().setAccessMode('read only');
  const snapshot = await (engine.name === 'postgres'
    ? begin.setIsolationLevel('repeatable read')
    : begin
  ).execute();
  try {
    for (const [name, table] of Object.entries(saved)) {
      const columns = Object.keys(table.columns);
      end[name] = 0;
      for await (const rows of pagesOf(snapshot, name, table)) {
        end[name] += rows.length;
        yield { table: name, columns, rows: rows.map(row => columns.map(column => row[column])) };
      }
    }
  } finally {
    await snapshot.rollback().execute();
  }
  yield { end };
}

async function* pagesOf(db: Kysely<Database>, name: string, { columns, key }: Table) {
  const list = (names: readonly string[]) => sql.join(names.map(column => sql.ref(column)));
  let after: RawBuilder<unknown> = sql`1 = 1`;
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${list(Object.keys(columns))} from ${sql.table(name)} where ${after}
      order by ${list(key)} limit ${sql.lit(PAGE)}`.execute(db);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    const values = sql.join(key.map(column => sql.val(last[column])));
    after = sql`(${list(key)}) > (${values})`;
  }
}

async function hasRows({ db }: DbContext, saved: Tables): Promise<boolean> {
  for (const name of Object.keys(saved)) {
    if (name === 'facts') continue;
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

async function clear({ engine, db }: DbContext, saved: Tables): Promise<void> {
  await engine.deleteTexts(db, sql`1 = 1`);
  for (const name of Object.keys(saved)) await sql`delete from ${sql.table(name)}`.execute(db);
}

const incomplete = (message: string) => new StoreError('invalid', message);

/** Returns the rows of each table. */
async function insertLines(
  trx: DbContext,
  saved: Tables,
  lines: AsyncIterable<BackupLine>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = Object.fromEntries(
    Object.keys(saved).map(name => [name, 0]),
  );
  let begun = false;
  let ended: Record<string, number> | null = null;
  for await (const line of lines) {
    if (typeof line !== 'object' || line === null)
      throw incomplete('This is not a Tallyboard backup.');
    if ('tallyboard' in line) {
      if (line.format !== 1) throw incomplete('This backup was made by a newer version.');
      begun = true;
    } else if ('end' in line) ended = line.end;
    else if (begun) {
      const { table, columns, rows } = line;
      const known = Object.hasOwn(saved, table) ? saved[table] : undefined;
      if (!known)
        throw incomplete(`The backup has a table '${table}', which this version does not know.`);
      // Without `security_id` or `visibility` all readers would see what is restricted.
      if (columns.toSorted().join() !== Object.keys(known.columns).toSorted().join())
        throw incomplete(`The backup is of another version: it has other columns of '${table}'.`);
      const types = columns.map(name => known.columns[name]);
      if (!rows.every(row => isRow(row, types)))
        throw incomplete(`The backup is damaged: a row of '${table}' has other values.`);
      counts[table] = (counts[table] ?? 0) + rows.length;
      await insertRows(trx, line);
    }
  }
  if (!begun) throw incomplete('This is not a Tallyboard backup.');
  if (!ended) throw incomplete('The backup is incomplete: it has no end.');
  for (const [name, count] of Object.entries(ended))
    if ((counts[name] ?? 0) !== count)
      throw incomplete(
        `The backup is incomplete: it has ${counts[name] ?? 0} of ${count} rows of '${name}'.`,
      );
  return counts;
}

const isRow = (row: readonly unknown[], types: readonly (ColumnType | undefined)[]): boolean =>
  Array.isArray(row) &&
  row.length === types.length &&
  types.every((type, at) => {
    const value = row[at];
    if (value === null) return type?.nullable === true;
    const isNumber = type?.kind === 'integer' || type?.kind === 'number';
    return typeof value === (isNumber ? 'number' : 'string');
  });

async function insertRows(
  { engine, db }: DbContext,
  { table, columns, rows }: Extract<BackupLine, { table: string }>,
): Promise<void> {
  const objects = rows.map(row => Object.fromEntries(columns.map((name, at) => [name, row[at]])));
  if (table in tables)
    return engine.insertMany(db, table as TableName, objects as Row<TableName>[]);
  // A table that the schema does not describe.
  const others = db.withTables<Record<string, Record<string, unknown>>>();
  await others.insertInto(table).values(objects).execute();
}

/** Derives the searchable words of all issues, as ingest does. */
async function deriveTexts({ engine, db }: DbContext): Promise<void> {
  const trx = { engine, db, catalogue: new Catalogue() };
  await refreshCatalogue(trx);
  // All referenced entities exist: nothing that these references add is written.
  const refs = new References(trx.catalogue);
  let textId = 0;
  for (let after = 0; ; ) {
    const query = db.selectFrom('issues').select('id').where('id', '>', after).orderBy('id');
    const rows = await query.limit(PAGE).execute();
    if (rows.length === 0) return;
    after = rows.at(-1)?.id ?? after;
    const ids = rows.map(({ id }) => String(id));
    const texts = (await readRecords(trx, ids)).flatMap(
      record => deriveIssue(record, Number(record.id), refs, () => ++textId).texts,
    );
    await engine.insertMany(db, 'texts', texts);
  }
}
