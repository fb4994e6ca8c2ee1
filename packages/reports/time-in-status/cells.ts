/** From the stays of issues to the figures of a table cell. */

import { summarize } from '@tallyboard/core/measure/statistics.ts';
import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import type { Milliseconds } from '@tallyboard/core/time/units.ts';
import type { Measure } from './settings.ts';
import type { StatusTimes } from './status-times.ts';

/** The time that a group spent in one column. */
export interface Cell {
  /** The measure of the settings in milliseconds, over the issues that visited the column. */
  readonly figure: Figure;
  /** Every measure of the same issues, in milliseconds. */
  readonly measures: Readonly<Record<Measure, Milliseconds>>;
}

/** Gives the function that works out the cells of some issues: one per column, null where none of them visited it. */
export function cellMaker(
  times: StatusTimes,
  measure: Measure,
): (rows: IssueRows) => readonly (Cell | null)[] {
  const { starts, column, time } = times;
  const count = times.columns.length;
  const lengths = new Uint32Array(count);
  return rows => {
    lengths.fill(0);
    for (const row of rows) {
      const end = starts[row + 1] as number;
      for (let i = starts[row] as number; i < end; i++) {
        const at = column[i] as number;
        lengths[at] = (lengths[at] as number) + 1;
      }
    }
    const issues = Array.from(lengths, length => new Uint32Array(length));
    const parts = Array.from(lengths, length => new Float64Array(length));
    lengths.fill(0);
    for (const row of rows) {
      const end = starts[row + 1] as number;
      for (let i = starts[row] as number; i < end; i++) {
        const at = column[i] as number;
        const next = lengths[at] as number;
        (issues[at] as Uint32Array)[next] = row;
        (parts[at] as Float64Array)[next] = time[i] as number;
        lengths[at] = next + 1;
      }
    }
    return issues.map((visitors, at) => cellOf(visitors, parts[at] as Float64Array, measure));
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
  return { figure: { value: measures[measure], issues, parts }, measures };
}
