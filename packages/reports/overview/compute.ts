/**
 * Resolved work, status categories, issues that need attention, and breakdowns.
 */

import { doneInForce } from '@tallyboard/core/measure/done-in-force.ts';
import { allRows, countOf, selectRows, sumOf } from '@tallyboard/core/measure/figures.ts';
import { kindReader } from '@tallyboard/core/measure/issue-kind.ts';
import { isBlocking } from '@tallyboard/core/measure/resolution.ts';
import { rowsWhere } from '@tallyboard/core/measure/rows.ts';
import { percent } from '@tallyboard/core/measure/statistics.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { DoneInForce } from '@tallyboard/core/model/done.ts';
import type { IssueId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { mayHaveWorklogs } from '@tallyboard/core/model/requirement.ts';
import type { Computed, Definition, Figure } from '@tallyboard/core/model/result.ts';
import type { RowFact } from '@tallyboard/core/model/rows.ts';
import { CATEGORY_ORDER, type StatusCategory } from '@tallyboard/core/model/status.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import {
  type BreakdownTable,
  breakdownTables,
} from '@tallyboard/report-kit/families/status/breakdown-rows.ts';
import { notCounted } from '@tallyboard/report-kit/families/status/counted-once.ts';
import {
  breakdownDefinitions,
  PERCENT_RESOLVED,
  statusNotes,
} from '@tallyboard/report-kit/families/status/status-notes.ts';
import {
  accountNotes,
  accountRows,
  BY_ASSIGNEE,
  byAssigneeDefinition,
  personRole,
} from '@tallyboard/report-kit/figures/account-notes.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { type IssueColumns, issueColumns } from '@tallyboard/report-kit/figures/issue-columns.ts';
import {
  bothValues,
  groupNotes,
  has,
  issueNotes,
  undated,
} from '@tallyboard/report-kit/figures/issue-notes.ts';
import { resolvedDefinition } from '@tallyboard/report-kit/settings/done-settings.ts';
import { comparesPeriods } from './comparable.ts';
import { ATTENTION_LISTS, type AttentionFacts, type AttentionId } from './lists.ts';
import { type OverviewSettings, shownGroupings } from './settings.ts';
import {
  doneDates,
  isUndatedByDates,
  loggedBetween,
  TREND_DAYS,
  type Trend,
  trendMaker,
} from './trend.ts';

/** A part of a whole: 30 of 40 issues are resolved. */
export interface ProgressLine<Id extends string = 'resolved' | 'points' | 'time'> {
  readonly id: Id;
  readonly unit: 'issues' | 'points' | 'seconds';
  readonly part: Figure;
  readonly whole: Figure;
  /** 100 * part / whole; 0 when the whole is 0. */
  readonly percent: number;
  /** Trend of the part; null where it is not known. */
  readonly trend: Trend | null;
}

/** Amounts by status category; they add up to the whole of the progress line. */
export interface StatusBar {
  readonly id: 'issues' | 'points';
  readonly segments: readonly { readonly id: StatusCategory; readonly figure: Figure }[];
}

export interface OverviewResult {
  readonly total: Figure;
  readonly created: Trend;
  /** Points and time only if issues have them. */
  readonly lines: readonly ProgressLine[];
  readonly statusBars: readonly StatusBar[];
  /** Issues with a resolution, whatever their status. */
  readonly withResolution: ProgressLine<'with-resolution'>;
  readonly lists: readonly {
    readonly id: AttentionId;
    readonly figure: Figure;
    /** The first of them by what the list shows: the earliest due, the highest priority, else the oldest. */
    readonly urgent: IssueRows;
  }[];
  /** By assignee, project and the Other switch; empty if hidden by the settings. */
  readonly breakdowns: readonly BreakdownTable[];
}

