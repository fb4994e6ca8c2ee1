/** Sums of worklogs by column. */

import { statisticOf } from '@tallyboard/core/measure/figures.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import type { Entry } from './entries.ts';
import type { TimesheetColumn, TimesheetLine } from './result.ts';

const MAX_DESCRIPTIONS = 6;

export type LineMaker = ReturnType<typeof lineMaker>;

/** Returns the sums of entries, which ascend by row, over the columns and working days of one timesheet. */
export function lineMaker(
  columns: readonly TimesheetColumn[],
  workingDays: number,
  describe: ((entry: Entry) => string) | null,
) {
  const start = columns[0]?.first ?? 0;
  const byDay = new Int32Array(columns.length === 0 ? 0 : (columns.at(-1)?.last ?? 0) - start + 1);
  for (const [position, { first, last }] of columns.entries())
    byDay.fill(position, first - start, last - start + 1);
  /** Index of the column of a day; -1 without columns. */
  const columnOf = (day: Day) => byDay[day - start] ?? -1;
  const line = (entries: readonly Entry[]): TimesheetLine => {
    const total = figureOf(entries);
    const byColumn = Map.groupBy(entries, ({ day }) => columnOf(day));
    byColumn.delete(-1);
    return {
      cells: [...byColumn]
        .sort(([a], [b]) => a - b)
        .map(([column, own]) => ({
          id: columns[column]?.id ?? '',
          column,
          figure: figureOf(own),
          descriptions: describe ? own.slice(0, MAX_DESCRIPTIONS).map(describe) : [],
          logs: own.length,
        })),
      total,
      average: workingDays === 0 ? null : (total.value ?? 0) / workingDays,
    };
  };
  return { columnOf, line };
}

function figureOf(entries: readonly Entry[]): Figure {
  const rows: number[] = [];
  const parts: number[] = [];
  for (const { row, worklog } of entries) {
    const last = rows.length - 1;
    if (rows[last] === row) {
      parts[last] = (parts[last] ?? 0) + worklog.spentSeconds;
      continue;
    }
    rows.push(row);
    parts.push(worklog.spentSeconds);
  }
  return statisticOf('sum', Uint32Array.from(rows), Float64Array.from(parts));
}

/** The worklog comment, else the issue summary, truncated. */
export function descriptionOf({ issues }: Dataset, { row, worklog }: Entry, most: number): string {
  const text = worklog.comment.trim() || (issues[row]?.summary ?? '');
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
}
