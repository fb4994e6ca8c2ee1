import { JqlError } from './api.ts';
import type { JqlContext } from './context.ts';
import { functionNamed } from './functions/functions.ts';
import { MAX_CLAUSES, tooManyClauses } from './limits.ts';
import { parseQuery } from './parse.ts';
import { unknownValue } from './resolve.ts';
import { type Clause, functionsOf, type Query, type Terminal, textsOf } from './tree.ts';

/** Names of the field of saved filters. */
export const FILTER_FIELDS: ReadonlySet<string> = new Set([
  'filter',
  'request',
  'savedfilter',
  'searchrequest',
]);

/**
 * Replaces `filter = x` by the filter's query, recursively.
 * @param inner receives the queries that are arguments of functions, by their texts, those within others first.
 */
export function expandFilters(
  context: JqlContext,
  where: Clause,
  inner: Map<string, Clause | null>,
): Clause {
  const nothing: Clause = { type: 'or', clauses: [] };
  let count = 0;

  /** `path`: ids of the filters under expansion, to detect cycles. */
  function expand(clause: Clause, path: readonly string[]): Clause {
    if (clause.type === 'not') return { type: 'not', clause: expand(clause.clause, path) };
    if (clause.type !== 'terminal')
      return { type: clause.type, clauses: clause.clauses.map(inner => expand(inner, path)) };
    count += 1;
    if (count > MAX_CLAUSES) throw tooManyClauses();
    for (const { name, args } of functionsOf(clause.operand))
      if (functionNamed(name)?.ofQuery && args[0] !== undefined) expandArgument(args[0], path);
    return FILTER_FIELDS.has(clause.field.toLowerCase()) ? filterClause(clause, path) : clause;
  }

  function expandArgument(text: string, path: readonly string[]): void {
    if (inner.has(text)) return;
    const query = parsed(text);
    if (query) inner.set(text, query.where && expand(query.where, path));
  }

  function parsed(text: string): Query | null {
    try {
      return parseQuery(text);
    } catch (error) {
      if (!(error instanceof JqlError)) throw error;
      for (const message of error.messages) context.wrongValue(message);
      return null;
    }
  }

  function filterClause({ field, operator, operand }: Terminal, path: readonly string[]): Clause {
    const isNegative = operator === '!=' || operator === 'not in';
    if (!isNegative && operator !== '=' && operator !== 'in') {
      context.wrongValue(`The operator '${operator}' is not supported by the '${field}' field.`);
      return nothing;
    }
    if (operand?.type === 'empty') {
      context.wrongValue(`The field '${field}' does not support searching for EMPTY values.`);
      return nothing;
    }
    const texts = [...new Set(textsOf(operand))];
    const any: Clause = { type: 'or', clauses: texts.map(text => savedQuery(field, text, path)) };
    return isNegative ? { type: 'not', clause: any } : any;
  }

  function savedQuery(field: string, text: string, path: readonly string[]): Clause {
    const { catalogue } = context;
    const filter = catalogue.get('filter', text) ?? catalogue.named('filter', text)[0];
    if (!filter) {
      unknownValue(context, text, field, true);
      return nothing;
    }
    if (path.includes(filter.id)) {
      context.wrongValue(
        `Field '${field}' with value '${text}' matches filter '${filter.name}' and causes a cyclical reference, this query can not be executed and should be edited.`,
      );
      return nothing;
    }
    const saved = parsed(String(filter.document.jql ?? ''));
    if (!saved) return nothing;
    return saved.where ? expand(saved.where, [...path, filter.id]) : { type: 'and', clauses: [] };
  }

  return expand(where, []);
}
