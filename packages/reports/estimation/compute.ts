/**
 * Actual time against the original estimate.
 *
 *   issue  original  spent  remaining   actual  error
 *   A-1    10 h      4 h    2 h         6 h     40 %
 *   A-2    -         3 h    -           3 h     -
 *   both   10 h      7 h    2 h         9 h     40 %    (9 h actual; 6 h of it where an original estimate is set)
 */

import { supersededRows } from '@tallyboard/core/forest/superseded.ts';
import { doneInForce } from '@tallyboard/core/measure/done-in-force.ts';
import { doublyEstimated } from '@tallyboard/core/measure/estimate.ts';
import { allRows, countOf, filterRows, sumOf } from '@tallyboard/core/measure/figures.ts';
import { compareLabels, groupIssues } from '@tallyboard/core/measure/group-by.ts';
import type { GroupName } from '@tallyboard/core/measure/grouping.ts';
import { isLevelGrouping } from '@tallyboard/core/measure/level-grouping.ts';
import { type DoneRule, isDone } from '@tallyboard/core/measure/resolution.ts';
import { percent } from '@tallyboard/core/measure/statistics.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import { type DoneInForce, doneClause } from '@tallyboard/core/model/done.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Computed, Figure, Note } from '@tallyboard/core/model/result.ts';
import {
  accountDefinition,
  accountNotes,
  accountRows,
  personRole,
} from '@tallyboard/report-kit/figures/account-notes.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { labelledGroups } from '@tallyboard/report-kit/figures/group-labels.ts';
import {
  bothValues,
  groupNotes,
  has,
  issueNotes,
  parentAndSubTask,
  unknownCategory,
} from '@tallyboard/report-kit/figures/issue-notes.ts';
import { groupLabel, groupWord } from '@tallyboard/report-kit/settings/group-codes.ts';
import {
  COLUMN_LABELS,
  type EstimationColumn,
  type EstimationSettings,
  shownColumns,
} from './settings.ts';

const NONE: IssueRows = new Uint32Array(0);

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
  /** Figures of the issues, each once: not the sum of the rows, where an issue counts in each of its groups. */
  readonly total: EstimationFigures;
  readonly comparison: EstimateComparison;
}

/** Issues with an original estimate; times in seconds, in the order of `rows`. */
export interface EstimateComparison {
  readonly rows: IssueRows;
  readonly original: Float64Array;
  readonly actual: Float64Array;
  /** Issues by actual time against the original estimate. */
  readonly over: Figure;
  readonly equal: Figure;
  readonly under: Figure;
}

/** Returns the estimation of a dataset: times in seconds, percents not rounded. */
export default function computeEstimation(
  dataset: Dataset,
  settings: EstimationSettings,
  context: ReportContext,
): Computed<EstimationResult> {
  const done = doneInForce(dataset, settings, context);
  const { groupBy } = settings;
  const both = isLevelGrouping(groupBy) ? estimatesAbove(dataset) : NO_ESTIMATES;
  const columns = timeColumns(dataset, done.rule, both);
  const { issues: all } = dataset;
  const role = personRole(groupBy);
  const counted = accountRows(dataset, settings.accounts, role, context);
  const groups =
    groupBy === null ? [] : labelledGroups(groupIssues(dataset, groupBy, counted), groupBy, all);
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
      total: figuresOf(columns, counted),
      comparison: comparisonOf(columns, counted),
    },
    notes: [
      ...(role ? accountNotes(dataset, settings.accounts, allRows(all.length), role) : []),
      ...notesOf(dataset, columns, settings, counted),
      ...groupNotes(dataset, groupBy),
      ...issueNotes([
        bothValues(Uint32Array.from(new Set([...both.original, ...both.remaining])).sort()),
      ]),
      ...(settings.columns.percentResolved ? done.notes(counted) : []),
    ],
    definitions: [
      ...definitionsOf(done.inForce, context),
      ...accountDefinition(settings.accounts, role),
    ],
    done: done.inForce,
  };
}

function comparisonOf(
  { original, actual, saved }: TimeColumns,
  counted: IssueRows,
): EstimateComparison {
  const rows = filterRows(counted, row => (original[row] ?? 0) > 0);
  const saving = (holds: (seconds: number) => boolean) =>
    countOf(filterRows(rows, row => holds(saved[row] ?? 0)));
  return {
    rows,
    original: Float64Array.from(rows, row => original[row] ?? 0),
    actual: Float64Array.from(rows, row => actual[row] ?? 0),
    over: saving(seconds => seconds < 0),
    equal: saving(seconds => seconds === 0),
    under: saving(seconds => seconds > 0),
  };
}

interface EstimatesAbove {
  readonly original: IssueRows;
  readonly remaining: IssueRows;
}

