import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Database, type Row, type TableName, tables } from './schema.ts';

/** Any SQL condition, or columns with their values. */
type Condition<Values> = RawBuilder<unknown> | Partial<Values>;
type AnyTables = Record<string, object>;
/** A database or a transaction. */
type Db<Tables = Database> = { readonly db: Kysely<Tables> };

const isRaw = (condition: object): condition is RawBuilder<unknown> => 'isRawBuilder' in condition;

function conditionOf(condition: RawBuilder<unknown> | object): RawBuilder<unknown> {
  if (isRaw(condition)) return condition;
  const equal = Object.entries(condition).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  return sql.join([sql`1 = 1`, ...equal], sql` and `);
}

const assignments = (values: object): RawBuilder<unknown> =>
  sql.join(Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`));

/** The rows of a table that match, in the order of the named columns. */
export async function find<Tables extends AnyTables, Table extends keyof Tables & string>(
  { db }: Db<Tables>,
  table: Table,
  condition: Condition<Tables[Table]>,
  ...order: (keyof Tables[Table] & string)[]
): Promise<Tables[Table][]> {
  const by =
    order.length === 0 ? sql`` : sql`order by ${sql.join(order.map(name => sql.ref(name)))}`;
  const { rows } = await sql<Tables[Table]>`
    select * from ${sql.table(table)} where ${conditionOf(condition)} ${by}`.execute(db);
  return rows;
}

export async function findOne<Tables extends AnyTables, Table extends keyof Tables & string>(
  { db }: Db<Tables>,
  table: Table,
  condition: Condition<Tables[Table]>,
): Promise<Tables[Table] | undefined> {
  return (await find({ db }, table, condition))[0];
}

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
  const { key } = tables[table];
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

/** Sets columns of the matching rows; a value may be an SQL expression. */
export async function update<Tables extends AnyTables, Table extends keyof Tables & string>(
  { db }: Db<Tables>,
  table: Table,
  condition: Condition<Tables[Table]>,
  values: {
    [Column in keyof Tables[Table]]?: Tables[Table][Column] | RawBuilder<Tables[Table][Column]>;
  },
): Promise<void> {
  await sql`update ${sql.table(table)} set ${assignments(values)}
    where ${conditionOf(condition)}`.execute(db);
}

/** Returns the number of rows deleted. */
export async function remove<Tables extends AnyTables, Table extends keyof Tables & string>(
  { db }: Db<Tables>,
  table: Table,
  condition: Condition<Tables[Table]>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ${conditionOf(condition)}`.execute(db);
  return Number(numAffectedRows ?? 0);
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
