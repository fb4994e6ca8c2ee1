/**
 * Age of the issues in progress, against the ages at which finished issues left each column.
 *
 *   column        finished issues left it at the age of    50 %   85 %   in progress   age
 *   In Progress   1 2 2 3 8                                2      8      A-1           5
 *   Review        2 3 3 9                                  3      9      A-2           12
 */

import { openBlockers } from '@tallyboard/core/flow/blocked.ts';
import { type FlowReplay, isInProgress } from '@tallyboard/core/flow/replay.ts';
import { plainWorkflow, type Workflow } from '@tallyboard/core/flow/workflow.ts';
import { changesOf } from '@tallyboard/core/history/field-changes.ts';
import { countOf, filterRows, selectRows, statisticOf } from '@tallyboard/core/measure/figures.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Computed, CountFigure, StatisticFigure } from '@tallyboard/core/model/result.ts';
import { finishedIssues } from '@tallyboard/report-kit/families/flow/finished-issues.ts';
import { finishedDays } from '@tallyboard/report-kit/families/flow/flow-days.ts';
import {
  flowDefinition,
  flowNotes,
  unknownBlockers,
} from '@tallyboard/report-kit/families/flow/flow-notes.ts';
import {
  PERCENTILES,
  type Percentile,
  type PercentileFigures,
  percentileFigures,
} from '@tallyboard/report-kit/families/flow/flow-percentiles.ts';
import type { FlowScope } from '@tallyboard/report-kit/families/flow/flow-scope.ts';
import type { FlowUnit } from '@tallyboard/report-kit/families/flow/flow-settings.ts';
import { type FlowTime, flowTime } from '@tallyboard/report-kit/families/flow/flow-time.ts';
import { replayDataset } from '@tallyboard/report-kit/families/flow/replay-dataset.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { type IssueList, issueList, issuesAt } from '@tallyboard/report-kit/figures/issue-list.ts';
import { issueNotes } from '@tallyboard/report-kit/figures/issue-notes.ts';
import type { WipAgeSettings } from './settings.ts';

/** The issues in progress; times in days or seconds by the unit, and all as of the report. NaN is unknown. */
export interface AgingIssues extends IssueList {
  readonly start: Float64Array;
  readonly age: Float64Array;
  /** A place in the workflow; -1 for a status without a column. */
  readonly column: Int16Array;
  /** The last entry into the column. */
  readonly columnSince: Float64Array;
  readonly inColumn: Float64Array;
  /** The largest percentile of its column that the age exceeds; 0 for none. */
  readonly olderThan: Uint8Array;
  /** Names; null if unassigned. */
  readonly assignees: readonly (string | null)[];
  readonly flagged: Uint8Array;
  /** Keys of the issues that block an issue and are not done, by row. */
  readonly blockedBy: Readonly<Record<number, readonly string[]>>;
}

/** Ages at the last exit from a column; those of the finish column are cycle times. */
export interface PaceColumn extends PercentileFigures {
  readonly id: string;
  readonly column: string;
  /** Issues in progress in this column. */
  readonly count: CountFigure;
}

export interface WipAgeResult {
  readonly workflow: Workflow;
  readonly scope: FlowScope;
  readonly unit: FlowUnit;
  readonly inProgress: AgingIssues;
  readonly total: {
    readonly count: CountFigure;
    /** Issues of unknown age, which are in no other figure of age. */
    readonly unknown: CountFigure;
    readonly oldest: StatisticFigure;
    readonly age: StatisticFigure;
    readonly inColumn: StatisticFigure;
    /** Older than the 85th percentile of their column. */
    readonly slow: CountFigure;
    /** Flagged, or blocked by an unresolved issue. */
    readonly blocked: CountFigure;
  };
  readonly pace: readonly PaceColumn[];
  /** Finished issues with a start, which the percentiles are of. */
  readonly finished: CountFigure;
}

export default function computeWipAge(
  dataset: Dataset,
  settings: WipAgeSettings,
  context: ReportContext,
): Computed<WipAgeResult> {
  const { workflow, rule, replay, scope } = replayDataset(dataset, settings, context);
  const { start, since, until, asOf } = replay;
  const { unit } = settings;
  const time = flowTime(unit, context);
  const finished = finishedIssues(replay, finishedDays(settings, context), context.zone);
  const rows = selectRows(start.length, row => isInProgress(since[row]!, until[row]!, asOf));
  const aged = filterRows(rows, row => !Number.isNaN(start[row]));
  const column = Int16Array.from(rows, row => replay.column[lastEntry(replay, row)]!);
  const pace = paceColumns(workflow, replay, finished, time).map((figures, index): PaceColumn => {
    const place = workflow.start + index;
    return {
      id: String(place),
      column: workflow.columns[place] ?? '',
      count: countOf(rows.filter((_, at) => column[at] === place)),
      ...figures,
    };
  });
  const inProgress = agingIssues(dataset, rows, replay, column, time);

  const { age, flagged, inColumn } = inProgress;
  const placed = rows.filter((_, at) => !Number.isNaN(inColumn[at]));
  const exceeded = Uint8Array.from(age, (value, at) =>
    exceededPercentile(value, pace[column[at]! - workflow.start]),
  );
  const blockersOf = openBlockers(dataset, rule, context.past === true);
  const blockedBy: Record<number, readonly string[]> = {};
  const unknown: number[] = [];
  for (const row of rows) {
    const blockers = blockersOf(dataset.issues[row]!);
    const keys = blockers.filter(key => key !== null);
    if (keys.length > 0) blockedBy[row] = keys;
    if (keys.length < blockers.length) unknown.push(row);
  }
  return {
    result: {
      workflow: plainWorkflow(workflow),
      scope,
      unit,
      inProgress: { ...inProgress, olderThan: exceeded, blockedBy },
      total: {
        count: countOf(rows),
        unknown: countOf(filterRows(rows, row => Number.isNaN(start[row]))),
        oldest: statisticOf('max', aged, known(age)),
        age: statisticOf('percentile50', aged, known(age)),
        inColumn: statisticOf('percentile50', placed, known(inProgress.inColumn)),
        slow: countOf(rows.filter((_, at) => exceeded[at]! >= 85)),
        blocked: countOf(rows.filter((row, at) => flagged[at] === 1 || blockedBy[row])),
      },
      pace,
      finished: countOf(finished),
    },
    notes: [
      ...flowNotes(dataset, replay),
      ...issueNotes([unknownBlockers(Uint32Array.from(unknown))]),
    ],
    definitions: [
      flowDefinition(workflow, settings),
      ...definitions({
        'WIP age': AGE_TEXTS[unit],
        Pace: 'Of finished issues, the age at their last exit from a column; in the finish column their cycle time. Nearest rank, and never less than in a column further left.',
        Blocked: 'Flagged, or with an inward Blocks link of an issue that is not done.',
      }),
    ],
  };
}

