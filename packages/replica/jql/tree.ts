/** The syntax tree of a query. */

export type Operator = keyof typeof opposites;

export interface ValueOperand {
  type: 'value';
  text: string;
  /** Quoted values are never epoch numbers or the keyword Unresolved's literal. */
  quoted: boolean;
}

export interface FunctionOperand {
  type: 'function';
  name: string;
  args: string[];
}

interface ListOperand {
  type: 'list';
  values: Operand[];
}

interface EmptyOperand {
  type: 'empty';
}

export type Operand = ValueOperand | FunctionOperand | ListOperand | EmptyOperand;

export interface Predicate {
  operator: 'after' | 'before' | 'on' | 'during' | 'by' | 'from' | 'to';
  operand: Operand;
}

export interface Terminal {
  type: 'terminal';
  /** As written, without quotes. */
  field: string;
  /** `issue.property[key].path`: never matches, since no properties are stored. */
  property: boolean;
  operator: Operator;
  operand: Operand | null;
  predicates: Predicate[];
}

export type Clause =
  | { type: 'and' | 'or'; clauses: Clause[] }
  | { type: 'not'; clause: Clause }
  | Terminal;

export interface SortField {
  field: string;
  direction: 'asc' | 'desc' | null;
}

export interface Query {
  where: Clause | null;
  orderBy: SortField[];
}

const opposites = {
  '=': '!=',
  '!=': '=',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '~': '!~',
  '!~': '~',
  in: 'not in',
  'not in': 'in',
  is: 'is not',
  'is not': 'is',
  was: 'was not',
  'was not': 'was',
  'was in': 'was not in',
  'was not in': 'was in',
  changed: 'not changed',
  'not changed': 'changed',
} as const;

/**
 * Pushes NOT down to the operators, as Jira does: `NOT (a = b)` becomes `a != b`, which excludes issues where the field
 * is empty.
 */
export function withoutNot(clause: Clause, negated = false): Clause {
  if (clause.type === 'not') return withoutNot(clause.clause, !negated);
  if (clause.type === 'terminal') {
    return negated ? { ...clause, operator: opposites[clause.operator] } : clause;
  }
  const type = negated ? (clause.type === 'and' ? 'or' : 'and') : clause.type;
  return { type, clauses: clause.clauses.map(inner => withoutNot(inner, negated)) };
}

export function terminalsOf(clause: Clause | null): Terminal[] {
  if (!clause) return [];
  if (clause.type === 'terminal') return [clause];
  return clause.type === 'not' ? terminalsOf(clause.clause) : clause.clauses.flatMap(terminalsOf);
}

/** Values and arguments. */
export function textsOf(operand: Operand | null): string[] {
  if (!operand || operand.type === 'empty') return [];
  if (operand.type === 'value') return [operand.text];
  return operand.type === 'list' ? operand.values.flatMap(textsOf) : operand.args;
}

export function functionsOf(operand: Operand | null): FunctionOperand[] {
  if (operand?.type === 'list') return operand.values.flatMap(functionsOf);
  return operand?.type === 'function' ? [operand] : [];
}

/** As JQL; by default as Jira writes it in messages. */
export function describe(
  operand: Operand,
  quoteValue = (text: string) => `"${text}"`,
  quoteArgument = (text: string) => text,
): string {
  switch (operand.type) {
    case 'empty':
      return 'EMPTY';
    case 'value':
      return quoteValue(operand.text);
    case 'function':
      return `${operand.name}(${operand.args.map(quoteArgument).join(', ')})`;
    case 'list': {
      const values = operand.values.map(value => describe(value, quoteValue, quoteArgument));
      return `(${values.join(', ')})`;
    }
  }
}
