import { idNumbers } from '@tallyboard/database/engine.ts';
import { sql } from 'kysely';
import type { StoreContext } from '../data/context.ts';
import {
  type CountRequest,
  JqlError,
  type ParsedJql,
  type QueryScope,
  type SearchRequest,
  type SearchResult,
} from './api.ts';
import { autocompleteData, suggestValues } from './autocomplete.ts';
import {
  compileClause,
  compileOrder,
  NARROW_FIELDS,
  narrowPart,
  PERSON_FIELDS,
} from './compile.ts';
import { allOf, type Condition, JqlContext } from './context.ts';
import { isHistoryOperator } from './fields/history.ts';
import { expandFilters } from './filters.ts';
import { findPage, findSorted } from './find-page.ts';
import { tooComplex } from './limits.ts';
import { parseQuery } from './parse.ts';
import { prepare } from './prepare.ts';
import { structureOf } from './structure.ts';
import { type Clause, type Query, terminalsOf, withoutNot } from './tree.ts';

async function conditionOf(context: JqlContext, clause: Clause | null): Promise<Condition> {
  const narrow = narrowPart(context, clause, NARROW_FIELDS);
  context.isNarrow = narrow !== null;
  const few = narrow ?? narrowPart(context, clause, PERSON_FIELDS);
  context.hasFew = few !== null && (await hasFew(context.store, compileClause(context, few)));
  return clause ? compileClause(context, clause) : allOf([]);
}

/** Checks and compiles a query for a viewer; errors and warnings are in the context. */
async function compile(context: JqlContext, { where, orderBy }: Query) {
  const inner = new Map<string, Clause | null>();
  const expanded = where && expandFilters(context, where, inner);
  const clause = expanded && withoutNot(expanded);
  const clauses = [...inner].map(([text, each]) => [text, each && withoutNot(each)] as const);
  await prepare(context, [clause, ...clauses.map(([, each]) => each)].flatMap(terminalsOf));
  for (const [text, each] of clauses) context.queries.set(text, await conditionOf(context, each));
  return {
    context,
    /** Without NOT and names of filters. */
    clause,
    where: await conditionOf(context, clause),
    order: compileOrder(context, orderBy),
  };
}

/** ANDs two queries; the order of `jql` comes first. */
function both({ jql, within, restricted }: CountRequest): Query {
  const query = parseQuery(jql);
  if (restricted && !query.where) {
    throw new JqlError([
      'Unbounded JQL queries are not allowed here. Please add a search restriction to your query.',
    ]);
  }
  if (within === undefined) return query;
  const outer = parseQuery(within);
  const clauses = [outer.where, query.where].filter(clause => clause !== null);
  return {
    where: clauses.length > 0 ? { type: 'and', clauses } : null,
    orderBy: query.orderBy.length > 0 ? query.orderBy : outer.orderBy,
  };
}

async function compileRequest(store: StoreContext, request: CountRequest) {
  const context = new JqlContext(store, request);
  const compiled = await compile(context, both(request));
  if (context.errors.size > 0) throw new JqlError([...context.errors]);
  const where = context.seen(compiled.where);
  if (!request.among) return { ...compiled, where };
  const among = store.engine.idIn('issues.id', idNumbers(request.among));
  return { ...compiled, where: allOf([among, where]) };
}

export type JqlStore = ReturnType<typeof jqlStore>;

/** Errors of SQL that is too deep, has too many parameters or takes too long. */
const REFUSALS =
  /Expression tree is too large|too many SQL variables|parser stack overflow|stack depth limit|bind message|Maximum call stack|statement timeout/;

/** Throws a JqlError for a query that cannot be run. */
async function answering<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof Error && REFUSALS.test(error.message) ? tooComplex() : error;
  }
}

