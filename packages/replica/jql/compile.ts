import { type RawBuilder, sql } from 'kysely';
import { fold } from '../data/words.ts';
import {
  allOf,
  anyOf,
  type Condition,
  type JqlContext,
  never,
  wrongQuery,
  wrongValue,
} from './context.ts';
import { customFieldsNamed } from './fields/custom-fields.ts';
import { type JqlField, negative } from './fields/field.ts';
import { isHistoryOperator } from './fields/history.ts';
import { systemFields } from './fields/system-fields.ts';
import { sameEntry, worklogFieldOf } from './fields/worklog-fields.ts';
import { checkShape } from './operands.ts';
import type { Clause, SortField, Terminal } from './tree.ts';

const systemByName = new Map(
  systemFields.flatMap(field =>
    [field.name, ...(field.aliases ?? [])].map(name => [fold(name), field] as const),
  ),
);

const MAX_FIELD_NAME = 255;

/** Memoized by name, per query. */
const fieldsOfQueries = new WeakMap<JqlContext, Map<string, JqlField[]>>();

/** A system field, else custom fields. */
export function fieldsNamed(context: JqlContext, name: string): JqlField[] {
  if (name.length > MAX_FIELD_NAME) return [];
  const memo = fieldsOfQueries.get(context) ?? new Map<string, JqlField[]>();
  fieldsOfQueries.set(context, memo);
  const system = systemByName.get(fold(name));
  const found = memo.get(name) ?? (system ? [system] : customFieldsNamed(context, name));
  memo.set(name, found);
  return found;
}

function unknownField(context: JqlContext, name: string): Condition {
  wrongValue(context, `Field '${name}' does not exist or you do not have permission to view it.`);
  return never;
}

/** Reports Jira's error for an operator that the field does not support. */
function checkOperator(context: JqlContext, field: JqlField, terminal: Terminal): boolean {
  const { operator, operand, field: name } = terminal;
  if (isHistoryOperator(operator) && !field.operators.includes(operator)) {
    wrongQuery(context, `History searches do not support the '${name}' field.`);
    return false;
  }
  const asksEmpty = operator === 'is' || operator === 'is not' || operand?.type === 'empty';
  if (asksEmpty && !field.canBeEmpty && !isHistoryOperator(operator)) {
    wrongQuery(
      context,
      field.operators.includes(operator) || operator.startsWith('is')
        ? `The field '${name}' does not support searching for EMPTY values.`
        : `The operator '${operator}' is not supported by the '${name}' field.`,
    );
    return false;
  }
  if (field.operators.includes(operator)) return true;
  wrongQuery(context, `The operator '${operator}' is not supported by the '${name}' field.`);
  return false;
}

function compileTerminal(context: JqlContext, terminal: Terminal): Condition {
  const fields = terminal.property ? [] : fieldsNamed(context, terminal.field);
  if (fields.length === 0) return unknownField(context, terminal.field);
  const able = fields.filter(field => field.operators.includes(terminal.operator));
  const [first] = fields;
  if (!first || (able.length === 0 && !checkOperator(context, first, terminal))) return never;
  if (!checkShape(context, terminal)) return never;
  const tests = able
    .filter(field => checkOperator(context, field, terminal))
    .map(field => field.test(context, terminal));
  // Fields of one name and several types: any may match; EMPTY requires all.
  const emptiness = terminal.operand?.type === 'empty' && !negative.has(terminal.operator);
  return emptiness ? allOf(tests) : anyOf(tests);
}

/** Compiles a clause without NOT. Errors go to the context. */
export function compileClause(context: JqlContext, clause: Clause): Condition {
  if (clause.type === 'terminal') return compileTerminal(context, clause);
  if (clause.type === 'not') return never;
  if (clause.type === 'or')
    return anyOf(clause.clauses.map(inner => compileClause(context, inner)));
  const entryTerminals = clause.clauses.flatMap(inner =>
    inner.type === 'terminal' && worklogFieldOf(inner) ? inner : [],
  );
  if (entryTerminals.length < 2)
    return allOf(clause.clauses.map(inner => compileClause(context, inner)));
  const together = new Set<Clause>(entryTerminals);
  for (const terminal of entryTerminals) {
    const field = worklogFieldOf(terminal);
    if (!field || !checkOperator(context, field, terminal) || !checkShape(context, terminal))
      return never;
  }
  const others = clause.clauses.filter(inner => !together.has(inner));
  return allOf([
    sameEntry(context, entryTerminals),
    ...others.map(inner => compileClause(context, inner)),
  ]);
}

const MAX_SORT_FIELDS = 7;

/** ORDER BY as SQL. Empty values come last when ascending and first when descending; the id settles ties. */
export function compileOrder(
  context: JqlContext,
  orderBy: readonly SortField[],
): RawBuilder<unknown> {
  if (orderBy.length > MAX_SORT_FIELDS) {
    wrongQuery(context, `JQL can be ordered by at most ${MAX_SORT_FIELDS} fields.`);
  }
  const parts = orderBy.slice(0, MAX_SORT_FIELDS).flatMap(({ field: name, direction }) => {
    const fields = fieldsNamed(context, name);
    const [field] = fields;
    if (!field) {
      wrongQuery(context, `Not able to sort using field '${name}'.`);
      return [];
    }
    if (!field.sort) {
      wrongQuery(context, `Field '${name}' does not support sorting.`);
      return [];
    }
    const down = direction === null ? field.descending === true : direction === 'desc';
    return field
      .sort(context)
      .map(expression =>
        down ? sql`${expression} desc nulls first` : sql`${expression} asc nulls last`,
      );
  });
  // Newest first by default, as in Jira.
  return sql.join([...parts, orderBy.length > 0 ? sql`issues.id asc` : sql`issues.id desc`]);
}
