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

/** Pages that end later are sorted. */
const MAX_END = 2_000;
/** Distinct values of a column that are looked up, in some microseconds each. */
const MAX_VALUES = 20_000;
/** Evenly distributed ids: they cost some milliseconds, whatever the number of issues. */
const SAMPLE_IDS = 500;
/** With fewer sampled issues, or fewer of these in a result, all are sorted. */
const MIN_SAMPLE = 50;
const MIN_MATCHES = 3;
/** Sampled issues of a block that is read alone; smaller ones are read together. */
const LARGE = 5;
/** After a block with this share of all issues and none of the result, the whole result is sorted. */
const MAX_BARREN_PART = 0.05;
/** The whole result is also sorted once the blocks read so far have this share of all issues. */
const MAX_PART = 0.25;

/**
 * A page in an order whose first term depends on one column. Of a large result the issues are read value by value, in the
 * order of the values, until there are enough: sorting a million takes most of a second.
 */
export async function findPage(
  context: JqlContext,
  where: Condition,
  { terms, column }: Order,
  page: Page,
): Promise<string[]> {
  const { store, isNarrow } = context;
  const sortAll = () => findSorted(store, where, terms, page);
  const end = page.offset + page.limit;
  if (isNarrow || column === null || end > MAX_END || readsOtherTables(store, where))
    return sortAll();
  const sample = await readSample(store, where, column);
  const matches = sample.filter(({ isMatch }) => isMatch === 1).length;
  if (sample.length < MIN_SAMPLE || matches < MIN_MATCHES) return sortAll();
  const blocks = await readBlocks(store, column, terms);
  if (blocks === null) return sortAll();
  const [, ...further] = terms;
  // An issue that changes meanwhile may be in two blocks.
  const found = new Set<string>();
  let size = 0;
  for (const read of readsOf(blocks, sample)) {
    const isBarren = read.matches === 0 && read.size > MAX_BARREN_PART * sample.length;
    if (isBarren || size > MAX_PART * sample.length) return sortAll();
    size += read.size;
    const isInRead = allOf([isOneOf(context, column, read.values), where]);
    // Without the first term an engine may look for matches among all issues, in the order of the others.
    const needed = read.isSingle && read.matches > 0 ? further : terms;
    const first = { offset: 0, limit: end - found.size };
    for (const id of await findSorted(store, isInRead, needed, first)) found.add(id);
    if (found.size >= end) break;
  }
  return [...found].slice(page.offset);
}

/** Whether the conditions read other tables, which each block would read again. */
const readsOtherTables = ({ db }: StoreContext, where: Condition): boolean =>
  /\bfrom(?!\s+json_each\b)/.test(where.compile(db).sql);

type Value = string | null;

interface Sampled {
  readonly value: Value;
  /** 1 for an issue of the result, else 0. */
  readonly isMatch: number;
}

async function readSample(
  { db, engine }: StoreContext,
  where: Condition,
  column: string,
): Promise<readonly Sampled[]> {
  const { rows: ends } = await sql<{ first: number | null; last: number | null }>`
    select (select min(id) from issues) as first, (select max(id) from issues) as last`.execute(db);
  const { first, last } = ends[0] ?? {};
  if (typeof first !== 'number' || typeof last !== 'number') return [];
  const step = Math.max(1, (last - first) / SAMPLE_IDS);
  const ids = Array.from({ length: SAMPLE_IDS }, (_, at) => Math.floor(first + at * step));
  const { rows } = await sql<Sampled>`
    select ${sql.ref(`issues.${column}`)} as value,
      case when ${where} then 1 else 0 end as "isMatch"
    from issues where ${engine.idIn('issues.id', ids)}`.execute(db);
  return rows;
}

/** The values of the column in the order of a term, those together that are equal by it; null if they are many. */
async function readBlocks(
  { db }: StoreContext,
  column: string,
  [term]: Terms,
): Promise<readonly Value[][] | null> {
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

/** Blocks that are read together. */
interface Read {
  readonly values: Value[];
  readonly isSingle: boolean;
  /** Sampled issues, and those of them in the result. */
  size: number;
  matches: number;
}

function readsOf(blocks: readonly Value[][], sample: readonly Sampled[]): readonly Read[] {
  const byValue = Map.groupBy(sample, ({ value }) => value);
  const reads: Read[] = [];
  for (const values of blocks) {
    const sampled = values.flatMap(value => byValue.get(value) ?? []);
    const size = sampled.length;
    const matches = sampled.filter(({ isMatch }) => isMatch === 1).length;
    // SQLite uses no index for null or other values.
    const isSingle = size >= LARGE || values.includes(null);
    const last = reads.at(-1);
    if (isSingle || !last || last.isSingle || last.size >= LARGE) {
      reads.push({ values: [...values], isSingle, size, matches });
      continue;
    }
    last.values.push(...values);
    last.size += size;
    last.matches += matches;
  }
  return reads;
}

function isOneOf(context: JqlContext, column: string, values: readonly Value[]): Condition {
  const name = sql.ref(`issues.${column}`);
  const stored = context.isOneOf(
    name,
    values.filter(value => value !== null),
  );
  return values.includes(null) ? anyOf([sql<boolean>`${name} is null`, stored]) : stored;
}
