/**
 * Where the time of finished issues goes: from start to finish, by column, and how much of it they waited.
 *
 *   issue   In Progress   Review (waits)   in progress   waiting   efficiency
 *   A-1     3 d           1 d              4 d           1 d       75 %
 *   A-2     1 d           1 d              2 d           1 d       50 %
 *   all     4 d           2 d              6 d           2 d       67 %
 */

import { type BlockedTime, blockedTimes } from '@tallyboard/core/flow/blocked.ts';
import type { FlowReplay } from '@tallyboard/core/flow/replay.ts';
import { plainWorkflow, type Workflow } from '@tallyboard/core/flow/workflow.ts';
import {
  filterRows,
  selectRows,
  statisticOf,
  sumOf,
  valuesOf,
} from '@tallyboard/core/measure/figures.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Computed, Note, StatisticFigure } from '@tallyboard/core/model/result.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { finishPeriods } from '@tallyboard/report-kit/families/flow/finish-periods.ts';
import {
  finishedIssues,
  type OtherFinished,
  otherFinished,
} from '@tallyboard/report-kit/families/flow/finished-issues.ts';
import { finishedDays } from '@tallyboard/report-kit/families/flow/flow-days.ts';
import {
  flowDefinition,
  flowNotes,
  incompleteBlockers,
  unknownBlockers,
} from '@tallyboard/report-kit/families/flow/flow-notes.ts';
import type { FlowScope } from '@tallyboard/report-kit/families/flow/flow-scope.ts';
import { type FlowTime, flowTime } from '@tallyboard/report-kit/families/flow/flow-time.ts';
import { replayDataset } from '@tallyboard/report-kit/families/flow/replay-dataset.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { type IssueList, issueList } from '@tallyboard/report-kit/figures/issue-list.ts';
import { issueNotes } from '@tallyboard/report-kit/figures/issue-notes.ts';
import { limitsDefinition } from '@tallyboard/report-kit/limits/limits-setting.ts';
import type { FlowEfficiencySettings } from './settings.ts';
import {
  type OfferedWaits,
  offeredWaits,
  type PlaceTimes,
  unusedText,
  unusedWaits,
  waitPlaces,
} from './wait-places.ts';
import { replayStatuses, statusTest, waitingOf } from './waiting.ts';

/** Seconds of the finished issues, in the order of `rows`. */
export interface FinishedTimes extends IssueList {
  readonly inProgress: Float64Array;
  readonly waiting: Float64Array;
  /** By column of the workflow, then in statuses without a column. */
  readonly byColumn: readonly Float64Array[];
}

/** The time of all finished issues in a column, in seconds. */
export interface ColumnTime {
  readonly id: string;
  /** Null for statuses without a column. */
  readonly column: string | null;
  /** It is a wait column. */
  readonly waits: boolean;
  readonly time: StatisticFigure;
  readonly waiting: StatisticFigure;
}

/** The issues finished in a week or month. */
export interface EfficiencyPeriod {
  readonly id: string;
  readonly label: string;
  /** False while it runs, and if the range cuts it. */
  readonly whole: boolean;
  readonly active: StatisticFigure;
  /** From 0 to 1; null without time or a wait column. */
  readonly efficiency: number | null;
}

export interface FlowEfficiencyResult {
  readonly workflow: Workflow;
  readonly scope: FlowScope;
  readonly unit: FlowEfficiencySettings['unit'];
  readonly finished: FinishedTimes;
  readonly others: OtherFinished;
  /** Columns with time, in the order of the workflow. */
  readonly columns: readonly ColumnTime[];
  readonly total: {
    readonly inProgress: StatisticFigure;
    readonly waiting: StatisticFigure;
    readonly active: StatisticFigure;
  };
  /** From 0 to 1; null without time, and while no wait column or status with time is chosen. */
  readonly efficiency: number | null;
  /** What may be chosen; null once something with time is. */
  readonly offered: OfferedWaits | null;
  /** The chosen columns and statuses in which no finished issue was. */
  readonly unused: readonly string[];
  /** All periods from the first to the last finish. */
  readonly trend: readonly EfficiencyPeriod[];
}