/** Queries. Those that are wrong throw a JqlError. */
export function jqlStore(store: StoreContext) {
  const { refresh } = store;
  const queries = {
    async search(request: SearchRequest): Promise<SearchResult> {
      await refresh();
      return answering(async () => {
        const { context, clause, where, order } = await compileRequest(store, request);
        const { offset = 0, limit } = request;
        const ids =
          limit === undefined
            ? (await findSorted(store, where, order.terms)).slice(offset)
            : await findPage(context, where, order, { offset, limit });
        if (!request.total) return { ids, warnings: [...context.warnings] };
        await warnOfMissingHistory(context, clause);
        const total = await countWhere(store, where);
        return { ids, warnings: [...context.warnings], total };
      });
    },

    async count(request: CountRequest): Promise<number> {
      await refresh();
      return answering(async () => {
        const { where } = await compileRequest(store, request);
        return countWhere(store, where);
      });
    },

    /** The matching ones of `ids`, in the given order. */
    async matches(ids: string[], request: CountRequest): Promise<string[]> {
      const matching = new Set((await queries.search({ ...request, among: ids })).ids);
      return ids.filter(id => matching.has(id));
    },

    /** Structure, errors and warnings of a query; never throws a JqlError. Validation `none` checks only the syntax. */
    async parse(jql: string, scope: QueryScope): Promise<ParsedJql> {
      await refresh();
      let parsed: ParsedJql = { query: jql, errors: [], warnings: [] };
      try {
        const query = parseQuery(jql);
        parsed = { ...parsed, structure: structureOf(query) };
        if (scope.validation === 'none') return parsed;
        const context = new JqlContext(store, scope);
        await answering(async () => {
          const { clause } = await compile(context, query);
          if (context.errors.size === 0) await warnOfMissingHistory(context, clause);
        });
        return { ...parsed, errors: [...context.errors], warnings: [...context.warnings] };
      } catch (error) {
        if (!(error instanceof JqlError)) throw error;
        return { ...parsed, errors: error.messages };
      }
    },

    /** Fields, functions and reserved words for a JQL editor. */
    async autocomplete(projectIds?: string[]) {
      await refresh();
      return autocompleteData(store, projectIds);
    },

    /** Values of a field (named as in JQL) that start with a prefix. */
    async suggestions(fieldName: string, prefix: string, limit = 15) {
      await refresh();
      return suggestValues(store, fieldName, prefix, limit);
    },
  };
  return queries;
}

/** Looked up one by one these take some milliseconds. */
const MAX_FEW = 10_000;

async function hasFew({ db }: StoreContext, where: Condition): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from issues where ${where} limit ${MAX_FEW + 1}
    ) as found`.execute(db);
  return Number(rows[0]?.count) <= MAX_FEW;
}

async function countWhere({ db }: StoreContext, where: Condition): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from issues where ${where}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** The clause without history conditions; null if nothing remains. */
function withoutHistory(clause: Clause): Clause | null {
  if (clause.type === 'terminal') return isHistoryOperator(clause.operator) ? null : clause;
  if (clause.type === 'not') return clause;
  const clauses = clause.clauses.map(withoutHistory);
  const left = clauses.filter(inner => inner !== null);
  if (left.length === 0 || (clause.type === 'or' && left.length < clauses.length)) return null;
  return { type: clause.type, clauses: left };
}

/** Warns about issues with incomplete history, which WAS and CHANGED cannot judge. */
async function warnOfMissingHistory(context: JqlContext, clause: Clause | null): Promise<void> {
  if (!clause || !terminalsOf(clause).some(({ operator }) => isHistoryOperator(operator))) return;
  const rest = withoutHistory(clause);
  const within = rest ? compileClause(context, rest) : allOf([]);
  const { rows } = await sql<{ none: number | null; part: number | null }>`
    select sum(case when history_count = 0 then 1 else 0 end) as none,
      sum(case when history_count > 0 then 1 else 0 end) as part
    from issues where (history_total is null or history_count < history_total)
      and ${context.seen(within)}`.execute(context.store.db);
  const issues = (count: number, text: string) => {
    const has = count === 1 ? 'issue has' : 'issues have';
    return count > 0 ? [`${count.toLocaleString('en-US')} ${has} ${text}`] : [];
  };
  const parts = [
    ...issues(rows[0]?.none ?? 0, 'no history here'),
    ...issues(rows[0]?.part ?? 0, 'only a part of it'),
  ];
  if (parts.length > 0)
    context.warnings.add(`${parts.join(', ')}: WAS and CHANGED miss what is not here.`);
}
