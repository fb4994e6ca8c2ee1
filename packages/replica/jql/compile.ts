import { fold } from '@tallyboard/database/text/words.ts';
import { type RawBuilder, sql } from 'kysely';
import { allOf, anyOf, type Condition, type JqlContext, never } from './context.ts';
import { customFieldsNamed } from './fields/custom-fields.ts';
import { type JqlField, negative } from './fields/field.ts';
import { historyTest, isHistoryOperator } from './fields/history.ts';
import { systemFields } from './fields/system-fields.ts';
import { sameEntry, worklogFieldOf } from './fields/worklog-fields.ts';
import { checkShape } from './operands.ts';
import { type Clause, type SortField, type Terminal, textsOf } from './tree.ts';

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

/** Reports Jira's error for an operator that the field does not support. */
function checkOperator(context: JqlContext, field: JqlField, terminal: Terminal): true | null {
  const { operator, operand, field: name } = terminal;
  const isKnown = field.operators.includes(operator);
  const asksEmpty = operator === 'is' || operator === 'is not' || operand?.type === 'empty';
  if (isHistoryOperator(operator))
    return isKnown || context.wrongQuery(`History searches do not support the '${name}' field.`);
  if (asksEmpty && !field.canBeEmpty && (isKnown || operator.startsWith('is')))
    return context.wrongQuery(`The field '${name}' does not support searching for EMPTY values.`);
  const message = `The operator '${operator}' is not supported by the '${name}' field.`;
  return isKnown || context.wrongQuery(message);
}

function compileTerminal(context: JqlContext, terminal: Terminal): Condition {
  const fields = terminal.property ? [] : fieldsNamed(context, terminal.field);
  const [first] = fields;
  if (!first) {
    context.wrongValue(
      `Field '${terminal.field}' does not exist or you do not have permission to view it.`,
    );
    return never;
  }
  const able = fields.filter(field => field.operators.includes(terminal.operator));
  if (able.length === 0 && !checkOperator(context, first, terminal)) return never;
  if (!checkShape(context, terminal)) return never;
  const test = isHistoryOperator(terminal.operator) ? historyTest : fieldTest;
  const tests = able
    .filter(field => checkOperator(context, field, terminal))
    .map(field => test(context, field, terminal));
  // Fields of one name and several types: any may match; EMPTY requires all.
  const emptiness = terminal.operand?.type === 'empty' && !negative.has(terminal.operator);
  return emptiness ? allOf(tests) : anyOf(tests);
}

const fieldTest = (context: JqlContext, field: JqlField, terminal: Terminal) =>
  field.test(context, terminal);

/** Compiles a clause without NOT. Errors go to the context. */
export function compileClause(context: JqlContext, clause: Clause): Condition {
  if (clause.type === 'terminal') return compileTerminal(context, clause);
  if (clause.type === 'not') return never;
  const compileAll = (clauses: readonly Clause[]) =>
    clauses.map(inner => compileClause(context, inner));
  if (clause.type === 'or') return anyOf(compileAll(clause.clauses));
  const entryTests = clause.clauses.flatMap(inner => {
    const field = inner.type === 'terminal' && worklogFieldOf(inner);
    return field ? { field, terminal: inner } : [];
  });
  if (entryTests.length < 2) return allOf(compileAll(clause.clauses));
  const areCorrect = entryTests.every(
    ({ field, terminal }) =>
      checkOperator(context, field, terminal) && checkShape(context, terminal),
  );
  if (!areCorrect) return never;
  const together = new Set<Clause>(entryTests.map(({ terminal }) => terminal));
  const others = clause.clauses.filter(inner => !together.has(inner));
  return allOf([sameEntry(context, entryTests), ...compileAll(others)]);
}

const MAX_NARROW_VALUES = 10;

/** Fields with an index, by which a query may select few issues. */
export const NARROW_FIELDS: ReadonlySet<string> = new Set(['project', 'issuekey', 'parent']);
export const PERSON_FIELDS: ReadonlySet<string> = new Set(['assignee', 'reporter']);

/** The part of a clause that selects by at most ten values of one of these fields; null without one. */
export function narrowPart(
  context: JqlContext,
  clause: Clause | null,
  fields: ReadonlySet<string>,
): Terminal | null {
  if (clause?.type === 'and') {
    for (const inner of clause.clauses) {
      const found = narrowPart(context, inner, fields);
      if (found) return found;
    }
    return null;
  }
  if (clause?.type !== 'terminal' || !['=', 'in'].includes(clause.operator)) return null;
  const [field] = fieldsNamed(context, clause.field);
  if (!fields.has(field?.name ?? '')) return null;
  const { operand } = clause;
  const isViewer = operand?.type === 'function' && /^currentuser$/i.test(operand.name);
  const { length } = textsOf(operand);
  return isViewer || (length > 0 && length <= MAX_NARROW_VALUES) ? clause : null;
}

const MAX_SORT_FIELDS = 7;

export interface Order {
  /** Terms of SQL's ORDER BY, at least one; the id settles ties. */
  readonly terms: readonly RawBuilder<unknown>[];
  /** `sortColumn` of the first term; null if it has none. */
  readonly column: string | null;
}

/** Empty values come last when ascending and first when descending. */
export function compileOrder(context: JqlContext, orderBy: readonly SortField[]): Order {
  if (orderBy.length > MAX_SORT_FIELDS) {
    context.wrongQuery(`JQL can be ordered by at most ${MAX_SORT_FIELDS} fields.`);
  }
  const parts = orderBy.slice(0, MAX_SORT_FIELDS).flatMap(({ field: name, direction }) => {
    const [field] = fieldsNamed(context, name);
    if (!field?.sort) {
      const isKnown = field !== undefined;
      context.wrongQuery(
        isKnown
          ? `Field '${name}' does not support sorting.`
          : `Not able to sort using field '${name}'.`,
      );
      return [];
    }
    const isDown = direction === null ? field.descending === true : direction === 'desc';
    const nulls = field.sortsNoNulls ? sql`` : isDown ? sql`nulls first` : sql`nulls last`;
    const way = isDown ? sql`desc` : sql`asc`;
    return field.sort(context).map(expression => sql`${expression} ${way} ${nulls}`);
  });
  const [first] = orderBy;
  const [firstField] = first ? fieldsNamed(context, first.field) : [];
  return {
    // Newest first by default, as in Jira.
    terms: [...parts, first ? sql`issues.id asc` : sql`issues.id desc`],
    column: firstField?.sortColumn ?? null,
  };
}
