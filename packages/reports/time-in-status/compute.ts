/**
 * Time of issues in each status or status category, by issue or by group.
 *
 *   issue    To Do   In Progress   Done        group   To Do   In Progress   Done
 *   PROJ-1   2 h     4 h           -           Ana     3 h     4 h           -       (average)
 *   PROJ-2   4 h     -             -
 */

import { hasBrokenStatusHistory } from '@tallyboard/core/history/spans.ts';
import { doneInForce } from '@tallyboard/core/measure/done-in-force.ts';
import { allRows, countOf, selectRows } from '@tallyboard/core/measure/figures.ts';
import { compareLabels, groupIssues } from '@tallyboard/core/measure/group-by.ts';
import type { GroupName } from '@tallyboard/core/measure/grouping.ts';
import { rowsWhere, rowsWithoutHistory } from '@tallyboard/core/measure/rows.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Computed, Figure, Note } from '@tallyboard/core/model/result.ts';
import type { WorkingCalendar } from '@tallyboard/core/time/working-calendar.ts';
import {
  accountDefinition,
  accountNotes,
  accountRows,
  personRole,
} from '@tallyboard/report-kit/figures/account-notes.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { labelledGroups } from '@tallyboard/report-kit/figures/group-labels.ts';
import {
  endsElsewhere,
  groupNotes,
  has,
  issueNotes,
} from '@tallyboard/report-kit/figures/issue-notes.ts';
import { groupLabel, groupWord } from '@tallyboard/report-kit/settings/group-codes.ts';
import { calendarOf, type DayLengths, dayLengths } from './calendar.ts';
import { type Cell, cellMaker } from './cells.ts';
import { BAD_CALENDAR, type TimeInStatusSettings } from './settings.ts';
import { columnsInOrder, type StatusName, type StatusTimes, statusTimes } from './status-times.ts';

export interface StatusColumn extends StatusName {
  readonly all: Cell;
}

export interface TimeGroup extends GroupName {
  readonly count: Figure;
  /** One per column; null if no issue of the group visited it. */
  readonly cells: readonly (Cell | null)[];
}

export interface TimeInStatusResult {
  readonly count: Figure;
  readonly columns: readonly StatusColumn[];
  /** Null if ungrouped. */
  readonly groupedBy: { readonly id: string; readonly label: string } | null;
  readonly groups: readonly TimeGroup[];
  /** The ungrouped issues, by row of the dataset. */
  readonly issues: Readonly<ReturnType<typeof listed>> | null;
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
  // The report has no done rule of its own.
  const done = stopAtDone ? doneInForce(dataset, { done: null }, context) : null;
  const stopAt = done?.rule ?? null;
  const { groupBy, accounts } = settings;
  const role = personRole(groupBy);
  const all = accountRows(dataset, accounts, role, context);
  const times = inOrder(
    statusTimes(dataset, { statusBy, stopAt, asOf: context.asOf, rows: all, calendar }),
  );
  const cellsOf = cellMaker(times, settings.measure);
  const totals = cellsOf(all);
  const result: TimeInStatusResult = {
    count: countOf(all),
    columns: times.columns.flatMap(({ id, label, category }, at) => {
      const cell = totals[at];
      return cell ? [{ id, label, category, all: cell }] : [];
    }),
    groupedBy: groupBy && { id: groupWord(groupBy), label: groupLabel(groupBy, dataset.fields) },
    groups: groupBy === null ? [] : groupsOf(dataset, settings, all, cellsOf),
    issues: groupBy === null ? listed(dataset) : null,
    working: calendar !== null,
    lengths: dayLengths(settings, calendar),
  };
  return {
    result,
    notes: [
      ...(role ? accountNotes(dataset, accounts, allRows(dataset.issues.length), role) : []),
      ...notesOf(dataset, all, times, found !== 'invalid'),
      ...groupNotes(dataset, groupBy),
      ...(done?.notes(all) ?? []),
    ],
    definitions: [
      ...definitionsOf(settings, context, calendar),
      ...accountDefinition(accounts, role),
    ],
    ...(done && { done: done.inForce }),
  };
}

function inOrder(times: StatusTimes): StatusTimes {
  const columns = columnsInOrder(times);
  const place = Uint16Array.from(times.columns, column => columns.indexOf(column));
  return { ...times, columns, column: times.column.map(at => place[at]!) };
}

function groupsOf(
  dataset: Dataset,
  { groupBy }: TimeInStatusSettings,
  all: IssueRows,
  cellsOf: (rows: Uint32Array) => readonly (Cell | null)[],
): TimeGroup[] {
  if (groupBy === null) return [];
  const { issues } = dataset;
  const found = groupIssues(dataset, groupBy, all);
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

function listed({ issues }: Dataset) {
  return {
    ids: issues.map(issue => issue.id),
    keys: issues.map(issue => issue.key),
    summaries: issues.map(issue => issue.summary),
  };
}

function definitionsOf(
  settings: TimeInStatusSettings,
  context: ReportContext,
  calendar: WorkingCalendar | null,
) {
  const isShared = settings.calendarSource === 'shared' && context.calendar !== null;
  const source = isShared ? 'shared calendar' : 'calendar of this gadget';
  return definitions({
    'Time in status': settings.stopAtDone
      ? 'All visits to a status together, from the creation until the issue was done. A status entered later does not count.'
      : 'All visits to a status together, from the creation until now, also of done issues.',
    Hours:
      calendar === null
        ? '24 hours a day, 7 days a week.'
        : `Working hours of the ${source}, in the time zone ${calendar.zone}. Days on which clocks change have their real length.`,
    'Average, median, 85th percentile':
      "Over the issues that visited the status: '-' means never, 0 no (working) time. The 85th percentile is a time that occurs (nearest rank).",
    Total:
      'The times of all issues of a group added up. An issue with several values counts in each of its groups, and once in the last row.',
  });
}

function notesOf(
  dataset: Dataset,
  all: IssueRows,
  times: StatusTimes,
  isCalendarValid: boolean,
): readonly Note[] {
  const { issues } = dataset;
  const notes = issueNotes([
    {
      code: 'no-history',
      words: has(
        'incomplete history; the current status is assumed since the creation or first known change.',
      ),
      issues: rowsWithoutHistory(issues, all),
      doubtful: true,
      ofHistory: true,
    },
    {
      code: 'unknown-status',
      words: ['issue was in a deleted status.', 'issues were in a deleted status.'],
      issues: selectRows(issues.length, row => times.unknown[row] === 1),
    },
    {
      code: 'broken-history',
      words: has('contradictory status changes; the later one is used.'),
      issues: rowsWhere(issues, hasBrokenStatusHistory, all),
    },
    endsElsewhere(issues, all),
  ]);
  if (isCalendarValid) return notes;
  const text = `${BAD_CALENDAR} Until then all hours count.`;
  return [{ code: 'bad-calendar', text, issues: new Uint32Array(0), doubtful: true }, ...notes];
}
