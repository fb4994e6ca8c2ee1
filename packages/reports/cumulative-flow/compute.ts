/**
 * How many issues have reached each column by the end of each day, and how many are in it.
 *
 *   columns   To Do | Doing | Done      day   reached   present
 *   A-1       Mon     Tue     Wed       Mon   2 0 0     2 0 0
 *   A-2       Mon     Wed               Tue   2 1 0     1 1 0
 *                                       Wed   2 2 1     0 1 1
 */

import { type FlowReplay, isInProgress } from '@tallyboard/core/flow/replay.ts';
import { plainWorkflow, type Workflow } from '@tallyboard/core/flow/workflow.ts';
import { changesOf } from '@tallyboard/core/history/field-changes.ts';
import { estimator } from '@tallyboard/core/measure/estimate.ts';
import { countOf, selectRows, valuesOf } from '@tallyboard/core/measure/figures.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Computed, CountFigure } from '@tallyboard/core/model/result.ts';
import { dayText, startOfWeek } from '@tallyboard/core/time/day.ts';
import { DAY, type Day, type Instant } from '@tallyboard/core/time/units.ts';
import { localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import { type DayRange, MAX_PERIODS } from '@tallyboard/report-kit/families/by-date/periods.ts';
import { flowDayRange } from '@tallyboard/report-kit/families/flow/flow-days.ts';
import { flowDefinition, flowNotes } from '@tallyboard/report-kit/families/flow/flow-notes.ts';
import type { FlowScope } from '@tallyboard/report-kit/families/flow/flow-scope.ts';
import { replayDataset } from '@tallyboard/report-kit/families/flow/replay-dataset.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { has, issueNotes } from '@tallyboard/report-kit/figures/issue-notes.ts';
import { lawText } from './law-text.ts';
import { type Clock, type LittlesLaw, littlesLaw } from './littles-law.ts';
import type { CumulativeFlowSettings } from './settings.ts';

/** One number per column, at the end of a day or as of the report. */
export interface FlowDay {
  readonly day: string;
  /** Issues, or their points, whose right-most column until then is this one or one right of it. */
  readonly reached: readonly number[];
  readonly present: readonly number[];
  /** Issues started and not finished, also those with an unknown start. */
  readonly wip: number;
  /** On this day. */
  readonly started: number;
  readonly finished: number;
}

/** A week of the viewer's calendar, or the days of it that are shown. */
export interface FlowWeek {
  /** First and last day. */
  readonly start: string;
  readonly end: string;
  readonly started: number;
  readonly finished: number;
  /** Started less finished: the change of the work in progress. */
  readonly net: number;
}

/** A move to a column further left. */
export interface Correction {
  readonly id: string;
  readonly row: number;
  readonly key: string;
  readonly at: Instant;
  readonly from: string;
  readonly to: string;
}

/**
 * The entries of issues into columns, by issue and in order of time. Of those of an issue before the first day only the right-most
 * one, the last one with a column, and the last one are kept: the days need no others.
 */
export interface FlowMoves {
  /** The issue of each entry. */
  readonly rows: IssueRows;
  /** -1 for a status without a column. */
  readonly column: Int16Array;
  readonly at: Float64Array;
  /** Points of the issue of each entry; null counts issues. */
  readonly points: Float64Array | null;
}

export interface CumulativeFlowResult {
  readonly workflow: Workflow;
  readonly scope: FlowScope;
  readonly columns: readonly string[];
  readonly estimation: 'count' | 'points';
  readonly range: DayRange;
  /** The range was too long; only its last part is included. */
  readonly shortened: boolean;
  readonly days: readonly FlowDay[];
  readonly weeks: readonly FlowWeek[];
  /** The beginning of the first day. */
  readonly since: Instant;
  /** The instant at which each day of `days` is counted. */
  readonly ends: Float64Array;
  readonly moves: FlowMoves;
  /** Started issues, in the order of `rows`; `finish` is NaN for those in progress. */
  readonly started: Clock;
  /** All issues that were in progress, also since an unknown time: then `start` is the first known one. */
  readonly inProgress: Clock;
  /** Issues in progress at the end whose start is unknown. */
  readonly unknownAge: number;
  /** No issue came with a history: what was in progress before is not known. */
  readonly withoutHistory: boolean;
  /** Per week, on average over the whole weeks of the days; null with fewer than two. */
  readonly perWeek: PerWeek | null;
  /** Totals of the days, by count. */
  readonly total: {
    readonly wip: CountFigure;
    readonly started: CountFigure;
    readonly finished: CountFigure;
    readonly corrected: CountFigure;
  };
  /** Null for days that have not come. */
  readonly littlesLaw: LittlesLaw | null;
  /** Within the days, the latest first. */
  readonly corrections: readonly Correction[];
}

export interface PerWeek {
  readonly started: number;
  readonly finished: number;
  /** First and last day of the weeks. */
  readonly from: string;
  readonly to: string;
}

export default function computeCumulativeFlow(
  dataset: Dataset,
  settings: CumulativeFlowSettings,
  context: ReportContext,
): Computed<CumulativeFlowResult> {
  const { issues } = dataset;
  const { asOf, zone } = context;
  const { workflow, replay, scope } = replayDataset(dataset, settings, context);
  const { start, finish, since, until } = replay;
  const asked = flowDayRange(settings, context);
  const to = Math.min(asked.to, localDay(asOf, zone));
  const from = Math.max(asked.from, to - MAX_PERIODS + 1);
  const window = { from: startOfDay(from, zone), to: Math.min(startOfDay(to + 1, zone), asOf) };
  const ends = Float64Array.from({ length: Math.max(0, to - from + 1) }, (_, at) =>
    Math.min(startOfDay(from + at + 1, zone) - 1, asOf),
  );
  const last = ends.at(-1) ?? asOf;
  const points = settings.estimation === 'points' ? pointsOf(dataset, settings) : null;
  const moves = movesOf(replay, points, window.from);
  const rows = selectRows(issues.length, row => !Number.isNaN(start[row]));
  const clock: Clock = { rows, start, finish };
  const everInProgress = selectRows(issues.length, row => !Number.isNaN(since[row]));
  const wip = everInProgress.filter(row => isInProgress(since[row]!, until[row]!, last));
  const corrections = correctionsOf(moves, workflow, window, issues);
  const progress: Clock = { rows: everInProgress, start: since, finish: until };
  const days = daysOf(moves, workflow.columns.length, clock, progress, {
    from,
    since: window.from,
    ends,
  });
  const inWindow = (instants: Float64Array) =>
    countOf(
      selectRows(issues.length, row => instants[row]! >= window.from && instants[row]! <= last),
    );
  const law = littlesLaw(clock, window);
  const result: CumulativeFlowResult = {
    workflow: plainWorkflow(workflow),
    scope,
    columns: workflow.columns,
    estimation: settings.estimation,
    range: { from, to },
    shortened: from > asked.from,
    days,
    weeks: weeksOf(days, from, context),
    since: window.from,
    ends,
    moves,
    started: { rows, start: valuesOf(rows, start), finish: valuesOf(rows, finish) },
    inProgress: {
      rows: everInProgress,
      start: valuesOf(everInProgress, since),
      finish: valuesOf(everInProgress, until),
    },
    withoutHistory: isWithoutHistory(issues, replay),
    perWeek: perWeekOf(start, finish, { from, to }, context),
    unknownAge: wip.filter(row => replay.unknown[row] === 1).length,
    total: {
      wip: countOf(wip),
      started: inWindow(start),
      finished: inWindow(finish),
      corrected: countOf(Uint32Array.from(new Set(corrections.map(({ row }) => row))).sort()),
    },
    littlesLaw: law,
    corrections,
  };
  const unestimated = points
    ? selectRows(issues.length, row => !replay.outside[row] && Number.isNaN(points[row]))
    : new Uint32Array(0);
  return {
    result,
    notes: [
      ...flowNotes(dataset, replay),
      ...issueNotes([{ ...UNESTIMATED, issues: unestimated }]),
    ],
    definitions: [
      flowDefinition(workflow, settings),
      ...definitions({
        Cumulative:
          'Issues whose right-most column by the end of the day is this one or one right of it; it never falls. A move back is listed and does not take an issue out of the columns that it has reached.',
        'Current columns': 'Issues in the column at the end of the day.',
        ...(points && {
          'Story points':
            'The estimates as of the report date, on all days. Issues without one are left out.',
        }),
        'Net flow':
          'Issues started less those finished, in each week of your time zone: the change of the work in progress. Issues without a known start are left out.',
        Ruler:
          'Upright, between start and finish: work in progress. Across, from the day on which as many had started as have finished: approximate average cycle time; throughput and starts are over the same days.',
        'Little’s law': `${LAW}${law ? ` ${lawText(law)}` : ''}`,
      }),
    ],
  };
}

const UNESTIMATED = {
  code: 'unestimated',
  words: has('no story points; their size is unknown, and they are left out.'),
  doubtful: true,
} as const;

const LAW =
  'Average WIP = throughput × average time in progress, in elapsed days of issues started and finished within the days shown. It holds if arrivals equal departures, and WIP and its age are the same at both ends; each is called equal within 10%.';

function isWithoutHistory(issues: readonly Issue[], { outside }: FlowReplay): boolean {
  let counted = 0;
  for (let row = 0; row < issues.length; row++) {
    if (outside[row] === 1) continue;
    const issue = issues[row]!;
    if (issue.historyComplete || changesOf(issue, 'status').length > 0) return false;
    counted++;
  }
  return counted > 0;
}

/** The centre line of Throughput: finishes of all issues, also of those whose start is unknown. */
function perWeekOf(
  start: Float64Array,
  finish: Float64Array,
  { from, to }: DayRange,
  { asOf, zone, weekStart }: ReportContext,
): PerWeek | null {
  const aligned = startOfWeek(from, weekStart);
  const first = aligned < from ? aligned + 7 : aligned;
  let end = startOfWeek(to + 1, weekStart);
  // A week of the present is whole when its last day is over.
  while (end > first && startOfDay(end, zone) > asOf) end -= 7;
  const weeks = (end - first) / 7;
  if (weeks < 2) return null;
  const [begin, until] = [startOfDay(first, zone), startOfDay(end, zone)];
  const rate = (instants: Float64Array) =>
    instants.reduce((count, at) => count + Number(at >= begin && at < until), 0) / weeks;
  return {
    started: rate(start),
    finished: rate(finish),
    from: dayText(first),
    to: dayText(end - 1),
  };
}

/** NaN if unestimated. */
function pointsOf(dataset: Dataset, { pointsField }: CumulativeFlowSettings): Float64Array {
  const estimate = estimator({ estimation: 'points', pointsField, pointsScope: 'all' }, dataset);
  return Float64Array.from(dataset.issues, issue => estimate.now(issue) ?? Number.NaN);
}

/** Without the entries of unestimated issues, if points count. */
function movesOf(
  { first, column, entered }: FlowReplay,
  points: Float64Array | null,
  since: Instant,
): FlowMoves {
  const moves = {
    rows: new Uint32Array(column.length),
    column: new Int16Array(column.length),
    at: new Float64Array(column.length),
  };
  let length = 0;
  for (let row = 0; row + 1 < first.length; row++) {
    if (points !== null && Number.isNaN(points[row])) continue;
    const keep = (entry: number) => {
      moves.rows[length] = row;
      moves.column[length] = column[entry]!;
      moves.at[length++] = entered[entry]!;
    };
    const end = first[row + 1]!;
    let next = first[row]!;
    let rightmost = next;
    let withColumn = next;
    for (; next < end && entered[next]! < since; next++) {
      const place = column[next]!;
      if (place > column[rightmost]!) rightmost = next;
      if (place >= 0) withColumn = next;
    }
    const last = next - 1;
    if (rightmost <= last) keep(rightmost);
    if (withColumn > rightmost && withColumn <= last) keep(withColumn);
    if (last > withColumn) keep(last);
    for (; next < end; next++) keep(next);
  }
  const rows = moves.rows.slice(0, length);
  return {
    rows,
    column: moves.column.slice(0, length),
    at: moves.at.slice(0, length),
    points: points && valuesOf(rows, points),
  };
}

function daysOf(
  { rows, column, at, points }: FlowMoves,
  columns: number,
  clock: Clock,
  progress: Clock,
  {
    from,
    since,
    ends,
  }: { readonly from: Day; readonly since: Instant; readonly ends: Float64Array },
): readonly FlowDay[] {
  const count = ends.length;
  const dayOf = dayFinder(ends);
  const series = () => Array.from({ length: columns }, () => new Float64Array(count + 1));
  const [reached, present] = [series(), series()];
  const add = (to: Float64Array[], place: number, day: number, amount: number) => {
    const values = to[place]!;
    values[day]! += amount;
  };
  let highest = -1;
  for (let entry = 0; entry < rows.length; entry++) {
    const isFirst = entry === 0 || rows[entry - 1] !== rows[entry];
    if (isFirst) highest = -1;
    const place = column[entry]!;
    if (place < 0) continue;
    const amount = points ? points[entry]! : 1;
    const day = dayOf(at[entry]!);
    for (; highest < place; highest++) add(reached, highest + 1, day, amount);
    add(present, place, day, amount);
    if (rows[entry + 1] === rows[entry]) add(present, place, dayOf(at[entry + 1]!), -amount);
  }
  const wip = new Float64Array(count + 1);
  const started = new Float64Array(count + 1);
  const finished = new Float64Array(count + 1);
  const tally = (amounts: Float64Array, at: Instant, change: number) => {
    if (Number.isNaN(at)) return;
    const day = dayOf(at);
    amounts[day]! += change;
  };
  for (const row of progress.rows) {
    tally(wip, progress.start[row]!, 1);
    tally(wip, progress.finish[row]!, -1);
  }
  for (const row of clock.rows) {
    const [begin, end] = [clock.start[row]!, clock.finish[row]!];
    if (begin >= since) tally(started, begin, 1);
    if (end >= since) tally(finished, end, 1);
  }
  for (const values of [...reached, ...present, wip])
    for (let day = 1; day < count; day++) values[day]! += values[day - 1]!;
  return Array.from(ends, (_, day) => ({
    day: dayText(from + day),
    reached: reached.map(values => values[day]!),
    present: present.map(values => values[day]!),
    wip: wip[day]!,
    started: started[day]!,
    finished: finished[day]!,
  }));
}

function weeksOf(
  days: readonly FlowDay[],
  from: Day,
  { weekStart }: ReportContext,
): readonly FlowWeek[] {
  const weeks = Map.groupBy(days.keys(), at => startOfWeek(from + at, weekStart));
  return Array.from(weeks.values(), indices => {
    const of = indices.map(at => days[at]!);
    const sum = (id: 'started' | 'finished') => of.reduce((total, day) => total + day[id], 0);
    const [started, finished] = [sum('started'), sum('finished')];
    return {
      start: of[0]?.day ?? '',
      end: of.at(-1)?.day ?? '',
      started,
      finished,
      net: started - finished,
    };
  });
}

/** The index of the first of the ascending ends that is not before an instant; their number if none is. */
function dayFinder(ends: Float64Array): (at: Instant) => number {
  const first = ends[0] ?? 0;
  return at => {
    // Days have 23 to 25 hours.
    let day = Math.max(0, Math.min(ends.length, Math.ceil((at - first) / DAY) - 1));
    while (day < ends.length && ends[day]! < at) day++;
    return day;
  };
}

function correctionsOf(
  { rows, column, at }: FlowMoves,
  { columns }: Workflow,
  { from, to }: { readonly from: Instant; readonly to: Instant },
  issues: readonly Issue[],
): readonly Correction[] {
  const found: Correction[] = [];
  let before = -1;
  for (let entry = 0; entry < rows.length; entry++) {
    const row = rows[entry]!;
    if (rows[entry - 1] !== row) before = -1;
    const place = column[entry]!;
    if (place < 0) continue;
    const moved = at[entry]!;
    if (place < before && moved >= from && moved <= to)
      found.push({
        id: String(entry),
        row,
        key: issues[row]!.key,
        at: moved,
        from: columns[before] ?? '',
        to: columns[place] ?? '',
      });
    before = place;
  }
  return found.sort((a, b) => b.at - a.at || a.row - b.row);
}