const AGE_TEXTS: Readonly<Record<FlowUnit, string>> = {
  days: 'Calendar days from the start until the date of the report, both included, of issues started and not finished.',
  elapsed: 'Elapsed time since the start, of issues started and not finished.',
  working:
    'Working time of the shared calendar since the start, of issues started and not finished.',
};

const known = (values: Float64Array) => values.filter(value => !Number.isNaN(value));

const lastEntry = ({ first }: FlowReplay, row: number) => first[row + 1]! - 1;

function agingIssues(
  dataset: Dataset,
  rows: IssueRows,
  replay: FlowReplay,
  column: Int16Array,
  time: FlowTime,
): Omit<AgingIssues, 'olderThan' | 'blockedBy'> {
  const { asOf } = replay;
  const issues = issuesAt(dataset, rows);
  const start = Float64Array.from(rows, row => replay.start[row]!);
  const timeSince = (from: number) => (Number.isNaN(from) ? from : time(from, asOf));
  const age = start.map(timeSince);
  const columnSince = Float64Array.from(rows, (row, at) => {
    const hasEntered = !Number.isNaN(start[at]) || changesOf(issues[at]!, 'status').length > 0;
    return hasEntered ? replay.entered[lastEntry(replay, row)]! : Number.NaN;
  });
  return {
    ...issueList(dataset, rows),
    start,
    age,
    column,
    columnSince,
    inColumn: columnSince.map(timeSince),
    assignees: issues.map(({ assignee }) => assignee?.name ?? null),
    flagged: Uint8Array.from(issues, issue => Number(issue.flagged)),
  };
}

function exceededPercentile(age: number, pace: PercentileFigures | undefined): number {
  if (!pace) return 0;
  for (let at = PERCENTILES.length - 1; at >= 0; at--) {
    const share = PERCENTILES[at]!;
    if (age > (pace[`percentile${share}`].value ?? Number.POSITIVE_INFINITY)) return share;
  }
  return 0;
}

function paceColumns(
  workflow: Workflow,
  { first, column, entered, start, finish }: FlowReplay,
  finished: IssueRows,
  time: FlowTime,
): readonly PercentileFigures[] {
  const { start: from, finish: to } = workflow;
  const count = to - from + 1;
  const members = Array.from({ length: count }, () => new Uint32Array(finished.length));
  const ages = Array.from({ length: count }, () => new Float64Array(finished.length));
  const lengths = new Uint32Array(count);
  const exits = new Float64Array(count);
  for (const row of finished) {
    const begin = start[row]!;
    exits.fill(Number.NaN);
    for (let at = first[row]!; at + 1 < first[row + 1]!; at++) {
      const place = column[at]! - from;
      const exit = entered[at + 1]!;
      if (place >= 0 && place < count && exit >= begin) exits[place] = exit;
    }
    exits[count - 1] = finish[row]!;
    for (let place = 0; place < count; place++) {
      const exit = exits[place]!;
      if (Number.isNaN(exit)) continue;
      const length = lengths[place]!;
      members[place]![length] = row;
      ages[place]![length] = time(begin, exit);
      lengths[place] = length + 1;
    }
  }
  let before: PercentileFigures | null = null;
  return Array.from({ length: count }, (_, place) => {
    const length = lengths[place]!;
    const own = percentileFigures(members[place]!.slice(0, length), ages[place]!.slice(0, length));
    before = before === null ? own : notBelow(own, before);
    return before;
  });
}

/** Each percentile, or that of the column before where it is larger. */
function notBelow(own: PercentileFigures, before: PercentileFigures): PercentileFigures {
  const of = (share: Percentile) => {
    const [mine, other] = [own[`percentile${share}`], before[`percentile${share}`]];
    return (mine.value ?? -1) < (other.value ?? -1) ? other : mine;
  };
  return { percentile50: of(50), percentile70: of(70), percentile85: of(85), percentile95: of(95) };
}
