import type { IssueRows } from '../model/dataset.ts';
import type { CountFigure, Figure, Statistic, StatisticFigure } from '../model/result.ts';
import { maximum, mean, median, percentile } from './statistics.ts';

/** Buffer for rows until their number is known; reused, since large arrays are costly to collect. */
let gathered = new Uint32Array(0);

/** The rows below `count` for which `holds` is true, ascending. */
export function selectRows(count: number, holds: (row: number) => boolean): IssueRows {
  if (gathered.length < count) gathered = new Uint32Array(count);
  const rows = gathered;
  let length = 0;
  for (let row = 0; row < count; row++) if (holds(row)) rows[length++] = row;
  return rows.slice(0, length);
}

/** The `rows` for which `holds` is true, in their order. */
export function filterRows(rows: IssueRows, holds: (row: number) => boolean): IssueRows {
  const found = new Uint32Array(rows.length);
  let length = 0;
  for (const row of rows) if (holds(row)) found[length++] = row;
  return found.slice(0, length);
}

export function allRows(count: number): IssueRows {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row++) rows[row] = row;
  return rows;
}

export function countOf(issues: IssueRows): CountFigure {
  return { kind: 'count', value: issues.length, issues };
}

/** The values of rows; `values` is indexed by row. */
export function valuesOf(rows: ArrayLike<number>, values: Float64Array): Float64Array {
  // Typed arrays are filled several times as fast as by their `from`.
  const found = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) found[at] = values[rows[at] ?? 0] ?? 0;
  return found;
}

export const sumOf = (issues: IssueRows, values: Float64Array): StatisticFigure =>
  statisticOf('sum', issues, valuesOf(issues, values));

/** The sum of the parts; rows must ascend. */
export function sumOfEntries(
  entries: readonly (readonly [row: number, part: number])[],
): StatisticFigure {
  const issues = new Uint32Array(entries.length);
  const parts = new Float64Array(entries.length);
  entries.forEach(([row, part], at) => {
    issues[at] = row;
    parts[at] = part;
  });
  return statisticOf('sum', issues, parts);
}

/** The statistic of `parts`, in the order of `issues`; `value` if it is known already. */
export function statisticOf(
  kind: Statistic,
  issues: IssueRows,
  parts: StatisticFigure['parts'],
  value = compute(kind, parts),
): StatisticFigure {
  return { kind, value, issues, parts };
}

function compute(kind: Statistic, parts: StatisticFigure['parts']): number | null {
  switch (kind) {
    case 'sum': {
      let sum = 0;
      for (let at = 0; at < parts.length; at++) sum += parts[at] ?? 0;
      return sum;
    }
    case 'mean':
      return mean(parts);
    case 'median':
      return median(parts);
    case 'max':
      return maximum(parts);
    default:
      return percentile(parts, Number(kind.slice('percentile'.length)));
  }
}

/** Binary search in ascending rows; -1 if absent. */
export function indexOfRow(issues: IssueRows, row: number): number {
  let from = 0;
  let to = issues.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((issues[middle] ?? 0) < row) from = middle + 1;
    else to = middle;
  }
  return issues[from] === row ? from : -1;
}

/** The contribution of an issue to a figure: its part, or 1 in a count; 0 if it does not count. */
export function contribution({ issues, parts }: Figure, row: number): number {
  const at = indexOfRow(issues, row);
  if (at < 0) return 0;
  return parts ? (parts[at] ?? 0) : 1;
}