export default function computeFlowEfficiency(
  dataset: Dataset,
  settings: FlowEfficiencySettings,
  context: ReportContext,
): Computed<FlowEfficiencyResult> {
  const { workflow, rule, replay, scope } = replayDataset(dataset, settings, context);
  const { unit, waitColumns, waitStatuses, waitBlocked } = settings;
  const range = finishedDays(settings, context);
  const rows = finishedIssues(replay, range, context.zone);
  const time = flowTime(unit, context);
  const count = workflow.columns.length + 1;
  const series = () => Array.from({ length: count }, () => new Float64Array(rows.length));
  const [byColumn, waitingBy] = [series(), series()];
  const inProgress = new Float64Array(rows.length);
  const waiting = new Float64Array(rows.length);
  const blockedOf = waitBlocked ? blockedTimes(dataset, rule, context.asOf) : null;
  const byStatus = replayStatuses(dataset, workflow, settings, context.asOf);
  const inStatus = new Float64Array(byStatus.ids.length);
  const spansOf = waitingOf(dataset, workflow, settings, byStatus, blockedOf);
  rows.forEach((row, at) => {
    const from = replay.start[row]!;
    const to = replay.finish[row]!;
    const waits = spansOf(row);
    inProgress[at] = time(from, to);
    waiting[at] = timeWithin(waits, { from, to }, time);
    eachStay(replay, row, { from, to }, (column, stay) => {
      const place = column < 0 ? count - 1 : column;
      add(byColumn[place], at, time(stay.from, stay.to));
      add(waitingBy[place], at, timeWithin(waits, stay, time));
    });
    eachStay(byStatus.replay, row, { from, to }, (status, stay) =>
      add(inStatus, status, time(stay.from, stay.to)),
    );
  });
  const sum = (values: Float64Array) => statisticOf('sum', rows, values);
  const places = waitPlaces(workflow, settings.waitColumns);
  const times: PlaceTimes = {
    ofColumn: place => sumOfValues(byColumn[place]!),
    ofStatus: name => {
      const isStatus = statusTest(dataset, [name]);
      return sumOfValues(inStatus.filter((_, at) => isStatus(byStatus.ids[at]!)));
    },
  };
  const unused = unusedWaits(workflow, settings, times);
  const isChosen = unused.length < waitColumns.length + waitStatuses.length;
  const shareOf = (part: number | null, all: number | null) =>
    isChosen && all ? (part ?? 0) / all : null;
  const active = inProgress.map((value, at) => value - waiting[at]!);
  const total = {
    inProgress: sum(inProgress),
    waiting: sumOfPositive(rows, waiting),
    active: sum(active),
  };
  const inRows = (values: Float64Array) => {
    const byRow = new Float64Array(dataset.issues.length);
    for (let at = 0; at < rows.length; at++) byRow[rows[at]!] = values[at]!;
    return byRow;
  };
  const [activeByRow, inProgressByRow] = [inRows(active), inRows(inProgress)];
  const dayOf = (row: number) => localDay(replay.finish[row]!, context.zone);
  const trend = finishPeriods(settings.period, context, rows, dayOf, range).map(
    ({ id, label, whole, rows: members }): EfficiencyPeriod => {
      const own = sumOf(members, activeByRow);
      const all = sumOf(members, inProgressByRow).value ?? 0;
      return { id, label, whole, active: own, efficiency: shareOf(own.value, all) };
    },
  );
  return {
    result: {
      workflow: plainWorkflow(workflow),
      scope,
      unit,
      finished: { ...issueList(dataset, rows), inProgress, waiting, byColumn },
      others: otherFinished(replay, rows),
      columns: columnTimes(workflow, rows, byColumn, waitingBy, places),
      total,
      efficiency: shareOf(total.active.value, total.inProgress.value),
      offered: isChosen ? null : offeredWaits(workflow, times),
      unused,
      trend,
    },
    notes: [
      ...flowNotes(dataset, replay),
      ...blockerNotes(dataset, replay, rows, blockedOf),
      ...(rows.length > 0 ? unusedNotes(unused) : []),
    ],
    definitions: [
      flowDefinition(workflow, settings),
      ...definitions({
        'Flow efficiency': `(In progress − waiting) / in progress, of the ${TIME_WORDS[unit]} of all finished issues from start to finish.`,
        Waiting: waitWords(workflow, places, settings),
        'Time by column':
          'Time in each column between start and finish, also in columns that the issue moved back to.',
      }),
      ...limitsDefinition(settings),
    ],
  };
}

