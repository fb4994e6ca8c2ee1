import {
  type Clause as AstClause,
  type Operand as AstOperand,
  JastBuilder,
  type TerminalClause,
} from '@atlaskit/jql-ast';
import { JqlError } from './api.ts';
import { tokenError } from './scan.ts';
import { syntaxMessage } from './syntax-errors.ts';
import type { Clause, Operand, Operator, Predicate, Query, SortField } from './tree.ts';

const isQuoted = (text: string) => /^["']/.test(text);

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Decodes escapes as Jira does, e.g. \n and \u0041; the grammar only drops the backslash. */
function meaningOf({ value, text }: { readonly value: string; readonly text: string }): string {
  if (!text.includes('\\')) return value;
  const inner = isQuoted(text) ? text.slice(1, -1) : text;
  return inner.replace(/\\(?:u([0-9a-f]{4})|(.))/gis, (_, code?: string, sign = '') =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : (ESCAPED[sign] ?? sign),
  );
}

function operandOf(operand: AstOperand): Operand {
  switch (operand.operandType) {
    case 'keyword':
      return { type: 'empty' };
    case 'value':
      return { type: 'value', text: meaningOf(operand), quoted: isQuoted(operand.text) };
    case 'list':
      return { type: 'list', values: operand.values.map(operandOf) };
    case 'function':
      if (operand.function.value.trim() === '')
        throw new JqlError([jqlPrefix('A function name cannot be empty.')]);
      return {
        type: 'function',
        name: operand.function.value,
        args: operand.arguments.map(meaningOf),
      };
  }
}

function terminalOf(clause: TerminalClause): Clause {
  const { field, operator, operand } = clause;
  if (field.value.trim() === '') throw new JqlError([jqlPrefix('A field name cannot be empty.')]);
  if (!operator) throw new JqlError([jqlPrefix('The query is not complete.')]);
  return {
    type: 'terminal',
    field: field.value,
    property: (field.properties ?? []).length > 0,
    operator: operator.value as Operator,
    operand: operand ? operandOf(operand) : null,
    predicates: clause.predicates.flatMap(predicate =>
      predicate.operand
        ? [
            {
              operator: predicate.operator.value as Predicate['operator'],
              operand: operandOf(predicate.operand),
            },
          ]
        : [],
    ),
  };
}

function clauseOf(clause: AstClause): Clause {
  switch (clause.clauseType) {
    case 'terminal':
      return terminalOf(clause);
    case 'not':
      return { type: 'not', clause: clauseOf(clause.clause) };
    case 'compound':
      return { type: clause.operator.value, clauses: clause.clauses.map(clauseOf) };
  }
}

function jqlPrefix(message: string): string {
  return `Error in the JQL Query: ${message}`;
}

/** Throws a JqlError with Jira's message and position. */
export function parseQuery(text: string): Query {
  const wrongToken = tokenError(text);
  if (wrongToken) throw new JqlError([jqlPrefix(wrongToken)]);
  const { query, errors } = new JastBuilder().build(text);
  const [first] = errors;
  if (first) throw new JqlError([jqlPrefix(syntaxMessage(text, first))]);
  const orderBy: SortField[] = (query?.orderBy ? query.orderBy.fields : []).map(sort => ({
    field: sort.field.value,
    direction: sort.direction ? (/desc/i.test(sort.direction.value) ? 'desc' : 'asc') : null,
  }));
  return { where: query?.where ? clauseOf(query.where) : null, orderBy };
}
