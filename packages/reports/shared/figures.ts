import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';

/**
 * The positions in [0, count) that hold, ascending. Asked twice of each, to make the array in its size: large arrays
 * that are thrown away at once cost more in garbage collection than the question.
 */
export function selectRows(count: number, holds: (row: number) => boolean): IssueRows {
  let length = 0;
  for (let row = 0; row < count; row++) if (holds(row)) length++;
  const found = new Uint32Array(length);
  if (length === 0) return found;
  length = 0;
  for (let row = 0; row < count; row++) if (holds(row)) found[length++] = row;
  return found;
}

/** All positions in [0, count). */
export function allRows(count: number): IssueRows {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row++) rows[row] = row;
  return rows;
}

/** How many issues these are. */
export function countOf(issues: IssueRows): Figure {
  return { value: issues.length, issues };
}

/** The sum of what each issue contributes: `values` is indexed by row. */
export function sumOf(issues: IssueRows, values: Float64Array): Figure {
  const parts = new Float64Array(issues.length);
  let value = 0;
  for (let index = 0; index < issues.length; index++) {
    const part = values[issues[index] ?? 0] ?? 0;
    parts[index] = part;
    value += part;
  }
  return { value, issues, parts };
}
