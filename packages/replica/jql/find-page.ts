import { type RawBuilder, sql } from 'kysely';
import type { StoreContext } from '../data/context.ts';
import type { Order } from './compile.ts';
import { allOf, anyOf, type Condition, type JqlContext } from './context.ts';

type Terms = readonly RawBuilder<unknown>[];

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** The ids of all issues by these terms, or of a page of them. */
export async function findSorted(
  { db }: StoreContext,
  where: Condition,
  terms: Terms,
  page?: Page,
): Promise<string[]> {
  const order = terms.length > 0 ? sql`order by ${sql.join([...terms])}` : sql``;
  const limit = page ? sql`limit ${page.limit} offset ${page.offset}` : sql``;
  // One text: an object for each of many rows would take most of the time.
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(cast(id as text), ',') as ids from (
      select issues.id as id from issues where ${where} ${order} ${limit}
    ) as found`.execute(db);
  return rows[0]?.ids?.split(',') ?? [];
}

/** Results of up to so many issues are sorted as a whole, and so are pages beyond so many. */
const MAX_SORTED = 2_000;
/** Of a column. Each takes some microseconds. */
const MAX_VALUES = 20_000;
/** Blocks that are read one by one, since a status has many issues; later ones are read several at once. */
const SINGLE_BLOCKS = 4;

/**
 * A page in an order whose first term depends on one column. Of a large result the issues are read value by value, in the
 * order of the values, until there are enough: sorting a million takes most of a second.
 */
export async function findPage(
  { store, isNarrow }: JqlContext,
  where: Condition,
  { terms, column }: Order,
  page: Page,
): Promise<string[]> {
  const sortAll = () => findSorted(store, where, terms, page);
  const end = page.offset + page.limit;
  if (isNarrow || column === null || end > MAX_SORTED || readsOtherTables(store, where))
    return sortAll();
  const some = await findSorted(store, where, [], { offset: 0, limit: MAX_SORTED + 1 });
  if (some.length <= MAX_SORTED) {
    const isOneOfThese = store.engine.idIn('issues.id', some.map(Number));
    return findSorted(store, allOf([isOneOfThese, where]), terms, page);
  }
  const blocks = await readBlocks(store, column, terms);
  if (blocks === null) return sortAll();
  const [, ...further] = terms;
  // An issue that changes meanwhile may be in two blocks.
  const found = new Set<string>();
  for (let at = 0; at < blocks.length && found.size < end; ) {
    const these = blocks.slice(at, at < SINGLE_BLOCKS ? at + 1 : 4 * at);
    const isInThese = allOf([isOneOf(store, column, these.flat()), where]);
    const limit = end - found.size;
    const needed = these.length === 1 ? further : terms;
    for (const id of await findSorted(store, isInThese, needed, { offset: 0, limit }))
      found.add(id);
    at += these.length;
  }
  return [...found].slice(page.offset);
}

/** Whether the conditions read other tables, which each block would read again. */
const readsOtherTables = ({ db }: StoreContext, where: Condition): boolean =>
  /\bfrom(?!\s+json_each\b)/.test(where.compile(db).sql);

type Value = string | null;

/** The values of the column in the order of a term, equal ones in one block; null if there are too many. */
async function readBlocks(
  { db }: StoreContext,
  column: string,
  [term]: Terms,
): Promise<Value[][] | null> {
  const name = sql.ref(column);
  // Looks up each next value in the index. Called as the table, so that the term fits; its last row is that of null.
  const { rows } = await sql<{ value: Value; block: number }>`
    with recursive found (${name}, place) as (
      select min(${name}), 0 from issues
      union all
      select (select min(others.${name}) from issues others where others.${name} > found.${name}),
        place + 1
      from found where found.${name} is not null and place < ${MAX_VALUES}
    )
    select ${name} as value, dense_rank() over (order by ${term}) as block from found as issues
    order by block`.execute(db);
  if (rows.length > MAX_VALUES) return null;
  return [...Map.groupBy(rows, ({ block }) => block).values()].map(block =>
    block.map(({ value }) => value),
  );
}

function isOneOf({ engine }: StoreContext, column: string, values: readonly Value[]): Condition {
  const name = sql.ref(`issues.${column}`);
  const stored = values.filter(value => value !== null);
  const [only] = stored;
  const isStored =
    stored.length === 1 ? sql<boolean>`${name} = ${only}` : engine.idIn(name, stored);
  const isNull = stored.length < values.length ? [sql<boolean>`${name} is null`] : [];
  return anyOf(stored.length > 0 ? [...isNull, isStored] : isNull);
}
