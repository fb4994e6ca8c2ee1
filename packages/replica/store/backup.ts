import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { AccessTables } from './access-tables.ts';
import { Catalogue, refreshCatalogue } from './catalogue.ts';
import { deriveIssue } from './derive-issue.ts';
import type { Engine } from './engine.ts';
import { guessTotals } from './guess-totals.ts';
import { readDocuments } from './issue-reads.ts';
import type { MirrorTables } from './mirror-tables.ts';
import type { RecordHistory } from './records.ts';
import { References } from './references.ts';
import { type Database, type Row, type TableName, type TableSpec, tables } from './schema.ts';
import { StoreError } from './store.ts';
import type { Write } from './writes.ts';

/** One line of a backup: what it is of, rows of a table, or how many there were. */
export type BackupLine =
  | { tallyboard: 'backup'; format: 1; at: number }
  | { table: string; columns: string[]; rows: unknown[][] }
  | { end: Record<string, number> };

interface Saved {
  readonly name: string;
  readonly columns: string[];
  readonly key: readonly string[];
}

/**
 * The tables that a backup holds. Words of texts are made anew from the issues: each engine keeps them in its own way.
 * Sessions and sign-ins under way are not kept: a restored backup must not let anybody in.
 */
const saved: readonly Saved[] = [
  ...(Object.entries(tables) as [TableName, TableSpec][])
    .filter(([name]) => name !== 'texts')
    .map(([name, { columns, key }]) => ({ name, columns: Object.keys(columns), key })),
  { name: 'mirror', columns: ['id', 'holder', 'state'], key: ['id'] },
  {
    name: 'audit',
    columns: ['id', 'at', 'account', 'action', 'target', 'detail'],
    key: ['id'],
  },
];

type Everything = Database & AccessTables & MirrorTables;

/** Rows of one line. */
const PIECE = 200;

/** All rows as of one moment, whatever is written meanwhile. */
export async function* backupLines(engine: Engine, now: number): AsyncGenerator<BackupLine> {
  yield { tallyboard: 'backup', format: 1, at: now };
  const end: Record<string, number> = {};
  // A transaction that only reads keeps seeing what was there when it began.
  const begin = engine.db.startTransaction();
  const snapshot = await (engine.name === 'postgres'
    ? begin.setIsolationLevel('repeatable read')
    : begin
  ).execute();
  try {
    for (const table of saved) {
      end[table.name] = 0;
      for await (const rows of piecesOf(snapshot, table)) {
        end[table.name] = (end[table.name] ?? 0) + rows.length;
        const { name, columns } = table;
        yield { table: name, columns, rows: rows.map(row => columns.map(column => row[column])) };
      }
    }
  } finally {
    await snapshot.rollback().execute();
  }
  yield { end };
}

