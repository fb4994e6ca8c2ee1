/**
 * Actual time against the original estimate.
 *
 *   issue  original  spent  remaining   actual  error
 *   A-1    10 h      4 h    2 h         6 h     40 %
 *   A-2    -         3 h    -           3 h     -
 *   both   10 h      7 h    2 h         9 h     40 %    (9 h actual; 6 h of it where an original estimate is set)
 */

import { compareLabels, groupIssues } from '@tallyboard/core/measure/group-by.ts';
import type { GroupName } from '@tallyboard/core/measure/grouping.ts';
import { type DoneRule, isDone } from '@tallyboard/core/measure/resolution.ts';
import { percent } from '@tallyboard/core/measure/statistics.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Computed, Figure } from '@tallyboard/core/model/result.ts';
import { doneInForce } from '@tallyboard/report-kit/figures/done-in-force.ts';
import { allRows, countOf, filterRows, sumOf } from '@tallyboard/report-kit/figures/figures.ts';
import { labelledGroups } from '@tallyboard/report-kit/figures/group-labels.ts';
import { groupLabel, groupWord } from '@tallyboard/report-kit/settings/group-codes.ts';
import { estimationDefinitions } from './definitions.ts';
import { estimationNotes, type TimeColumns } from './notes.ts';
import type { EstimationSettings } from './settings.ts';

/** Times in seconds. */
export interface EstimationFigures {
  readonly count: Figure;
  readonly resolved: Figure;
  /** 100 * resolved / count; 0 without issues. */
  readonly percentResolved: number;
  readonly spent: Figure;
  readonly remaining: Figure;
  /** Spent + remaining. */
  readonly actual: Figure;
  /** The same, of issues with an original estimate. */
  readonly actualOfEstimated: Figure;
  readonly original: Figure;
  /** Original - actual, of issues with an original estimate. */
  readonly saved: Figure;
  /** 100 * saved / original; null without an original estimate. */
  readonly error: number | null;
}

export interface EstimationRow extends EstimationFigures, GroupName {}

export interface EstimationResult {
  /** The grouping in one word; '' is the overview. */
  readonly groupBy: string;
  /** 'Assignee'; '' in the overview. */
  readonly label: string;
  /** By name, the group without a value last. */
  readonly rows: readonly EstimationRow[];
  /** Of the issues, each once: not the sum of the rows, where an issue counts in each of its groups. */
  readonly total: EstimationFigures;
}

/** Returns the estimation of a dataset: times in seconds, percents not rounded. */
export default function computeEstimation(
  dataset: Dataset,
  settings: EstimationSettings,
  context: ReportContext,
): Computed<EstimationResult> {
  const done = doneInForce(dataset, settings, context);
  const columns = timeColumns(dataset, done.rule);
  const { groupBy } = settings;
  const { issues: all } = dataset;
  const groups = groupBy === null ? [] : labelledGroups(groupIssues(all, groupBy), groupBy, all);
  const rows = groups
    .map(
      ({ id, label, avatarUrl, rows: issues }): EstimationRow => ({
        id,
        label,
        avatarUrl,
        ...figuresOf(columns, issues),
      }),
    )
    .sort(compareLabels);
  return {
    result: {
      groupBy: groupBy === null ? '' : groupWord(groupBy),
      label: groupBy === null ? '' : groupLabel(groupBy, dataset.fields),
      rows,
      total: figuresOf(columns, allRows(dataset.issues.length)),
    },
    notes: [
      ...estimationNotes(dataset, columns),
      ...(settings.columns.percentResolved ? done.notes() : []),
    ],
    definitions: estimationDefinitions(done.inForce, context),
    done: done.inForce,
  };
}

function timeColumns({ issues }: Dataset, rule: DoneRule): TimeColumns {
  const count = issues.length;
  const columns: TimeColumns = {
    resolved: new Uint8Array(count),
    spent: new Float64Array(count),
    remaining: new Float64Array(count),
    actual: new Float64Array(count),
    original: new Float64Array(count),
    saved: new Float64Array(count),
  };
  for (let row = 0; row < count; row++) {
    const issue = issues[row] as Issue;
    const spent = issue.spentSeconds ?? 0;
    const remaining = issue.remainingSeconds ?? 0;
    const original = issue.originalSeconds ?? 0;
    columns.resolved[row] = isDone(issue, rule) ? 1 : 0;
    columns.spent[row] = spent;
    columns.remaining[row] = remaining;
    columns.actual[row] = spent + remaining;
    columns.original[row] = original;
    columns.saved[row] = original > 0 ? original - spent - remaining : 0;
  }
  return columns;
}

function figuresOf(columns: TimeColumns, issues: IssueRows): EstimationFigures {
  // An estimate of 0 counts as none.
  const estimated = filterRows(issues, row => (columns.original[row] ?? 0) > 0);
  const resolved = filterRows(issues, row => columns.resolved[row] === 1);
  const original = sumOf(estimated, columns.original);
  const saved = sumOf(estimated, columns.saved);
  // Leaves out issues that contribute nothing.
  const sum = (rows: IssueRows, values: Float64Array) =>
    sumOf(
      filterRows(rows, row => values[row] !== 0),
      values,
    );
  return {
    count: countOf(issues),
    resolved: countOf(resolved),
    percentResolved: percent(resolved.length, issues.length),
    spent: sum(issues, columns.spent),
    remaining: sum(issues, columns.remaining),
    actual: sum(issues, columns.actual),
    actualOfEstimated: sum(estimated, columns.actual),
    original,
    saved,
    error: estimated.length === 0 ? null : percent(saved.value ?? 0, original.value ?? 0),
  };
}
