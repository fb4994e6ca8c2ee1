/**
 * Cycle time of finished issues: from the start of work to the finish.
 *
 *   issue  start   finish   days    50 %  70 %  85 %  95 %
 *   A-1    Mon     Mon      1       2     4     4     4
 *   A-2    Mon     Tue      2
 *   A-3    Mon     Thu      4
 */

import { plainWorkflow, type Workflow } from '@tallyboard/core/flow/workflow.ts';
import { countOf, filterRows, statisticOf, valuesOf } from '@tallyboard/core/measure/figures.ts';
import { compareLabels, groupIssues } from '@tallyboard/core/measure/group-by.ts';
import { percent, percentileOfSorted } from '@tallyboard/core/measure/statistics.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Computed, CountFigure, StatisticFigure } from '@tallyboard/core/model/result.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { type Band, bandsOf } from '@tallyboard/report-kit/families/bands/bands.ts';
import {
  type FinishPeriod,
  finishPeriods,
} from '@tallyboard/report-kit/families/flow/finish-periods.ts';
import {
  finishedIssues,
  type OtherFinished,
  otherFinished,
} from '@tallyboard/report-kit/families/flow/finished-issues.ts';
import { finishedDays } from '@tallyboard/report-kit/families/flow/flow-days.ts';
import { flowDefinition, flowNotes } from '@tallyboard/report-kit/families/flow/flow-notes.ts';
import {
  type Percentile,
  type PercentileFigures,
  percentileFigures,
  percentileValues,
} from '@tallyboard/report-kit/families/flow/flow-percentiles.ts';
import type { FlowScope } from '@tallyboard/report-kit/families/flow/flow-scope.ts';
import type { FlowUnit } from '@tallyboard/report-kit/families/flow/flow-settings.ts';
import { flowTime } from '@tallyboard/report-kit/families/flow/flow-time.ts';
import { flowDays } from '@tallyboard/report-kit/families/flow/flow-units.ts';
import { replayDataset } from '@tallyboard/report-kit/families/flow/replay-dataset.ts';
import {
  accountDefinition,
  accountFilter,
  accountNotes,
  personRole,
} from '@tallyboard/report-kit/figures/account-notes.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { labelledGroups } from '@tallyboard/report-kit/figures/group-labels.ts';
import { groupNotes } from '@tallyboard/report-kit/figures/issue-notes.ts';
import { limitsDefinition } from '@tallyboard/report-kit/limits/limits-setting.ts';
import { groupLabel, groupWord } from '@tallyboard/report-kit/settings/group-codes.ts';
import type { CycleTimeSettings } from './settings.ts';
import { rollingPercentiles, type TrendPeriod } from './trend.ts';

/** In days or seconds, by the unit. */
export interface CycleFigures extends PercentileFigures {
  readonly count: CountFigure;
  readonly mean: StatisticFigure;
  readonly max: StatisticFigure;
  /** Issues within the target; null without one. */
  readonly within: CountFigure | null;
}

export interface CycleGroup extends CycleFigures {
  readonly id: string;
  readonly label: string;
  readonly avatarUrl?: string | null | undefined;
}

export interface CycleTimeResult {
  readonly workflow: Workflow;
  readonly scope: FlowScope;
  readonly unit: FlowUnit;
  readonly groupedBy: { readonly id: string; readonly label: string };
  readonly groups: readonly CycleGroup[];
  readonly total: CycleFigures;
  /** Null without values. */
  readonly percentiles: Readonly<Record<Percentile, number | null>>;
  /** The finished issues by cycle time in days. */
  readonly bands: readonly Band[];
  /** '`percent` % within `days` days', and the percent of issues that attained it; null without one. */
  readonly serviceLevel: {
    readonly days: number;
    readonly percent: number;
    readonly attained: number;
  } | null;
  /** All periods from the first to the last finish. */
  readonly trend: readonly TrendPeriod[];
  /** The days before those shown, as many; null without a first day, and with too few issues to compare. */
  readonly before: { readonly days: number; readonly percentile85: number } | null;
  readonly others: OtherFinished & {
    /** Finished in these days, by accounts that do not count. */
    readonly otherAccounts: number;
  };
  readonly finished: {
    readonly rows: IssueRows;
    readonly start: Float64Array;
    readonly finish: Float64Array;
    readonly value: Float64Array;
  };
}

const SECONDS_PER_DAY = 86_400;

