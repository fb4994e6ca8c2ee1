import { type Condition, conditionOf } from '@tallyboard/database/query.ts';
import { type Kysely, sql } from 'kysely';
import { type Database, type Row, type TableName, tables } from './tables.ts';

/** A database or a transaction. */
type Db = { readonly db: Kysely<Database> };

/** Inserts a row, or replaces the one with its key. */
export const upsert = <Table extends TableName>(
  db: Db,
  table: Table,
  row: Row<Table>,
): Promise<void> => upsertMany(db, table, [row]);

/** Rows per statement: a statement has a limited number of parameters. */
const MAX_ROWS = 500;

/** The same for rows with different keys. */
export async function upsertMany<Table extends TableName>(
  { db }: Db,
  table: Table,
  rows: readonly Row<Table>[],
): Promise<void> {
  const list = (names: readonly string[]) => sql.join(names.map(name => sql.ref(name)));
  const key: readonly string[] = tables[table].key;
  for (let from = 0; from < rows.length; from += MAX_ROWS) {
    const some = rows.slice(from, from + MAX_ROWS);
    const names = Object.keys(some[0] ?? {});
    const rest = names.filter(name => !key.includes(name));
    const replaced = rest.map(name => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
    const action = rest.length === 0 ? sql`nothing` : sql`update set ${sql.join(replaced)}`;
    const values = some.map(
      row => sql`(${sql.join(names.map(name => row[name as keyof Row<Table>]))})`,
    );
    await sql`insert into ${sql.table(table)} (${list(names)}) values ${sql.join(values)}
      on conflict (${list(key)}) do ${action}`.execute(db);
  }
}

/** The highest id of a table, or value of another column, 0 if there is none. */
export async function highestId<Table extends TableName>(
  { db }: Db,
  table: Table,
  column = 'id',
  condition: Condition<Row<Table>> = {},
): Promise<number> {
  const { rows } = await sql<{ highest: number | null }>`
    select max(${sql.ref(column)}) as highest from ${sql.table(table)}
    where ${conditionOf(condition)}`.execute(db);
  return Number(rows[0]?.highest ?? 0);
}

/** Gives ids above all of the table. */
export async function idCounter(db: Db, table: 'issues' | 'texts'): Promise<() => number> {
  let last = await highestId(db, table);
  return () => ++last;
}