/** Returns the overview of a dataset: counts in issues, times in seconds, percents from 0 to 100, not rounded. */
export default function computeOverview(
  dataset: Dataset,
  settings: OverviewSettings,
  context: ReportContext,
): Computed<OverviewResult> {
  const done = doneInForce(dataset, settings, context);
  const columns = issueColumns(dataset, settings, context, done.rule);
  const all = allRows(columns.count);
  const total = countOf(all);
  const resolved = selectRows(columns.count, row => columns.resolved[row] === 1);
  const hasResolution = selectRows(columns.count, row => columns.withResolution[row] === 1);
  const stages = CATEGORY_ORDER.map((id, position) => ({
    id,
    rows: selectRows(columns.count, row => columns.category[row] === position),
  }));

  // Days of the query are relative to now, also as of a past day.
  const today = localDay(dataset.fetchedAt, context.zone);
  const days = today - columns.today + 2 * TREND_DAYS - 1;
  const isComparable = comparesPeriods(dataset.jql, today, days);
  const { trend, trendOf, from } = trendMaker(columns.today, context, isComparable);
  const { issues } = dataset;
  const instants = (of: (issue: Issue) => Instant | null) => {
    // Filled several times as fast as by `Float64Array.from`.
    const found = new Float64Array(issues.length);
    for (let row = 0; row < found.length; row++) found[row] = of(issues[row]!) ?? Number.NaN;
    return found;
  };
  const doneAt = doneDates(issues, done.rule, from);
  const lines: ProgressLine[] = [
    line('resolved', 'issues', countOf(resolved), total, doneAt && trend(doneAt, countOf)),
  ];
  const statusBars: StatusBar[] = [
    { id: 'issues', segments: stages.map(({ id, rows }) => ({ id, figure: countOf(rows) })) },
  ];
  const sumPoints = (rows: IssueRows) => sumOf(rows, columns.points);
  const points = sumPoints(all);
  if (points.value !== 0) {
    const pointsTrend = doneAt && trend(doneAt, sumPoints);
    lines.push(line('points', 'points', sumPoints(resolved), points, pointsTrend));
    const segments = stages.map(({ id, rows }) => ({ id, figure: sumPoints(rows) }));
    statusBars.push({ id: 'points', segments });
  }
  const actual = sumOf(all, columns.actual);
  const unlogged = rowsWhere(
    issues,
    issue => mayHaveWorklogs(issue, from) && !issue.worklogsComplete,
  );
  if (actual.value !== 0) {
    const logged = unlogged.length > 0 ? null : trendOf(loggedBetween(issues, from));
    lines.push(line('time', 'seconds', sumOf(all, columns.spent), actual, logged));
  }

  const result: OverviewResult = {
    total,
    created: trend(
      instants(issue => issue.created),
      countOf,
    ),
    lines,
    statusBars,
    withResolution: line(
      'with-resolution',
      'issues',
      countOf(hasResolution),
      total,
      trend(
        instants(issue => issue.resolved),
        countOf,
      ),
    ),
    lists: attentionLists(dataset, columns, context),
    breakdowns: breakdownsOf(dataset, columns, settings, context),
  };
  return {
    result,
    notes: [
      ...(settings.showBreakdowns
        ? accountNotes(dataset, settings.accounts, all, 'assignee', BY_ASSIGNEE)
        : []),
      ...statusNotes(dataset, columns, settings, done, true),
      ...shownGroupings(settings).flatMap(groupBy => groupNotes(dataset, groupBy)),
      ...issueNotes([
        ...shownGroupings(settings).map(groupBy =>
          bothValues(notCounted(dataset, columns, groupBy, settings.estimation)),
        ),
        undated(selectRows(columns.count, row => isUndatedByDates(issues[row]!, done.rule))),
        {
          code: 'missing-worklogs',
          words: has('worklogs that are not loaded; the trend of time spent is unknown.'),
          issues: unlogged,
          doubtful: true,
        },
      ]),
    ],
    definitions: definitionsOf(dataset, settings, done.inForce),
    done: done.inForce,
  };
}

/** The accounts are of the table by assignee alone. */
function breakdownsOf(
  dataset: Dataset,
  columns: IssueColumns,
  settings: OverviewSettings,
  context: ReportContext,
): BreakdownTable[] {
  const groupings = shownGroupings(settings);
  const { accounts } = settings;
  if (accounts === 'all') return breakdownTables(dataset, columns, groupings, settings);
  return groupings.flatMap(groupBy => {
    const rows = accountRows(dataset, accounts, personRole(groupBy), context);
    return breakdownTables(dataset, columns, [groupBy], settings, rows);
  });
}