function blockerNotes(
  { issues }: Dataset,
  { start, finish }: FlowReplay,
  rows: IssueRows,
  blockedOf: ((issue: Issue) => BlockedTime) | null,
): readonly Note[] {
  if (!blockedOf) return [];
  const incomplete = new Set<Issue>();
  const unknown = filterRows(rows, row => {
    const isInside = (span: Interval) => span.from < finish[row]! && span.to > start[row]!;
    const blocked = blockedOf(issues[row]!);
    for (const span of blocked.incomplete) if (isInside(span)) incomplete.add(span.blocker);
    return blocked.unknown.some(isInside);
  });
  return issueNotes([
    unknownBlockers(unknown),
    incompleteBlockers(selectRows(issues.length, row => incomplete.has(issues[row]!))),
  ]);
}

/** Times in the columns that have any, and last in statuses without a column. */
function columnTimes(
  { columns }: Workflow,
  rows: IssueRows,
  byColumn: readonly Float64Array[],
  waitingBy: readonly Float64Array[],
  places: ReadonlySet<number>,
): readonly ColumnTime[] {
  return byColumn
    .map((values, place) => ({
      id: String(place),
      column: columns[place] ?? null,
      waits: places.has(place),
      time: sumOfPositive(rows, values),
      waiting: sumOfPositive(rows, waitingBy[place]!),
    }))
    .filter(({ time }) => time.issues.length > 0);
}

const unusedNotes = (unused: readonly string[]): readonly Note[] =>
  unused.length === 0
    ? []
    : [{ code: 'unused-wait', text: unusedText(unused), issues: new Uint32Array(0) }];

const sumOfValues = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);

function waitWords(
  { columns }: Workflow,
  places: ReadonlySet<number>,
  { waitStatuses, waitFlagged, waitBlocked }: FlowEfficiencySettings,
): string {
  const names = [...Array.from(places, place => columns[place] ?? ''), ...waitStatuses];
  const waits = [
    ...(names.length > 0 ? [`in ${names.join(', ')}`] : []),
    ...(waitFlagged ? ['while flagged'] : []),
    ...(waitBlocked ? ['while an inward Blocks link has an issue that is not done'] : []),
  ];
  const words =
    waits.join(', or ') || 'counts as waiting nowhere, since no wait column or status is chosen';
  return `Time in progress ${words}. Time that waits for two reasons counts once.`;
}

const TIME_WORDS = { elapsed: 'elapsed time', working: 'working time of the shared calendar' };

function add(to: Float64Array | undefined, at: number, amount: number): void {
  if (to) to[at]! += amount;
}

function timeWithin(spans: readonly Interval[], { from, to }: Interval, time: FlowTime): number {
  let sum = 0;
  for (const span of spans) {
    const begin = Math.max(span.from, from);
    const end = Math.min(span.to, to);
    if (end > begin) sum += time(begin, end);
  }
  return sum;
}

/** Calls `stay` for each stay in a column within a span. */
function eachStay(
  { first, column, entered }: FlowReplay,
  row: number,
  { from, to }: Interval,
  stay: (column: number, span: Interval) => void,
): void {
  const end = first[row + 1]!;
  for (let at = first[row]!; at < end; at++) {
    const begin = Math.max(entered[at]!, from);
    const leave = Math.min(at + 1 < end ? entered[at + 1]! : to, to);
    if (leave > begin) stay(column[at]!, { from: begin, to: leave });
  }
}

/** The sum of times, with the issues that have any. */
function sumOfPositive(rows: IssueRows, values: Float64Array): StatisticFigure {
  const own = selectRows(values.length, at => values[at]! > 0);
  const issues = own.map(at => rows[at]!);
  return statisticOf('sum', issues, valuesOf(own, values));
}
