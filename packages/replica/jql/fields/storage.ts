import { type RawBuilder, sql } from 'kysely';
import { allOf, anyOf, bound, type Condition, type JqlContext, not } from '../context.ts';
import type { FlatOperand } from '../operands.ts';
import type { Operator } from '../tree.ts';
import { negative } from './field.ts';

/** Where values are stored, and their SQL conditions. */
export interface Storage {
  any(context: JqlContext, values: readonly (string | number)[]): Condition;
  compare(operator: Comparison, value: string | number): Condition;
  /** start <= value < end */
  within(start: number | string, end: number | string): Condition;
  empty: Condition;
  notEmpty: Condition;
  /** Sort value; null if empty. */
  sort: RawBuilder<unknown>;
  /** That of `issues` with the values; unset for those of other tables. */
  column?: string;
}

/** A column of `issues`. */
export function column(name: string, nullable = true): Storage {
  const ref = sql.ref(`issues.${name}`);
  return {
    any: (context, values) => context.isOneOf(ref, values),
    compare: (operator, value) => sql<boolean>`${ref} ${sql.raw(operator)} ${bound(value)}`,
    within: (start, end) => sql<boolean>`(${ref} >= ${start} and ${ref} < ${end})`,
    empty: nullable ? sql<boolean>`${ref} is null` : sql<boolean>`1 = 0`,
    notEmpty: nullable ? sql<boolean>`${ref} is not null` : sql<boolean>`1 = 1`,
    sort: ref,
    column: name,
  };
}

const resolvedBy = { name: column('resolution_id'), date: column('resolved') };

/** Resolved: with a resolution or a resolution date. */
export const resolutionColumn: Storage = {
  ...resolvedBy.name,
  empty: allOf([resolvedBy.name.empty, resolvedBy.date.empty]),
  notEmpty: anyOf([resolvedBy.name.notEmpty, resolvedBy.date.notEmpty]),
};

/** Rows of `issue_values` of any of these fields. */
export function values(fields: readonly string[], member: 'value' | 'number' = 'value'): Storage {
  const field =
    fields.length === 1
      ? sql<boolean>`v.field = ${fields[0]}`
      : sql<boolean>`v.field in (${sql.join([...fields])})`;
  const ref = sql.ref(`v.${member}`);
  const some = (test: Condition) =>
    sql<boolean>`issues.id in (select v.issue_id from issue_values v where ${field} and ${test})`;
  const exists = sql<boolean>`exists (select 1 from issue_values v where v.issue_id = issues.id and ${field})`;
  return {
    any: (context, list) => some(context.isOneOf(ref, list)),
    compare: (operator, value) => some(sql<boolean>`${ref} ${sql.raw(operator)} ${bound(value)}`),
    within: (start, end) => some(sql<boolean>`${ref} >= ${start} and ${ref} < ${end}`),
    empty: not(exists),
    notEmpty: exists,
    sort: sql`(select min(${ref}) from issue_values v where v.issue_id = issues.id and ${field})`,
  };
}

const comparisons = {
  '<': (difference: number) => difference < 0,
  '<=': (difference: number) => difference <= 0,
  '>': (difference: number) => difference > 0,
  '>=': (difference: number) => difference >= 0,
};

export type Comparison = keyof typeof comparisons;

export function comparisonOf(operator: Operator): Comparison | null {
  return operator in comparisons ? (operator as Comparison) : null;
}

/** Whether `difference` (left minus right) satisfies the comparison. */
export const satisfies = (comparison: Comparison, difference: number): boolean =>
  comparisons[comparison](difference);

/**
 * A condition for = != IN NOT IN IS: any of the values, or EMPTY where it is listed. Negative operators exclude issues
 * where the field is empty.
 */
export function setTest(
  storage: Pick<Storage, 'empty' | 'notEmpty'>,
  operator: Operator,
  flat: FlatOperand,
  matches: Condition[],
): Condition {
  if (!negative.has(operator)) return anyOf(flat.empty ? [...matches, storage.empty] : matches);
  return allOf(matches.length > 0 ? [storage.notEmpty, not(anyOf(matches))] : [storage.notEmpty]);
}

/** Comparisons and sets of stored values. */
export function valueTest(
  context: JqlContext,
  storage: Storage,
  operator: Operator,
  flat: FlatOperand,
  values: readonly (string | number)[],
): Condition {
  const comparison = comparisonOf(operator);
  if (comparison) return anyOf(values.map(value => storage.compare(comparison, value)));
  const matches = values.length > 0 ? [storage.any(context, [...new Set(values)])] : [];
  return setTest(storage, operator, flat, matches);
}
