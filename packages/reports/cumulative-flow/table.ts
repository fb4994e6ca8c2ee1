import { isInProgress } from '@tallyboard/core/flow/replay.ts';
import { countOf, statisticOf, sumOfEntries } from '@tallyboard/core/measure/figures.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { whyOutOfScope } from '@tallyboard/report-kit/families/flow/flow-scope.ts';
import type { ReportTable, TableColumn } from '@tallyboard/report-kit/table/report-table.ts';
import { keyOfRow } from '@tallyboard/report-kit/table/row-key.ts';
import { ISSUES, POINTS, type Unit } from '@tallyboard/report-kit/table/units.ts';
import { dashForZero, formatSigned } from '@tallyboard/ui/text/numbers.ts';
import type { CumulativeFlowResult, FlowDay, FlowMoves } from './compute.ts';
import type { CumulativeFlowSettings } from './settings.ts';

/** A day with its index. */
export interface DayRow extends FlowDay {
  readonly at: number;
}

const REASONS = {
  reached: 'By the end of this day the issue had reached this column or one right of it.',
  present: 'The issue was in this column at the end of this day.',
} as const;

/** The days, with a number for each column. */
export function cumulativeFlowTable(
  result: CumulativeFlowResult,
  { mode }: CumulativeFlowSettings,
  { dateFormat }: ReportContext,
): ReportTable<DayRow> {
  const { columns, days, ends, moves, estimation } = result;
  const unit = estimation === 'points' ? POINTS : ISSUES;
  const flow = (
    id: keyof ReturnType<typeof netFlowIn>,
    header: string,
    reason: string,
    value: (row: DayRow) => number,
  ): TableColumn<DayRow> => {
    const figure = (row: DayRow) => netFlowIn(result, row.at, row.at)[id];
    return { id, header, unit: ISSUES, value, figure, reason, folds: true };
  };
  return {
    columns: [
      { id: 'day', header: 'Day', value: ({ day }) => day },
      ...columns.map(
        (header, place): TableColumn<DayRow> => ({
          id: `column${place}`,
          header,
          unit,
          value: row => row[mode][place],
          figure: row => figureAt(moves, mode, place, ends[row.at] ?? 0),
          reason: REASONS[mode],
        }),
      ),
      {
        id: 'wip',
        header: 'WIP',
        title: 'In progress',
        unit: ISSUES,
        value: ({ wip }) => wip,
        figure: row => wipAt(result, row.at),
        reason: WIP_REASON,
      },
      flow('started', 'Started', 'Started on this day.', ({ started }) => started),
      flow('finished', 'Finished', 'Finished on this day.', ({ finished }) => finished),
      {
        ...flow('net', 'Net flow', NET_REASON, ({ started, finished }) => started - finished),
        unit: CHANGE,
      },
    ],
    rows: days.map((day, at) => ({ ...day, at })),
    rowId: ({ day }) => day,
    rowKey: ({ day }) => keyOfRow('day', day),
    nameOf: ({ day }) => dayLabel(day, dateFormat),
  };
}

/** An issue of a net flow counts as 1 if it was started, as -1 if it was finished, as 0 if both. */
const CHANGE: Unit = {
  ...ISSUES,
  text: dashForZero(value => formatSigned(value, 0)),
  part: { label: 'Change', format: change => formatSigned(change, 0) },
};
export const CHANGE_PART = CHANGE.part;

export const NET_REASON = 'Started, finished or both in this time.';

export const WIP_REASON = 'Started and not finished at the end of this day.';

export const dayLabel = (day: string, dateFormat: string) =>
  formatDay(parseDay(day) ?? 0, dateFormat);

export function wipAt({ inProgress, ends }: CumulativeFlowResult, day: number): Figure {
  const { rows, start, finish } = inProgress;
  const end = ends[day] ?? 0;
  return countOf(rows.filter((_, at) => isInProgress(start[at]!, finish[at]!, end)));
}

/** The issues started and finished from a day to another, by their indices. */
export function netFlowIn(
  { started: { rows, start, finish }, since, ends }: CumulativeFlowResult,
  first: number,
  last: number,
): { readonly started: Figure; readonly finished: Figure; readonly net: Figure } {
  const from = first === 0 ? since : ends[first - 1]! + 1;
  const isIn = (at: Instant | undefined) =>
    at !== undefined && at >= from && at <= (ends[last] ?? 0);
  const begun = rows.filter((_, at) => isIn(start[at]));
  const ended = rows.filter((_, at) => isIn(finish[at]));
  const changes = new Map<number, number>();
  for (const [members, change] of [
    [begun, 1],
    [ended, -1],
  ] as const)
    for (const row of members) changes.set(row, (changes.get(row) ?? 0) + change);
  const entries = [...changes].sort(([a], [b]) => a - b);
  return { started: countOf(begun), finished: countOf(ended), net: sumOfEntries(entries) };
}

/** The issues of a column at an instant. */
function figureAt(
  { rows, column, at, points }: FlowMoves,
  mode: CumulativeFlowSettings['mode'],
  place: number,
  t: Instant,
): Figure {
  const found: number[] = [];
  let isFound = false;
  rows.forEach((row, entry) => {
    if (rows[entry - 1] !== row) isFound = false;
    if (at[entry]! <= t) {
      const current = column[entry]!;
      isFound = mode === 'present' ? current === place : isFound || current >= place;
    }
    if (isFound && rows[entry + 1] !== row) found.push(entry);
  });
  const issues = Uint32Array.from(found, entry => rows[entry]!);
  if (points === null) return countOf(issues);
  return statisticOf(
    'sum',
    issues,
    Float64Array.from(found, entry => points[entry]!),
  );
}

export function whyEmpty(result: CumulativeFlowResult): string | null {
  const { days, estimation, moves, scope } = result;
  if (days.length === 0) return 'These days have not come. Choose earlier ones.';
  const reason = whyOutOfScope(scope);
  if (reason !== null || estimation === 'count' || moves.rows.length > 0) return reason;
  return 'No issue has story points. Count issues, or choose the field of the points.';
}
