import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Catalogue } from '../store/catalogue.ts';
import type { Engine } from '../store/engine.ts';
import type { Database } from '../store/schema.ts';
import type { SearchRequest, SearchResult, Viewer } from '../store/store.ts';
import { JqlError, type ParsedJql } from './api.ts';
import { compileClause, compileOrder } from './compile.ts';
import { allOf, type Condition, type JqlContext, newContext, wrongValue } from './context.ts';
import { expandFilters } from './filters.ts';
import { warnOfMissingHistory } from './missing-history.ts';
import { parseQuery } from './parse.ts';
import { prepare } from './prepare.ts';
import { structureOf } from './structure.ts';
import { type Clause, isBounded, type Query, terminalsOf, withoutNot } from './tree.ts';

type Db = Kysely<Database>;

interface Compiled {
  context: JqlContext;
  /** Without NOT and names of filters. */
  clause: Clause | null;
  where: Condition;
  order: RawBuilder<unknown>;
}

/** Checks and compiles a query for a viewer; complaints are in the context. */
async function compile(db: Db, context: JqlContext, query: Query): Promise<Compiled> {
  const complain = (message: string) => wrongValue(context, message);
  const clause = query.where
    ? withoutNot(expandFilters(context.catalogue, query.where, complain))
    : null;
  await prepare(db, context, terminalsOf(clause));
  const where = clause ? compileClause(context, clause) : allOf([]);
  const order = compileOrder(context, query.orderBy);
  return { context, clause, where, order };
}

/** Two queries as one: both restrictions, and the first order that there is. */
function both(jql: string, within: string | undefined): Query {
  const query = parseQuery(jql);
  if (within === undefined) return query;
  const outer = parseQuery(within);
  const clauses = [outer.where, query.where].filter(clause => clause !== null);
  return {
    where: clauses.length > 0 ? { type: 'and', clauses } : null,
    orderBy: query.orderBy.length > 0 ? query.orderBy : outer.orderBy,
  };
}

async function compileRequest(
  engine: Engine,
  db: Db,
  catalogue: Catalogue,
  request: Omit<SearchRequest, 'offset' | 'limit' | 'total'>,
): Promise<Compiled> {
  const context = newContext(engine, catalogue, request);
  const compiled = await compile(db, context, both(request.jql, request.within));
  if (context.errors.length > 0) throw new JqlError(context.errors);
  if (!request.among) return compiled;
  const among = request.among.map(Number).filter(Number.isSafeInteger);
  return { ...compiled, where: allOf([engine.idIn(sql.ref('issues.id'), among), compiled.where]) };
}

/** Runs a query; see Store.search. */
export async function search(
  engine: Engine,
  db: Db,
  catalogue: Catalogue,
  request: SearchRequest,
): Promise<SearchResult> {
  const compiled = await compileRequest(engine, db, catalogue, request);
  const { context, where, order } = compiled;
  const limit =
    request.limit === undefined ? sql`` : sql`limit ${request.limit} offset ${request.offset ?? 0}`;
  const { rows } = await sql<{
    id: number;
  }>`select issues.id as id from issues where ${where} order by ${order} ${limit}`.execute(db);
  const skipped = request.limit === undefined ? rows.slice(request.offset ?? 0) : rows;
  const ids = skipped.map(row => String(row.id));
  const { warnings } = context;
  if (!request.total) return { ids, warnings };
  await warnOfMissingHistory(db, context, compiled.clause);
  return { ids, warnings, total: await countWhere(db, where) };
}

async function countWhere(db: Db, where: Condition): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from issues where ${where}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

export async function count(
  engine: Engine,
  db: Db,
  catalogue: Catalogue,
  request: Omit<SearchRequest, 'offset' | 'limit' | 'total'>,
): Promise<number> {
  return countWhere(db, (await compileRequest(engine, db, catalogue, request)).where);
}

/** Structure and complaints of a query, without running it. */
export async function parseJql(
  engine: Engine,
  db: Db,
  catalogue: Catalogue,
  jql: string,
  settings: { viewer: Viewer; now: number; validation?: 'strict' | 'warn' | 'none' },
): Promise<ParsedJql> {
  let query: Query;
  try {
    query = parseQuery(jql);
  } catch (error) {
    if (!(error instanceof JqlError)) throw error;
    return { query: jql, errors: error.messages, warnings: [], bounded: true };
  }
  const parsed = { query: jql, structure: structureOf(query), bounded: isBounded(query) };
  if (settings.validation === 'none') return { ...parsed, errors: [], warnings: [] };
  const context = newContext(engine, catalogue, settings);
  const { clause } = await compile(db, context, query);
  if (context.errors.length === 0) await warnOfMissingHistory(db, context, clause);
  return { ...parsed, errors: context.errors, warnings: context.warnings };
}
