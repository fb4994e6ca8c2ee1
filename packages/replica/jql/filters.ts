import type { Catalogue } from '../data/catalogue.ts';
import { JqlError } from './api.ts';
import { MAX_CLAUSES, tooManyClauses } from './limits.ts';
import { parseQuery } from './parse.ts';
import { type Clause, type Terminal, textsOf } from './tree.ts';

const names = new Set(['filter', 'request', 'savedfilter', 'searchrequest']);

interface Expansion {
  catalogue: Catalogue;
  complain: (message: string) => void;
  /** Ids of filters under expansion, to detect cycles. */
  path: string[];
  /** Clauses so far, shared by the whole expansion. */
  clauses: { count: number };
}

/** Replaces `filter = x` by the filter's query, recursively. */
export function expandFilters(
  catalogue: Catalogue,
  clause: Clause,
  complain: (message: string) => void,
): Clause {
  return expand({ catalogue, complain, path: [], clauses: { count: 0 } }, clause);
}

function expand(expansion: Expansion, clause: Clause): Clause {
  if (clause.type === 'not') return { type: 'not', clause: expand(expansion, clause.clause) };
  if (clause.type !== 'terminal') {
    return { type: clause.type, clauses: clause.clauses.map(inner => expand(expansion, inner)) };
  }
  expansion.clauses.count += 1;
  if (expansion.clauses.count > MAX_CLAUSES) throw tooManyClauses();
  return names.has(clause.field.toLowerCase()) ? filterClause(expansion, clause) : clause;
}

function filterClause(expansion: Expansion, terminal: Terminal): Clause {
  const nothing: Clause = { type: 'or', clauses: [] };
  if (!['=', '!=', 'in', 'not in'].includes(terminal.operator)) {
    expansion.complain(
      `The operator '${terminal.operator}' is not supported by the '${terminal.field}' field.`,
    );
    return nothing;
  }
  if (terminal.operand?.type === 'empty') {
    expansion.complain(
      `The field '${terminal.field}' does not support searching for EMPTY values.`,
    );
    return nothing;
  }
  const clauses = [...new Set(textsOf(terminal.operand))].map(text =>
    savedQuery(expansion, terminal.field, text),
  );
  const any: Clause = { type: 'or', clauses };
  return terminal.operator === '!=' || terminal.operator === 'not in'
    ? { type: 'not', clause: any }
    : any;
}

function savedQuery(expansion: Expansion, field: string, text: string): Clause {
  const filter =
    expansion.catalogue.get('filter', text) ?? expansion.catalogue.named('filter', text)[0];
  const nothing: Clause = { type: 'or', clauses: [] };
  if (!filter) {
    expansion.complain(
      /^\d+$/.test(text)
        ? `A value with ID '${text}' does not exist for the field '${field}'.`
        : `The value '${text}' does not exist for the field '${field}'.`,
    );
    return nothing;
  }
  if (expansion.path.includes(filter.id)) {
    expansion.complain(
      `Field '${field}' with value '${text}' matches filter '${filter.name}' and causes a cyclical reference, this query can not be executed and should be edited.`,
    );
    return nothing;
  }
  let where: Clause | null;
  try {
    where = parseQuery(String(filter.document.jql ?? '')).where;
  } catch (error) {
    if (!(error instanceof JqlError)) throw error;
    error.messages.forEach(expansion.complain);
    return nothing;
  }
  const path = [...expansion.path, filter.id];
  return where ? expand({ ...expansion, path }, where) : { type: 'and', clauses: [] };
}
