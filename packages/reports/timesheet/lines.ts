/** Sums of worklogs by column. */

import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import type { Day, Seconds } from '@tallyboard/core/time/units.ts';
import { statisticOf } from '@tallyboard/report-kit/figures/figures.ts';
import type { Entry } from './entries.ts';
import type { TimesheetCell, TimesheetColumn, TimesheetLine } from './result.ts';

const MAX_DESCRIPTIONS = 6;

export interface LineMaker {
  /** Index of the column of a day; -1 without columns. */
  columnOf(day: Day): number;
  /** Entries ascend by row. */
  line(entries: readonly Entry[]): TimesheetLine;
}

/** Returns the sums of entries over the columns and working days of one timesheet. */
export function lineMaker(
  columns: readonly TimesheetColumn[],
  workingDays: number,
  describe: ((entry: Entry) => string) | null,
): LineMaker {
  const start = columns[0]?.first ?? 0;
  const byDay = new Int32Array(columns.length === 0 ? 0 : (columns.at(-1)?.last ?? 0) - start + 1);
  for (const [position, { first, last }] of columns.entries())
    byDay.fill(position, first - start, last - start + 1);
  const columnOf = (day: Day) => byDay[day - start] ?? -1;
  return {
    columnOf,
    line(entries) {
      const sums = new Map<number, Sum>();
      const total = newSum();
      for (const entry of entries) {
        const { row, day, worklog } = entry;
        add(total, row, worklog.spentSeconds);
        const column = columnOf(day);
        if (column < 0) continue;
        let sum = sums.get(column);
        if (!sum) {
          sum = newSum();
          sums.set(column, sum);
        }
        add(sum, row, worklog.spentSeconds);
        if (describe && sum.descriptions.length < MAX_DESCRIPTIONS)
          sum.descriptions.push(describe(entry));
      }
      return {
        cells: [...sums]
          .sort(([a], [b]) => a - b)
          .map(([column, sum]) => cellOf(columns, column, sum)),
        total: figureOf(total),
        average: workingDays === 0 ? null : total.value / workingDays,
      };
    },
  };
}

interface Sum {
  value: Seconds;
  logs: number;
  readonly rows: number[];
  readonly parts: number[];
  readonly descriptions: string[];
}

const newSum = (): Sum => ({ value: 0, logs: 0, rows: [], parts: [], descriptions: [] });

function add(sum: Sum, row: number, seconds: Seconds): void {
  sum.value += seconds;
  sum.logs++;
  const last = sum.rows.length - 1;
  if (sum.rows[last] === row) sum.parts[last] = (sum.parts[last] ?? 0) + seconds;
  else {
    sum.rows.push(row);
    sum.parts.push(seconds);
  }
}

function figureOf({ value, rows, parts }: Sum): Figure {
  return statisticOf('sum', Uint32Array.from(rows), Float64Array.from(parts), value);
}

function cellOf(columns: readonly TimesheetColumn[], column: number, sum: Sum): TimesheetCell {
  const { descriptions, logs } = sum;
  return { id: columns[column]?.id ?? '', column, figure: figureOf(sum), descriptions, logs };
}

/** The worklog comment, else the issue summary, truncated. */
export function descriptionOf({ issues }: Dataset, { row, worklog }: Entry, most: number): string {
  const text = worklog.comment.trim() || (issues[row]?.summary ?? '');
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
}
