/** What a timesheet shows. Plain data: cells without time are left out, since most are. */

import type { GroupName } from '@tallyboard/core/measure/grouping.ts';
import type { IssueId } from '@tallyboard/core/model/ids.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import type { Day, Seconds } from '@tallyboard/core/time/units.ts';
import type { DayRange } from './range.ts';

/** A day, or the days of a week within the range. */
export interface TimesheetColumn extends DayRange {
  readonly id: string;
  /** How many of its days are working days. */
  readonly workingDays: number;
  readonly today: boolean;
}

/** Logged time of one column, in seconds; the parts are per issue. */
export interface TimesheetCell {
  /** The id of its column. */
  readonly id: string;
  /** The position of its column. */
  readonly column: number;
  readonly figure: Figure;
  /** What was written about the work, the first few; as many as there are worklogs in `logs`. */
  readonly descriptions: readonly string[];
  readonly logs: number;
}

export interface TimesheetLine {
  /** Ascending by column, those with time. */
  readonly cells: readonly TimesheetCell[];
  /** Seconds. */
  readonly total: Figure;
  /** Total / working days of the range, in seconds; null when there is no working day. */
  readonly average: Seconds | null;
}

export interface TimesheetLog {
  readonly id: string;
  readonly day: Day;
  /** -1 where there are no columns. */
  readonly column: number;
  readonly seconds: Seconds;
  readonly author: string;
  /** What was written about the work, else the summary of the issue. */
  readonly description: string;
}

export interface TimesheetIssue extends TimesheetLine {
  readonly id: IssueId;
  readonly key: string;
  readonly summary: string;
  /** Only where the settings ask for descriptions in the report. */
  readonly logs: readonly TimesheetLog[];
}

/** Why a person's row deserves a second look. */
export type AccountState = 'inactive' | 'deleted' | 'unassigned' | null;

export interface TimesheetRow extends TimesheetLine, GroupName {
  readonly account: AccountState;
  /** Of people: what they could have worked in the range; null for other groups. */
  readonly workingSeconds: Seconds | null;
  /** 100 * total / working time; 0 when there is none; null for other groups. */
  readonly percent: number | null;
  /** In the detailed view. */
  readonly issues: readonly TimesheetIssue[];
}

export interface TimesheetResult {
  readonly range: DayRange;
  readonly columns: readonly TimesheetColumn[];
  readonly rows: readonly TimesheetRow[];
  /** Of the worklogs, each once: not the sum of the rows, where an issue counts in each of its groups. */
  readonly total: TimesheetLine & Pick<TimesheetRow, 'workingSeconds' | 'percent'>;
  /** What one person could have worked on a day, in seconds. */
  readonly daySeconds: Seconds;
  readonly workingDays: number;
  /** The most time that a cell of the rows has: what the heat map goes up to. */
  readonly largest: Seconds;
  /** The most time that a column has. */
  readonly largestColumn: Seconds;
  /** Parts of the author filter that nobody here goes by. */
  readonly unknownAuthors: readonly string[];
}

/** Returns the cell of a column; undefined where nothing was logged. */
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

/** Returns the seconds of a column; 0 where nothing was logged. */
export const secondsAt = (line: TimesheetLine, column: number): Seconds =>
  cellAt(line, column)?.figure.value ?? 0;
