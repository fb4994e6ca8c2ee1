/** The result of a timesheet; cells without time are omitted. */

import type { GroupName } from '@tallyboard/core/measure/grouping.ts';
import type { IssueId } from '@tallyboard/core/model/ids.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import type { Day, Seconds } from '@tallyboard/core/time/units.ts';
import type { DayRange } from './range.ts';

export interface TimesheetColumn extends DayRange {
  readonly id: string;
  readonly workingDays: number;
  readonly today: boolean;
}

/** Logged time of one column, in seconds; the parts are per issue. */
export interface TimesheetCell {
  readonly id: string;
  /** Index of its column. */
  readonly column: number;
  readonly figure: Figure;
  /** The first few descriptions of the `logs` worklogs. */
  readonly descriptions: readonly string[];
  readonly logs: number;
}

export interface TimesheetLine {
  /** Ascending by column, without empty cells. */
  readonly cells: readonly TimesheetCell[];
  /** Seconds. */
  readonly total: Figure;
  /** Total / working days of the range, in seconds; null without working days. */
  readonly average: Seconds | null;
}

export interface TimesheetLog {
  readonly id: string;
  readonly day: Day;
  /** -1 without columns. */
  readonly column: number;
  readonly seconds: Seconds;
  readonly author: string;
  /** The worklog comment, else the issue summary. */
  readonly description: string;
}

export interface TimesheetIssue extends TimesheetLine {
  readonly id: IssueId;
  readonly key: string;
  readonly summary: string;
  /** Empty unless the settings show descriptions in the report. */
  readonly logs: readonly TimesheetLog[];
}

export type AccountState = 'inactive' | 'deleted' | 'unassigned' | null;

export interface TimesheetRow extends TimesheetLine, GroupName {
  readonly account: AccountState;
  /** Working time of a person in the range; null for other groups. */
  readonly workingSeconds: Seconds | null;
  /** 100 * total / working time; 0 without working time, null for other groups. */
  readonly percent: number | null;
  /** Empty unless in the detailed view. */
  readonly issues: readonly TimesheetIssue[];
}

export interface TimesheetResult {
  /** The name of the grouping. */
  readonly label: string;
  readonly range: DayRange;
  readonly columns: readonly TimesheetColumn[];
  readonly rows: readonly TimesheetRow[];
  /** Counts each worklog once, unlike the sum of the rows. */
  readonly total: TimesheetLine & Pick<TimesheetRow, 'workingSeconds' | 'percent'>;
  /** Working time of a person per day, in seconds. */
  readonly daySeconds: Seconds;
  readonly workingDays: number;
  /**
   * Of each column, the working time of the people before today that is not logged, in seconds: 0 where all is. Null where
   * the issues may be a part of somebody's work, without an author filter, and where worklogs could not be loaded.
   */
  readonly missing: readonly Seconds[] | null;
  /** Largest cell of the rows, the maximum of the heat map. */
  readonly largest: Seconds;
  readonly largestColumn: Seconds;
  /** Parts of the author filter that match nobody. */
  readonly unknownAuthors: readonly string[];
}

/** Returns the cell of a column; undefined without logged time. */
export function cellAt({ cells }: TimesheetLine, column: number): TimesheetCell | undefined {
  let from = 0;
  let to = cells.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((cells[middle]?.column ?? 0) < column) from = middle + 1;
    else to = middle;
  }
  const cell = cells[from];
  return cell?.column === column ? cell : undefined;
}

export const secondsAt = (line: TimesheetLine, column: number): Seconds =>
  cellAt(line, column)?.figure.value ?? 0;
