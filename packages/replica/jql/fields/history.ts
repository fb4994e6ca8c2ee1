import { fold } from '@tallyboard/database/text/words.ts';
import { sql } from 'kysely';
import { changeFieldOf } from '../../data/issues/derive-history.ts';
import { forever } from '../../data/tables.ts';
import { allOf, type Condition, type JqlContext, never, not } from '../context.ts';
import { type DateValue, parseDate } from '../dates.ts';
import { callFunction } from '../functions/functions.ts';
import { flatten, idsOf } from '../operands.ts';
import { idsNamed, resolve } from '../resolve.ts';
import { describe, type Operand, type Operator, type Predicate, type Terminal } from '../tree.ts';
import { historyOperators, type JqlField } from './field.ts';

export const isHistoryOperator = (operator: Operator): boolean =>
  historyOperators.includes(operator);

/** The instants that the date predicates allow, both ends included. */
interface Window {
  from: number;
  to: number;
}

/** Span values of an operand: ids, '' for EMPTY, and former values of that name. */
function historyValues(
  context: JqlContext,
  field: JqlField,
  name: string,
  operand: Operand | null,
): string[] {
  const { history, entity } = field;
  const flat = flatten(context, field, { field: name, operand });
  const values = flat.values.flatMap(({ text }) => {
    const known = context.historyValues.get(`${history}\n${fold(text)}`) ?? [];
    if (history === 'resolution' && fold(text) === 'unresolved') return [''];
    if (!entity) return known;
    // Deleted names are valid here.
    const isDeleted = known.length > 0;
    const current = isDeleted
      ? idsNamed(context, entity, text)
      : resolve(context, entity, text, name);
    return [...current, ...known];
  });
  return [...new Set([...values, ...idsOf(flat.results), ...(flat.empty ? [''] : [])])];
}

function predicateDate(context: JqlContext, operator: string, operand: Operand): DateValue | null {
  if (operand.type === 'function') {
    const result = callFunction(context, operand, operator);
    if (!result) return null;
    if (result.type === 'date') return result.date;
    return context.wrongQuery(
      `A date for the predicate '${operator}' provided by the function '${operand.name}' is not valid.`,
    );
  }
  if (operand.type !== 'value')
    return context.wrongQuery(
      `The ${operator.toUpperCase()} predicate must be supplied with only 1 date value.`,
    );
  const date = parseDate(operand.text, operand.quoted, context.clock);
  if (date) return date;
  return context.wrongQuery(
    `Date value '${operand.text}' for predicate '${operator}' is invalid. Valid formats include: 'yyyy/MM/dd HH:mm', 'yyyy-MM-dd HH:mm', 'yyyy/MM/dd', 'yyyy-MM-dd', or a period format e.g. '-5d', '4w 2d'.`,
  );
}

/** ON includes the whole day, DURING the whole of its last one. */
function narrow(context: JqlContext, window: Window, { operator, operand }: Predicate): void {
  const dates = operator === 'during' && operand.type === 'list' ? operand.values : [operand];
  if (operator === 'during' && dates.length !== 2) {
    context.wrongQuery('The DURING predicate must be supplied with exactly 2 date values.');
    return;
  }
  const [first, last = first] = dates.map(date => predicateDate(context, operator, date));
  if (!first || !last) return;
  if (operator !== 'before')
    window.from = Math.max(window.from, operator === 'after' ? first.at + 1 : first.start);
  if (operator !== 'after')
    window.to = Math.min(window.to, operator === 'before' ? first.at - 1 : last.end - 1);
}

function usersOf(context: JqlContext, operand: Operand): string[] {
  if (operand.type === 'list') return operand.values.flatMap(one => usersOf(context, one));
  if (operand.type === 'value') return resolve(context, 'user', operand.text, 'by');
  if (operand.type === 'empty') return [];
  const result = callFunction(context, operand, 'by');
  if (result && result.type !== 'ids')
    context.wrongQuery(
      `A value provided by the function '${operand.name}' is invalid for the field 'by'.`,
    );
  return result?.type === 'ids' ? result.ids : [];
}

/** WAS (a value at some instant) and CHANGED (one change that matches all predicates). */
export function historyTest(context: JqlContext, field: JqlField, terminal: Terminal): Condition {
  const { operator } = terminal;
  const isChanged = operator.endsWith('changed');
  const window = { from: Number.MIN_SAFE_INTEGER, to: forever };
  const valuesOf = (operand: Operand | null) =>
    historyValues(context, field, terminal.field, operand);
  /** By column: of several equal predicates the last one counts. */
  const values = new Map<string, string[]>();
  for (const predicate of terminal.predicates) {
    const { operator: kind, operand } = predicate;
    if (kind === 'by') values.set('r.author', usersOf(context, operand));
    else if (kind !== 'from' && kind !== 'to') narrow(context, window, predicate);
    else if (isChanged) values.set(kind === 'from' ? 'r.old_value' : 'r.value', valuesOf(operand));
    else
      context.wrongQuery(
        `The ${operator.toUpperCase()} operator does not support the use of the ${kind} ${describe(operand)} predicate.`,
      );
  }
  if (!isChanged) values.set('r.value', valuesOf(terminal.operand));
  const tests = [...values].map(([column, list]) => context.isOneOf(column, list));
  const history = field.history ?? '';
  const spanField = isChanged ? changeFieldOf(history) : history;
  tests.unshift(sql<boolean>`r.field = ${spanField}`);
  const { from, to } = window;
  if (from > to) tests.push(never);
  if (to < forever) tests.push(sql<boolean>`r.start <= ${to}`);
  if (from > Number.MIN_SAFE_INTEGER)
    tests.push(isChanged ? sql<boolean>`r.start >= ${from}` : sql<boolean>`r.finish > ${from}`);
  const isDated = to < forever || from > Number.MIN_SAFE_INTEGER;
  const { store, isNarrow } = context;
  // In the index dates come after the values: of each value SQLite then reads the dates in question alone.
  if (isDated && !values.has('r.value') && !isNarrow && store.engine.name === 'sqlite')
    tests.push(sql<boolean>`r.value in (${distinctValues(spanField)})`);
  if (isChanged) tests.push(sql<boolean>`r.old_value is not null`);
  // Of few issues the spans of each; else the issues of all spans that match.
  const test = context.hasRow('spans', 'r', allOf(tests), isNarrow);
  return operator.includes('not') ? not(test) : test;
}

/** The values of a field, one look-up in the index each: `distinct` would read all spans. The last one is null. */
const distinctValues = (field: string) => sql`
  with recursive found(value) as (
    select min(value) from spans where field = ${field}
    union all
    select (select min(value) from spans where field = ${field} and value > found.value)
    from found where found.value is not null)
  select value from found`;
