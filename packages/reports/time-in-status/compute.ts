/**
 * Time of issues in each status or status category, by issue or by group.
 *
 *   issue    To Do   In Progress   Done        group   To Do   In Progress   Done
 *   PROJ-1   2 h     4 h           -           Ana     3 h     4 h           -       (average)
 *   PROJ-2   4 h     -             -
 */

import { compareLabels, groupIssues } from '@tallyboard/core/measure/group-by.ts';
import type { GroupName } from '@tallyboard/core/measure/grouping.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Computed, Figure } from '@tallyboard/core/model/result.ts';
import { doneInForce } from '@tallyboard/report-kit/figures/done-in-force.ts';
import { allRows, countOf } from '@tallyboard/report-kit/figures/figures.ts';
import { labelledGroups } from '@tallyboard/report-kit/figures/group-labels.ts';
import { groupLabel, groupWord } from '@tallyboard/report-kit/settings/group-codes.ts';
import { calendarOf, type DayLengths, dayLengths } from './calendar.ts';
import { type Cell, cellMaker } from './cells.ts';
import { timeDefinitions, timeNotes } from './definitions.ts';
import type { TimeInStatusSettings } from './settings.ts';
import { compareColumns, type StatusName, type StatusTimes, statusTimes } from './status-times.ts';

export interface StatusColumn extends StatusName {
  readonly all: Cell;
}

export interface TimeGroup extends GroupName {
  readonly count: Figure;
  /** One per column; null if no issue of the group visited it. */
  readonly cells: readonly (Cell | null)[];
}

/** The ungrouped issues, by row of the dataset. */
export interface ListedIssues {
  readonly ids: readonly string[];
  readonly keys: readonly string[];
  readonly summaries: readonly string[];
}

export interface TimeInStatusResult {
  readonly count: Figure;
  readonly columns: readonly StatusColumn[];
  /** Null if ungrouped. */
  readonly groupedBy: { readonly id: string; readonly label: string } | null;
  readonly groups: readonly TimeGroup[];
  readonly issues: ListedIssues | null;
  /** Whether only working time counts. */
  readonly working: boolean;
  readonly lengths: DayLengths;
}

/**
 * Returns times in milliseconds, elapsed or working. The time of a group is the measure of the settings over the issues
 * that visited the status.
 */
export default function computeTimeInStatus(
  dataset: Dataset,
  settings: TimeInStatusSettings,
  context: ReportContext,
): Computed<TimeInStatusResult> {
  const found = calendarOf(settings, context);
  const calendar = found === 'invalid' ? null : found;
  const { statusBy, stopAtDone } = settings;
  const done = stopAtDone ? doneInForce(dataset, SITE_RULE, context) : null;
  const stopAt = done?.rule ?? null;
  const times = inOrder(statusTimes(dataset, { statusBy, stopAt, asOf: context.asOf, calendar }));
  const cellsOf = cellMaker(times, settings.measure);
  const all = allRows(dataset.issues.length);
  const totals = cellsOf(all);
  const { groupBy } = settings;
  const result: TimeInStatusResult = {
    count: countOf(all),
    columns: times.columns.flatMap(({ id, label, category }, at) => {
      const cell = totals[at];
      return cell ? [{ id, label, category, all: cell }] : [];
    }),
    groupedBy: groupBy && { id: groupWord(groupBy), label: groupLabel(groupBy, dataset.fields) },
    groups: groupBy === null ? [] : groupsOf(dataset, settings, cellsOf),
    issues: groupBy === null ? listed(dataset) : null,
    working: calendar !== null,
    lengths: dayLengths(settings, calendar),
  };
  return {
    result,
    notes: [
      ...timeNotes(dataset, times, { invalidCalendar: found === 'invalid' }),
      ...(done?.notes() ?? []),
    ],
    definitions: timeDefinitions(settings, context, calendar),
    ...(done && { done: done.inForce }),
  };
}

/** The report has no done rule of its own. */
const SITE_RULE = { done: null };

/** Sorts the columns. */
function inOrder(times: StatusTimes): StatusTimes {
  const order = times.columns.map((_, at) => at);
  order.sort((a, b) => compareColumns(columnAt(times, a), columnAt(times, b)));
  const place = new Uint16Array(order.length);
  order.forEach((from, to) => {
    place[from] = to;
  });
  return {
    ...times,
    columns: order.map(at => columnAt(times, at)),
    column: times.column.map(at => place[at] as number),
  };
}

function columnAt(times: StatusTimes, at: number) {
  const column = times.columns[at];
  if (!column) throw new RangeError(`There is no column ${at}.`);
  return column;
}

function groupsOf(
  dataset: Dataset,
  { groupBy }: TimeInStatusSettings,
  cellsOf: (rows: Uint32Array) => readonly (Cell | null)[],
): TimeGroup[] {
  if (groupBy === null) return [];
  const { issues } = dataset;
  const found = groupIssues(issues, groupBy);
  // Issues stay in the order of the query.
  const single = groupBy === 'issue-key' || groupBy === 'issue-summary';
  const groups = single ? found : labelledGroups(found, groupBy, issues).sort(compareLabels);
  return groups.map(({ id, label, avatarUrl, rows }) => ({
    id,
    label,
    avatarUrl,
    count: countOf(rows),
    cells: cellsOf(rows),
  }));
}

function listed({ issues }: Dataset): ListedIssues {
  return {
    ids: issues.map(issue => issue.id),
    keys: issues.map(issue => issue.key),
    summaries: issues.map(issue => issue.summary),
  };
}