const NO_ESTIMATES: EstimatesAbove = {
  original: new Uint32Array(0),
  remaining: new Uint32Array(0),
};

/** The rows of a level have issues of several levels: those whose estimates do not count beside the ones below them. */
function estimatesAbove(dataset: Dataset): EstimatesAbove {
  const above = (id: 'originalSeconds' | 'remainingSeconds') =>
    supersededRows(
      dataset,
      Float64Array.from(dataset.issues, issue => issue[id] ?? Number.NaN),
    ).filter(row => dataset.issues[row]?.[id] !== 0);
  return { original: above('originalSeconds'), remaining: above('remainingSeconds') };
}

type TimeColumns = Readonly<ReturnType<typeof timeColumns>>;

/** Times of every issue by row, in seconds; 0 where the issue has none. */
function timeColumns({ issues }: Dataset, rule: DoneRule, above: EstimatesAbove) {
  const count = issues.length;
  const columns = {
    resolved: new Uint8Array(count),
    spent: new Float64Array(count),
    remaining: new Float64Array(count),
    actual: new Float64Array(count),
    original: new Float64Array(count),
    saved: new Float64Array(count),
  };
  const [withOriginal, withRemaining] = [new Set(above.original), new Set(above.remaining)];
  for (let row = 0; row < count; row++) {
    const issue = issues[row]!;
    const spent = issue.spentSeconds ?? 0;
    const remaining = withRemaining.has(row) ? 0 : (issue.remainingSeconds ?? 0);
    const original = withOriginal.has(row) ? 0 : (issue.originalSeconds ?? 0);
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

/** Notes about the figures of shown columns. */
function notesOf(
  { issues }: Dataset,
  columns: TimeColumns,
  settings: EstimationSettings,
  counted: IssueRows,
): readonly Note[] {
  const { original, remaining, resolved, spent } = columns;
  const shown = new Set(shownColumns(settings));
  const rows = (holds: (row: number) => boolean, ...of: readonly EstimationColumn[]) =>
    of.some(id => shown.has(id)) ? filterRows(counted, holds) : new Uint32Array(0);
  const within = new Set(counted);
  const isEstimated = (row: number) => (original[row] ?? 0) > 0;
  return issueNotes([
    {
      code: 'unestimated',
      words: has('logged time but no original estimate (not part of the estimate error).'),
      issues: rows(row => (spent[row] ?? 0) > 0 && !isEstimated(row), 'error'),
    },
    parentAndSubTask(
      shown.has('original')
        ? doublyEstimated(issues, hasEstimate).filter(row => within.has(row))
        : NONE,
      'an original estimate',
    ),
    {
      code: 'resolved-with-remaining',
      words: [
        'resolved issue still has remaining time.',
        'resolved issues still have remaining time.',
      ],
      issues: rows(row => resolved[row] === 1 && (remaining[row] ?? 0) > 0, 'remaining', 'actual'),
    },
    {
      code: 'negative-time',
      words: ['issue has a negative time.', 'issues have negative times.'],
      issues: filterRows(
        counted,
        row => Math.min(remaining[row] ?? 0, spent[row] ?? 0, original[row] ?? 0) < 0,
      ),
    },
    unknownCategory(rows(row => issues[row]?.status.known === false, 'percentResolved')),
  ]);
}

const hasEstimate = ({ originalSeconds }: Issue): boolean => (originalSeconds ?? 0) > 0;

const definitionsOf = ({ rule }: DoneInForce, { hoursPerDay, daysPerWeek }: ReportContext) =>
  definitions({
    [COLUMN_LABELS.percentResolved]: `Resolved issues against all, 0 without issues. Resolved: ${doneClause(rule)}.`,
    [COLUMN_LABELS.spent]:
      'The time logged on each issue. Parents and sub-tasks count with their own time, not with sums that Jira makes of them.',
    [COLUMN_LABELS.actual]: 'Time spent plus the remaining estimate.',
    [COLUMN_LABELS.actualOfEstimated]: 'The same, of issues with an original estimate.',
    [COLUMN_LABELS.original]: 'The estimate before work started.',
    [COLUMN_LABELS.error]:
      'Original estimate less spent and remaining time, in percent of the original estimate, over issues that have one. Below zero is more time than estimated.',
    [COLUMN_LABELS.remaining]: 'The remaining estimate now.',
    Chart:
      'Each issue with an original estimate by that estimate and its spent + remaining time. Issues above the line took longer than estimated; both axes are logarithmic.',
    Groups: 'An issue with several values counts in each of its groups, and once in the total.',
    'Days and weeks': `A day is ${hoursPerDay} hours and a week ${daysPerWeek} days, as configured in Jira.`,
  });