export default function computeCycleTime(
  dataset: Dataset,
  settings: CycleTimeSettings,
  context: ReportContext,
): Computed<CycleTimeResult> {
  const { issues } = dataset;
  const { accounts, groupBy } = settings;
  const role = personRole(groupBy);
  const { workflow, replay, scope } = replayDataset(dataset, settings, context);
  const { start, finish } = replay;
  const range = finishedDays(settings, context);
  const isOfAccounts =
    role && accounts !== 'all' ? accountFilter(dataset, accounts, context, role) : () => true;
  const ofAll = finishedIssues(replay, range, context.zone);
  const rows = filterRows(ofAll, isOfAccounts);
  // Rolling percentiles look back beyond the days shown.
  const allRows = filterRows(
    finishedIssues(replay, { ...range, from: null }, context.zone),
    isOfAccounts,
  );
  const time = flowTime(settings.unit, context);
  const values = new Float64Array(issues.length);
  for (const row of allRows) values[row] = time(start[row]!, finish[row]!);
  const limit = settings.target * (settings.unit === 'days' ? 1 : SECONDS_PER_DAY);
  const figures = (members: IssueRows) => cycleFigures(members, values, limit);
  const total = figures(rows);
  const days = new Int32Array(issues.length);
  for (const row of allRows) days[row] = localDay(finish[row]!, context.zone);
  const periods = finishPeriods(settings.period, context, rows, row => days[row]!, range).map(
    period => {
      return { ...period, figures: figures(period.rows) };
    },
  );
  const rolling = rollingPercentiles(
    allRows,
    days,
    values,
    periods.map(({ last }) => last),
  );
  const result: CycleTimeResult = {
    workflow: plainWorkflow(workflow),
    scope: { ...scope, doneBefore: countOf(filterRows(scope.doneBefore.issues, isOfAccounts)) },
    unit: settings.unit,
    ...groupsOf(dataset, settings, rows, periods, figures),
    total,
    percentiles: percentileValues(total),
    bands: bandsOf(
      rows,
      row => flowDays(values[row]!, settings.unit),
      total.max.value && flowDays(total.max.value, settings.unit),
      flowDays(total.percentile95.value ?? 0, settings.unit),
    ),
    serviceLevel: total.within && {
      days: settings.target,
      percent: settings.targetPercent,
      attained: percent(total.within.value, rows.length),
    },
    before: percentileBefore(allRows, range, values, days),
    others: {
      ...otherFinished(replay, ofAll),
      otherAccounts: ofAll.length - rows.length,
    },
    trend: periods.map(({ id, label, whole, figures: own }, at) => {
      const { count, within } = own;
      return { id, label, whole, count, own, rolling: rolling[at]!, within };
    }),
    finished: {
      rows,
      start: valuesOf(rows, start),
      finish: valuesOf(rows, finish),
      value: valuesOf(rows, values),
    },
  };
  return {
    result,
    notes: [
      ...(role ? accountNotes(dataset, accounts, ofAll, role) : []),
      ...flowNotes(dataset, replay, isOfAccounts),
      ...groupNotes(dataset, groupBy),
    ],
    definitions: [
      flowDefinition(workflow, settings),
      ...definitions({
        'Cycle time': TEXTS[settings.unit],
        Percentiles: 'Nearest rank: a cycle time that occurs, of the issues sorted by it.',
        Change: 'Against the issues finished in as many days before, if they are at least 10.',
        'Rolling percentile': 'Of the issues finished in the 90 days until the end of the period.',
      }),
      ...accountDefinition(accounts, role),
      ...limitsDefinition(settings),
    ],
  };
}

/** Fewer issues have no 85th percentile to compare. */
const MIN_COMPARED = 10;

function percentileBefore(
  rows: IssueRows,
  { from, to }: Pick<CycleTimeSettings, 'from' | 'to'>,
  values: Float64Array,
  dayOf: Int32Array,
): CycleTimeResult['before'] {
  if (from === null || to === null) return null;
  const days = to - from + 1;
  const before = filterRows(rows, row => dayOf[row]! >= from - days && dayOf[row]! < from);
  if (before.length < MIN_COMPARED) return null;
  const sorted = valuesOf(before, values).sort();
  return { days, percentile85: percentileOfSorted(sorted, 85) ?? 0 };
}

const TEXTS: Readonly<Record<FlowUnit, string>> = {
  days: 'Calendar days from start to finish, both included: an issue started and finished on one day takes 1 day.',
  elapsed: 'Elapsed time from start to finish.',
  working: 'Working time of the shared calendar from start to finish.',
};

function cycleFigures(rows: IssueRows, values: Float64Array, limit: number): CycleFigures {
  const parts = valuesOf(rows, values);
  return {
    count: countOf(rows),
    mean: statisticOf('mean', rows, parts),
    ...percentileFigures(rows, parts),
    max: statisticOf('max', rows, parts),
    within: limit === 0 ? null : countOf(filterRows(rows, row => values[row]! <= limit)),
  };
}

/** Groups of the finished issues; without a grouping, their periods. */
function groupsOf(
  dataset: Dataset,
  { groupBy, period }: CycleTimeSettings,
  rows: IssueRows,
  periods: readonly (FinishPeriod & { readonly figures: CycleFigures })[],
  figures: (rows: IssueRows) => CycleFigures,
): Pick<CycleTimeResult, 'groups' | 'groupedBy'> {
  if (groupBy === null)
    return {
      groupedBy: { id: period, label: period === 'month' ? 'Month' : 'Week' },
      groups: periods.map(({ id, label, figures: own }) => ({ id, label, ...own })),
    };
  const { issues, fields } = dataset;
  const groups = groupIssues(dataset, groupBy, rows);
  return {
    groupedBy: { id: groupWord(groupBy), label: groupLabel(groupBy, fields) },
    groups: labelledGroups(groups, groupBy, issues)
      .sort(compareLabels)
      .map(({ id, label, avatarUrl, rows: members }) => ({
        id,
        label,
        avatarUrl,
        ...figures(members.slice()),
      })),
  };
}