async function* piecesOf(db: Kysely<Database>, { name, columns, key }: Saved) {
  const list = (names: readonly string[]) => sql.join(names.map(column => sql.ref(column)));
  let after: RawBuilder<unknown> = sql`1 = 1`;
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${list(columns)} from ${sql.table(name)} where ${after}
      order by ${list(key)} limit ${sql.lit(PIECE)}`.execute(db);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PIECE) return;
    const values = sql.join(key.map(column => sql.val(last[column])));
    after = sql`(${list(key)}) > (${values})`;
  }
}

/**
 * Fills the store from a backup in one transaction: everything of it, or nothing. Returns the rows of each table.
 * @throws StoreError 'conflict' when the store holds something and `replace` is not set, 'invalid' for lines that are no
 *   whole backup.
 */
export async function restoreLines(
  engine: Engine,
  write: Write,
  lines: AsyncIterable<BackupLine>,
  { replace = false } = {},
): Promise<Record<string, number>> {
  return write(async trx => {
    const version = await entitiesVersion(trx);
    if (!replace && (await holdsSomething(trx)))
      throw new StoreError('conflict', 'There is something in this store already.');
    await empty(engine, trx);
    const { counts, hasTotals } = await takeLines(engine, trx, lines);
    if (!hasTotals) await guessTotals(trx);
    await makeTexts(engine, trx);
    // Every process that has this database open reads the entities again.
    const next = Math.max(version, await entitiesVersion(trx)) + 1;
    await trx.deleteFrom('facts').where('name', '=', 'entities version').execute();
    await trx.insertInto('facts').values({ name: 'entities version', value: next }).execute();
    return counts;
  });
}

async function entitiesVersion(trx: Kysely<Database>): Promise<number> {
  const row = await trx
    .selectFrom('facts')
    .select('value')
    .where('name', '=', 'entities version')
    .executeTakeFirst();
  return row?.value ?? 0;
}

async function holdsSomething(trx: Kysely<Database>): Promise<boolean> {
  for (const { name } of saved) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(trx);
    if (rows.length > 0) return true;
  }
  return false;
}

async function empty(engine: Engine, trx: Transaction<Database>): Promise<void> {
  const issues = await trx.selectFrom('issues').select('id').execute();
  await engine.deleteTextsOf(
    trx,
    issues.map(({ id }) => id),
  );
  for (const { name } of saved) await sql`delete from ${sql.table(name)}`.execute(trx);
}

const notWhole = (message: string) => new StoreError('invalid', message);

async function takeLines(
  engine: Engine,
  trx: Transaction<Database>,
  lines: AsyncIterable<BackupLine>,
): Promise<{ counts: Record<string, number>; hasTotals: boolean }> {
  const counts: Record<string, number> = Object.fromEntries(saved.map(({ name }) => [name, 0]));
  let begun = false;
  let hasTotals = true;
  let ended: Record<string, number> | null = null;
  for await (const line of lines) {
    if ('tallyboard' in line) {
      if (line.format !== 1) throw notWhole('This backup is of a newer version.');
      begun = true;
    } else if ('end' in line) ended = line.end;
    else if (begun) {
      if (line.table === 'issues') hasTotals &&= line.columns.includes('history_total');
      await takeRows(engine, trx, line, counts);
    }
  }
  if (!begun) throw notWhole('This is no backup of Tallyboard.');
  if (!ended) throw notWhole('The backup ends too early: it is not whole.');
  for (const [name, count] of Object.entries(ended))
    if (counts[name] !== count)
      throw notWhole(`The backup is not whole: ${count} rows of '${name}' became ${counts[name]}.`);
  return { counts, hasTotals };
}

async function takeRows(
  engine: Engine,
  trx: Transaction<Database>,
  { table, columns, rows }: Extract<BackupLine, { table: string }>,
  counts: Record<string, number>,
): Promise<void> {
  const known = saved.find(({ name }) => name === table);
  if (!known)
    throw notWhole(`The backup has a table '${table}', which this version does not know.`);
  const objects = rows.map(row => Object.fromEntries(columns.map((name, at) => [name, row[at]])));
  counts[table] = (counts[table] ?? 0) + rows.length;
  if (table in tables) {
    await engine.insertMany(trx, table as TableName, objects as Row<TableName>[]);
    return;
  }
  const own = trx.withTables<Everything>();
  await own
    .insertInto(table as 'mirror')
    .values(objects as unknown as MirrorTables['mirror'][])
    .execute();
}

/** The searchable words of all issues, derived as when the issues came in. */
async function makeTexts(engine: Engine, trx: Transaction<Database>): Promise<void> {
  const catalogue = new Catalogue();
  await refreshCatalogue(trx, catalogue);
  let textId = 0;
  for (let after = 0; ; ) {
    const rows = await trx
      .selectFrom('issues')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(PIECE)
      .execute();
    if (rows.length === 0) return;
    after = rows.at(-1)?.id ?? after;
    const ids = rows.map(({ id }) => String(id));
    const worklogs = Map.groupBy(await worklogsOf(engine, trx, rows), log => String(log.issue_id));
    // What an issue refers to is there already: nothing that these references learn is written.
    const refs = new References(catalogue, new Map(), '');
    const texts = (await readDocuments(engine, trx, catalogue, ids)).flatMap(issue => {
      const logs = (worklogs.get(issue.id) ?? []).map(log => JSON.parse(log.document));
      const { id, key } = issue;
      const fields = { ...issue.fields, worklog: { worklogs: logs } };
      const histories: RecordHistory[] = [];
      const record = { id, key, fields, changelog: { histories } };
      return deriveIssue(record, Number(id), refs, () => {
        textId += 1;
        return textId;
      }).texts;
    });
    await engine.insertMany(trx, 'texts', texts);
  }
}

function worklogsOf(engine: Engine, trx: Transaction<Database>, issues: { id: number }[]) {
  const ids = issues.map(({ id }) => id);
  return trx
    .selectFrom('worklogs')
    .select(['issue_id', 'document'])
    .where(engine.idIn(sql.ref('issue_id'), ids))
    .orderBy('issue_id')
    .orderBy('started')
    .orderBy('id')
    .execute();
}
