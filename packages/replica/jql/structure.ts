import { quoteIfNeeded } from './reserved.ts';
import { type Clause, describe, type Operand, type Query } from './tree.ts';

type Json = Record<string, unknown>;

function operandJson(operand: Operand): Json {
  const encodedOperand = describe(operand, quoteIfNeeded, quoteIfNeeded);
  switch (operand.type) {
    case 'value':
      return { value: operand.text, encodedValue: encodedOperand };
    case 'empty':
      return { keyword: 'empty' };
    case 'function':
      return { function: operand.name, arguments: operand.args, encodedOperand };
    case 'list':
      return { values: operand.values.map(operandJson), encodedOperand };
  }
}

function fieldJson(name: string): Json {
  return { name, encodedName: /^cf\[\d+\]$/i.test(name) ? name : quoteIfNeeded(name) };
}

function clauseJson(clause: Clause): Json {
  if (clause.type === 'not') return { operator: 'not', clauses: [clauseJson(clause.clause)] };
  if (clause.type !== 'terminal')
    return { operator: clause.type, clauses: clause.clauses.map(clauseJson) };
  const base: Json = { field: fieldJson(clause.field), operator: clause.operator };
  if (clause.operand) base.operand = operandJson(clause.operand);
  if (clause.operator.startsWith('was') || clause.operator === 'changed') {
    base.predicates = clause.predicates.map(({ operator, operand }) => ({
      operator,
      operand: operandJson(operand),
    }));
  }
  return base;
}

/** For POST jql/parse. */
export function structureOf(query: Query): Json {
  const structure: Json = {};
  if (query.where) structure.where = clauseJson(query.where);
  if (query.orderBy.length > 0) {
    structure.orderBy = {
      fields: query.orderBy.map(({ field, direction }) => ({
        field: fieldJson(field),
        ...(direction ? { direction } : {}),
      })),
    };
  }
  return structure;
}
