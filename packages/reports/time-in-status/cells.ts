import { statisticOf } from '@tallyboard/core/measure/figures.ts';
import { summarize } from '@tallyboard/core/measure/statistics.ts';
import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Figure, Statistic } from '@tallyboard/core/model/result.ts';
import type { Milliseconds } from '@tallyboard/core/time/units.ts';
import type { Measure } from './settings.ts';
import type { StatusTimes } from './status-times.ts';

/** The time that a group spent in one column. */
export interface Cell {
  /** The measure of the settings in ms, over the issues that visited the column. */
  readonly figure: Figure;
  /** All measures in ms; null for a single issue, where all equal its time. */
  readonly measures: Readonly<Record<Measure, Milliseconds>> | null;
}

const STATISTICS: Readonly<Record<Measure, Statistic>> = {
  average: 'mean',
  total: 'sum',
  median: 'median',
  percentile85: 'percentile85',
};

/** Returns a function from issues to their cells: one per column, null if none of them visited it. */
export function cellMaker(
  times: StatusTimes,
  measure: Measure,
): (rows: IssueRows) => readonly (Cell | null)[] {
  const many = manyCells(times, measure);
  const kind = STATISTICS[measure];
  return rows => (rows.length === 1 ? oneIssue(times, rows, kind) : many(rows));
}

/** Fast path: there may be 100,000 groups of one issue. */
function oneIssue(
  { starts, column, time, columns }: StatusTimes,
  issues: IssueRows,
  kind: Statistic,
): readonly (Cell | null)[] {
  const cells = new Array<Cell | null>(columns.length).fill(null);
  const row = issues[0]!;
  const end = starts[row + 1]!;
  for (let i = starts[row]!; i < end; i++) {
    const own = time[i]!;
    cells[column[i]!] = {
      // A plain array: 100,000 typed arrays are slow to allocate and collect.
      figure: statisticOf(kind, issues, [own], own),
      measures: null,
    };
  }
  return cells;
}

function manyCells({ starts, column, time, columns }: StatusTimes, measure: Measure) {
  const lengths = new Uint32Array(columns.length);
  const forEachStay = (rows: IssueRows, add: (at: number, row: number, time: number) => void) => {
    for (const row of rows) {
      const end = starts[row + 1]!;
      for (let i = starts[row]!; i < end; i++) add(column[i]!, row, time[i]!);
    }
  };
  return (rows: IssueRows): readonly (Cell | null)[] => {
    lengths.fill(0);
    forEachStay(rows, at => {
      lengths[at]!++;
    });
    const visits = Array.from(lengths, length => ({
      issues: new Uint32Array(length),
      parts: new Float64Array(length),
    }));
    lengths.fill(0);
    forEachStay(rows, (at, row, own) => {
      const { issues, parts } = visits[at]!;
      const next = lengths[at]!;
      issues[next] = row;
      parts[next] = own;
      lengths[at] = next + 1;
    });
    return visits.map(({ issues, parts }) => cellOf(issues, parts, measure));
  };
}

function cellOf(issues: IssueRows, parts: Float64Array, measure: Measure): Cell | null {
  if (issues.length === 0) return null;
  const { n, mean, median, percentile85 } = summarize(parts);
  const average = mean ?? 0;
  const measures = {
    average,
    total: average * n,
    median: median ?? 0,
    percentile85: percentile85 ?? 0,
  };
  return { figure: statisticOf(STATISTICS[measure], issues, parts, measures[measure]), measures };
}
