import { sql } from 'kysely';
import { forever } from '../../data/schema.ts';
import { fold } from '../../data/words.ts';
import {
  allOf,
  type Condition,
  isOneOf,
  type JqlContext,
  never,
  not,
  wrongQuery,
} from '../context.ts';
import { type DateValue, parseDate } from '../dates.ts';
import { callFunction } from '../functions/functions.ts';
import { flatten, idsOf } from '../operands.ts';
import { type Resolve, resolveUser } from '../resolve.ts';
import { describe, type Operand, type Operator, type Predicate, type Terminal } from '../tree.ts';
import { historyOperators, type JqlField } from './field.ts';

export const isHistoryOperator = (operator: Operator): boolean =>
  historyOperators.includes(operator);

/** The instants that the date predicates allow: from < instant, or from <= instant <= to. */
interface Window {
  /** First millisecond included. */
  from: number;
  /** Last millisecond included. */
  to: number;
}

/** Span values of an operand: ids, '' for EMPTY, and former values of that name. */
function historyValues(
  context: JqlContext,
  field: JqlField,
  column: string,
  resolve: Resolve,
  name: string,
  operand: Operand | null,
): string[] {
  const flat = flatten(context, field, name, operand);
  const values = flat.values.flatMap(value => {
    const known = context.historyValues.get(`${column}\n${fold(value.text)}`) ?? [];
    if (column === 'resolution' && fold(value.text) === 'unresolved') return [''];
    // Deleted names are valid here.
    const current = resolve(known.length > 0 ? lenient(context) : context, value, name) ?? [];
    return [...current, ...known];
  });
  return [...new Set([...values, ...idsOf(flat.results), ...(flat.empty ? [''] : [])])];
}

/** The context without errors about values. */
function lenient(context: JqlContext): JqlContext {
  return { ...context, errors: new Set(), warnings: new Set() };
}

function predicateDate(context: JqlContext, operator: string, operand: Operand): DateValue | null {
  if (operand.type === 'function') {
    const result = callFunction(context, operand, operator);
    if (result?.type === 'date') return result.date;
    if (result) {
      wrongQuery(
        context,
        `A date for the predicate '${operator}' provided by the function '${operand.name}' is not valid.`,
      );
    }
    return null;
  }
  if (operand.type !== 'value') {
    wrongQuery(
      context,
      `The ${operator.toUpperCase()} predicate must be supplied with only 1 date value.`,
    );
    return null;
  }
  const date = parseDate(operand.text, operand.quoted, context.clock);
  if (date) return date;
  wrongQuery(
    context,
    `Date value '${operand.text}' for predicate '${operator}' is invalid. Valid formats include: 'yyyy/MM/dd HH:mm', 'yyyy-MM-dd HH:mm', 'yyyy/MM/dd', 'yyyy-MM-dd', or a period format e.g. '-5d', '4w 2d'.`,
  );
  return null;
}

/** ON includes the whole day, DURING the whole of its last one. */
function narrow(context: JqlContext, window: Window, { operator, operand }: Predicate): void {
  if (operator === 'during') {
    const dates = operand.type === 'list' ? operand.values : [operand];
    const [first, last] = dates;
    if (dates.length !== 2 || !first || !last) {
      wrongQuery(context, 'The DURING predicate must be supplied with exactly 2 date values.');
      return;
    }
    const from = predicateDate(context, operator, first);
    const to = predicateDate(context, operator, last);
    if (!from || !to) return;
    window.from = Math.max(window.from, from.start);
    window.to = Math.min(window.to, to.end - 1);
    return;
  }
  const date = predicateDate(context, operator, operand);
  if (!date) return;
  if (operator === 'after') window.from = Math.max(window.from, date.at + 1);
  if (operator === 'before') window.to = Math.min(window.to, date.at - 1);
  if (operator === 'on') {
    window.from = Math.max(window.from, date.start);
    window.to = Math.min(window.to, date.end - 1);
  }
}

interface Predicates {
  window: Window;
  by: string[] | null;
  from: string[] | null;
  to: string[] | null;
}

function readPredicates(
  context: JqlContext,
  terminal: Terminal,
  values: (operand: Operand) => string[],
): Predicates {
  const read: Predicates = {
    window: { from: Number.MIN_SAFE_INTEGER, to: forever },
    by: null,
    from: null,
    to: null,
  };
  for (const predicate of terminal.predicates) {
    const { operator, operand } = predicate;
    if (operator === 'by') read.by = usersOf(context, operand);
    else if (operator === 'from' || operator === 'to') {
      if (terminal.operator.startsWith('was')) {
        wrongQuery(
          context,
          `The ${terminal.operator.toUpperCase()} operator does not support the use of the ${operator} ${describe(operand)} predicate.`,
        );
      } else read[operator] = values(operand);
    } else narrow(context, read.window, predicate);
  }
  return read;
}

function usersOf(context: JqlContext, operand: Operand): string[] {
  if (operand.type === 'list') return operand.values.flatMap(one => usersOf(context, one));
  if (operand.type === 'value') return resolveUser(context, operand, 'by') ?? [];
  if (operand.type === 'empty') return [];
  const result = callFunction(context, operand, 'by');
  if (result?.type === 'ids') return result.ids;
  if (result)
    wrongQuery(
      context,
      `A value provided by the function '${operand.name}' is invalid for the field 'by'.`,
    );
  return [];
}

/** WAS (a value at some instant) and CHANGED (one change that matches all predicates). */
export function historyTest(
  context: JqlContext,
  field: JqlField,
  column: string | undefined,
  resolve: Resolve,
  terminal: Terminal,
): Condition {
  if (!column)
    return wrongQuery(context, `History searches do not support the '${terminal.field}' field.`);
  const values = (operand: Operand | null) =>
    historyValues(context, field, column, resolve, terminal.field, operand);
  const predicates = readPredicates(context, terminal, values);
  const test = terminal.operator.endsWith('changed')
    ? changedTest(context, column, predicates)
    : wasTest(context, column, values(terminal.operand), predicates);
  return terminal.operator.includes('not') ? not(test) : test;
}

function wasTest(
  context: JqlContext,
  column: string,
  values: string[],
  { window, by }: Predicates,
): Condition {
  const tests = [sql<boolean>`s.field = ${column}`, isOneOf(context, sql.ref('s.value'), values)];
  if (window.to < forever) tests.push(sql<boolean>`s.start <= ${window.to}`);
  if (window.from > Number.MIN_SAFE_INTEGER) tests.push(sql<boolean>`s.finish > ${window.from}`);
  if (window.from > window.to) tests.push(never);
  if (by) tests.push(isOneOf(context, sql.ref('s.author'), by));
  return sql<boolean>`issues.id in (select s.issue_id from spans s where ${allOf(tests)})`;
}

function changedTest(
  context: JqlContext,
  column: string,
  { window, by, from, to }: Predicates,
): Condition {
  const tests = [sql<boolean>`c.field = ${column}`];
  if (from) tests.push(isOneOf(context, sql.ref('c.old_value'), from));
  if (to) tests.push(isOneOf(context, sql.ref('c.new_value'), to));
  if (window.to < forever) tests.push(sql<boolean>`c.at <= ${window.to}`);
  if (window.from > Number.MIN_SAFE_INTEGER) tests.push(sql<boolean>`c.at >= ${window.from}`);
  if (by) tests.push(isOneOf(context, sql.ref('c.author'), by));
  return sql<boolean>`issues.id in (select c.issue_id from changes c where ${allOf(tests)})`;
}
