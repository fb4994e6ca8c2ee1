import { type Kysely, type RawBuilder, sql } from 'kysely';

/** Any SQL condition, or columns with their values. */
export type Condition<Values> = RawBuilder<unknown> | Partial<Values>;
type AnyTables = Record<string, object>;
/** A database or a transaction. */
type Db<Tables> = { readonly db: Kysely<Tables> };

const isRaw = (condition: object): condition is RawBuilder<unknown> => 'isRawBuilder' in condition;

export function conditionOf(condition: RawBuilder<unknown> | object): RawBuilder<unknown> {
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