function line<Id extends string>(
  id: Id,
  unit: ProgressLine['unit'],
  part: Figure,
  whole: Figure,
  trend: Trend | null = null,
): ProgressLine<Id> {
  return { id, unit, part, whole, percent: percent(part.value ?? 0, whole.value ?? 0), trend };
}

function attentionLists(dataset: Dataset, columns: IssueColumns, context: ReportContext) {
  const { issues } = dataset;
  const facts: AttentionFacts = {
    today: columns.today,
    weekStart: context.weekStart,
    isOtherDone: blockersDone(issues, columns),
  };
  const kindOf = kindReader();
  // One pass for all lists: at 100,000 issues memory access dominates.
  const found = ATTENTION_LISTS.map((): number[] => []);
  for (let row = 0; row < columns.count; row++) {
    const issue = issues[row]!;
    const isOpen = columns.resolved[row] === 0;
    if (!isOpen && !issue.flagged) continue;
    const kind = kindOf(issue.type.name);
    for (let index = 0; index < ATTENTION_LISTS.length; index++) {
      const list = ATTENTION_LISTS[index]!;
      if ((isOpen || list.alsoResolved) && list.holds(issue, facts, kind)) found[index]?.push(row);
    }
  }
  return ATTENTION_LISTS.map(({ id, shows }, index) => ({
    id,
    figure: countOf(Uint32Array.from(found[index] ?? [])),
    urgent: mostUrgent(issues, found[index] ?? [], shows),
  }));
}

const MAX_URGENT = 3;

/** The least values first, of issues that have one. */
const URGENCY: Readonly<Record<RowFact, (issue: Issue) => number>> = {
  due: ({ due }) => due ?? Infinity,
  priority: ({ priority }) => Number.parseInt(priority?.id ?? '', 10) || Infinity,
  created: ({ created }) => created,
  updated: ({ updated }) => updated,
  resolved: ({ resolved }) => resolved ?? Infinity,
};

function mostUrgent(
  issues: readonly Issue[],
  rows: readonly number[],
  fact: RowFact = 'created',
): IssueRows {
  const first: { readonly row: number; readonly value: number }[] = [];
  for (const row of rows) {
    const value = URGENCY[fact](issues[row]!);
    const at = first.findIndex(each => value < each.value);
    if (at < 0 && first.length === MAX_URGENT) continue;
    first.splice(at < 0 ? first.length : at, 0, { row, value });
    first.length = Math.min(first.length, MAX_URGENT);
  }
  return Uint32Array.from(first, ({ row }) => row);
}

/**
 * Returns whether a blocking issue is resolved, null if it is not in the dataset. Jira stores a link on both issues, so
 * only issues with an outward 'Blocks' link can be asked for.
 */
function blockersDone(
  issues: readonly Issue[],
  columns: IssueColumns,
): (id: IssueId) => boolean | null {
  const done = new Map<IssueId, boolean>();
  for (let row = 0; row < issues.length; row++) {
    const issue = columns.withLinks[row] === 1 ? issues[row] : undefined;
    if (issue && isBlocking(issue)) done.set(issue.id, columns.resolved[row] === 1);
  }
  return id => done.get(id) ?? null;
}

const definitionsOf = (
  dataset: Dataset,
  settings: OverviewSettings,
  { rule }: DoneInForce,
): readonly Definition[] => [
  resolvedDefinition(rule, PERCENT_RESOLVED),
  ...definitions({
    'With a resolution': 'Issues with a resolution or a resolution date, whatever their status.',
    'Time spent':
      'Logged time against time spent plus remaining estimate. Parents and sub-tasks count with their own time, not with sums that Jira makes of them.',
    Trends: `Issues that were created or resolved in the last ${TREND_DAYS} days, today included, against the ${TREND_DAYS} days before, in your time zone; of time spent, the work logged for these days. Work that was logged in advance, before the first of these days, counts only if its issue was updated since. The change is in percent of the earlier figure. Without a comparison where the query chooses by what is now, such as open sprints, or by days of these periods.`,
    ...Object.fromEntries(ATTENTION_LISTS.map(({ title, reason }) => [title, reason])),
  }),
  ...breakdownDefinitions(dataset, settings),
  ...(settings.showBreakdowns
    ? byAssigneeDefinition(settings.accounts, 'The other figures count')
    : []),
];
