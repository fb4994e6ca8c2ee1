import { allOf, anyOf, type Condition, type JqlContext, not } from '../context.ts';
import type { FlatOperand } from '../operands.ts';
import type { Operator } from '../tree.ts';
import { negative } from './field.ts';
import type { Comparison, Storage } from './storage.ts';

const comparisons = {
  '<': (difference: number) => difference < 0,
  '<=': (difference: number) => difference <= 0,
  '>': (difference: number) => difference > 0,
  '>=': (difference: number) => difference >= 0,
};

export function comparisonOf(operator: Operator): Comparison | null {
  return operator in comparisons ? (operator as Comparison) : null;
}

/** Whether `difference` (left minus right) satisfies the comparison. */
export const satisfies = (comparison: Comparison, difference: number): boolean =>
  comparisons[comparison](difference);

/**
 * The answer to = != IN NOT IN IS: any of the values, or EMPTY where it is among them. Negative forms leave out
 * issues where the field is empty.
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
