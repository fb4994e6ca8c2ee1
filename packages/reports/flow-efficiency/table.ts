import { NO_COLUMN } from '@tallyboard/core/flow/workflow.ts';
import { statisticOf } from '@tallyboard/core/measure/figures.ts';
import { percent } from '@tallyboard/core/measure/statistics.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { whyNoneFinished } from '@tallyboard/report-kit/families/flow/finished-issues.ts';
import { flowDays, flowUnit } from '@tallyboard/report-kit/families/flow/flow-units.ts';
import type { ReportTable, TableColumn } from '@tallyboard/report-kit/table/report-table.ts';
import { keyOfRow } from '@tallyboard/report-kit/table/row-key.ts';
import { PERCENT, type Unit } from '@tallyboard/report-kit/table/units.ts';
import { dashForZero, formatCount, formatFixed } from '@tallyboard/ui/text/numbers.ts';
import type { ColumnTime, FlowEfficiencyResult } from './compute.ts';

/** A finished issue, or all of them; times in seconds. */
export interface EfficiencyRow {
  readonly id?: string;
  readonly key?: string;
  readonly summary?: string;
  readonly inProgress: Figure;
  readonly waiting: Figure;
  readonly active: Figure;
  /** By the ids of columns with time. */
  readonly columns: Readonly<Record<string, Figure>>;
}

export const columnName = ({ column, waits }: Pick<ColumnTime, 'column' | 'waits'>): string =>
  `${column ?? NO_COLUMN}${waits ? ' (waiting)' : ''}`;

/** Seconds as days of 24 hours. */
export const TIME: Unit = { ...flowUnit('elapsed'), text: dashForZero(daysText) };

/** '2,264', '36.6' days. */
export function daysText(seconds: number): string {
  const days = flowDays(seconds, 'elapsed');
  return days < MAX_WITH_DECIMALS ? formatFixed(days, 1) : formatCount(days);
}

const MAX_WITH_DECIMALS = 100;
const REASON = 'Finished, and counted with its time from start to finish.';

/** The finished issues, those with the most time first. */
export function flowEfficiencyTable(result: FlowEfficiencyResult): ReportTable<EfficiencyRow> {
  const { columns, total } = result;
  const opens = ({ id }: EfficiencyRow) => id === undefined;
  const time = (
    id: 'inProgress' | 'waiting',
    header: string,
    reason: string,
  ): TableColumn<EfficiencyRow> => {
    const folds = id === 'waiting' && 'phone';
    return { id, header, unit: TIME, figure: row => row[id], reason, folds, opens };
  };
  return {
    columns: [
      { id: 'key', header: 'Issue', file: { header: 'Issue Key' }, value: row => row.key },
      { id: 'summary', header: 'Summary', only: 'file', value: row => row.summary },
      time('inProgress', 'Time in progress', REASON),
      time('waiting', 'Waiting', 'Finished, and counted with the time that it waited.'),
      {
        id: 'efficiency',
        header: 'Efficiency',
        unit: PERCENT,
        figure: row => row.active,
        value: row =>
          result.offered ? null : percent(row.active.value ?? 0, row.inProgress.value ?? 0),
        percentOf: row => row.inProgress,
        part: TIME.part,
        reason: 'Finished, and counted with the time in progress that it did not wait.',
        opens,
      },
      ...columns.map(
        (each): TableColumn<EfficiencyRow> => ({
          id: `column${each.id}`,
          header: columnName(each),
          unit: TIME,
          figure: row => row.columns[each.id],
          reason: 'Finished, and counted with its time in this column.',
          folds: true,
          opens,
        }),
      ),
    ],
    rows: rowsOf(result),
    rowId: row => row.id ?? '',
    rowKey: ({ id = '' }) => keyOfRow('issue', id),
    nameOf: row => row.key ?? '',
    total: {
      label: 'All finished',
      row: { ...total, columns: Object.fromEntries(columns.map(({ id, time: sum }) => [id, sum])) },
    },
  };
}

function rowsOf({ finished, columns }: FlowEfficiencyResult): readonly EfficiencyRow[] {
  const { rows, ids, keys, summaries, inProgress, waiting, byColumn } = finished;
  const order = Array.from(rows.keys()).sort((a, b) => inProgress[b]! - inProgress[a]! || a - b);
  return order.map(at => {
    const [all, waited] = [inProgress[at]!, waiting[at]!];
    const figure = (value: number) => statisticOf('sum', rows.slice(at, at + 1), [value], value);
    return {
      id: ids[at],
      key: keys[at],
      summary: summaries[at],
      inProgress: figure(all),
      waiting: figure(waited),
      active: figure(all - waited),
      columns: Object.fromEntries(
        columns.map(({ id }) => [id, figure(byColumn[Number(id)]?.[at] ?? 0)]),
      ),
    };
  });
}

export const whyEmpty = (result: FlowEfficiencyResult): string | null =>
  result.finished.rows.length === 0 ? whyNoneFinished(result) : null;
