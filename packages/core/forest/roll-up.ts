/**
 * The value of issues from their own values and those below them, none counted twice.
 *
 *                      own   children   own, else children   children, else own
 *   E-1 10: 3, none     10          3                   10                    3
 *   E-2  0: 3, 5         0          8                    0                    8
 *   E-3 none, no child   -          -                    -                    -
 *
 * The value of an issue with nothing below it is its own by every rule. 0 is a value, none is not.
 */

import type { IssueRows } from '../model/dataset.ts';
import { type Forest, NO_PARENT } from './forest.ts';

export const ROLL_UP_RULES = ['own', 'children', 'own-else-children', 'children-else-own'] as const;
export type RollUpRule = (typeof ROLL_UP_RULES)[number];

export interface RolledUp {
  /** Null if no issue has a value. */
  readonly value: number | null;
  /** The issues that make the value, ascending, and what each adds. */
  readonly rows: IssueRows;
  readonly parts: Float64Array;
  /** Issues that have a value of their own and others below them. */
  readonly both: IssueRows;
  /** Issues without a value of their own, and with none below them. */
  readonly without: IssueRows;
}

/**
 * The value of a set of issues, each below the nearest issue of the set that it descends from: of one issue and what is below
 * it, or of several beside each other, whose values are added.
 * @param own by row; NaN for none.
 */
export function rollUp(
  forest: Pick<Forest, 'parent' | 'place'>,
  rows: IssueRows,
  own: Float64Array,
  rule: RollUpRule,
): RolledUp {
  const { place } = forest;
  const order = Array.from(rows).sort((a, b) => place[a]! - place[b]!);
  const above = parentsWithin(forest, order);
  const count = order.length;
  const hasChildren = new Uint8Array(count);
  const hasValuesBelow = new Uint8Array(count);
  const both: number[] = [];
  const without: number[] = [];
  const values = Float64Array.from(order, row => own[row] ?? Number.NaN);
  for (const [at, row] of [...order.entries()].reverse()) {
    const hasValue = !Number.isNaN(values[at]);
    const isBelow = hasValuesBelow[at] === 1;
    if (isBelow && hasValue) both.push(row);
    if (!isBelow && !hasValue) without.push(row);
    const parent = above[at] ?? NO_PARENT;
    if (parent === NO_PARENT) continue;
    hasChildren[parent] = 1;
    const counts = rule === 'children' && hasChildren[at] === 1 ? isBelow : isBelow || hasValue;
    if (counts) hasValuesBelow[parent] = 1;
  }
  const isOpen = new Uint8Array(count);
  const entries: (readonly [row: number, part: number])[] = [];
  for (const [at, row] of order.entries()) {
    const parent = above[at] ?? NO_PARENT;
    if (parent !== NO_PARENT && isOpen[parent] === 0) continue;
    const value = values[at] ?? Number.NaN;
    const goesOn = {
      own: false,
      children: hasChildren[at] === 1,
      'own-else-children': Number.isNaN(value),
      'children-else-own': hasValuesBelow[at] === 1,
    }[rule];
    if (goesOn) isOpen[at] = 1;
    else if (!Number.isNaN(value)) entries.push([row, value]);
  }
  entries.sort((a, b) => a[0] - b[0]);
  return {
    value: entries.length === 0 ? null : entries.reduce((sum, [, part]) => sum + part, 0),
    rows: Uint32Array.from(entries, ([row]) => row),
    parts: Float64Array.from(entries, ([, part]) => part),
    both: Uint32Array.from(both).sort(),
    without: Uint32Array.from(without).sort(),
  };
}

/** By place in `order`, the place of the nearest issue above that is one of them. */
function parentsWithin({ parent }: Pick<Forest, 'parent'>, order: readonly number[]): Int32Array {
  const placeOf = new Map(order.map((row, at) => [row, at]));
  return Int32Array.from(order, row => {
    let above = parent[row]!;
    while (above !== NO_PARENT) {
      const at = placeOf.get(above);
      if (at !== undefined) return at;
      above = parent[above]!;
    }
    return NO_PARENT;
  });
}
