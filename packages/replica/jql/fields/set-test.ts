import { allOf, anyOf, type Condition, not } from '../context.ts';
import type { FlatOperand } from '../operands.ts';
import type { Operator } from '../tree.ts';
import { negative } from './field.ts';
import type { Comparison, Storage } from './storage.ts';

const comparisons: ReadonlySet<Operator> = new Set(['<', '<=', '>', '>=']);

export function comparisonOf(operator: Operator): Comparison | null {
  return comparisons.has(operator) ? (operator as Comparison) : null;
}

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
