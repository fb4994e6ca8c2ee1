/** The table of a breakdown, by estimation. A percent opens the issues of its figure. */

import type { Figure } from '@tallyboard/core/model/result.ts';
import {
  CATEGORY_LABELS,
  CATEGORY_ORDER,
  type StatusCategory,
} from '@tallyboard/core/model/status.ts';
import { contribution } from '../../figures/figures.ts';
import { groupRows, type ReportTable, type TableColumn } from '../../table/report-table.ts';
import { COMPARED_PERCENT, HOURS, ISSUES, PERCENT, POINTS, type Unit } from '../../table/units.ts';
import type { BreakdownFigures, BreakdownRow, BreakdownTable } from './breakdown-rows.ts';

/** A group, or the totals. */
export type BreakdownLine = BreakdownFigures & Partial<BreakdownRow>;

type BreakdownColumn = TableColumn<BreakdownLine>;
type FigureOf = (row: BreakdownFigures) => Figure;

const ALL = 'All issues of the group.';
const RESOLVED = 'Resolved by the done rule.';

/** Groups and totals. The screen has only categories with issues, and none with `showStatusBars`. */
export function breakdownTable(
  table: BreakdownTable,
  { showStatusBars }: { readonly showStatusBars: boolean },
): ReportTable<BreakdownLine> {
  const name: BreakdownColumn = { id: 'value', header: table.label, value: row => row.label };
  return {
    columns: [
      name,
      ...(table.estimation === 'time' ? timeColumns(table) : amountColumns(table, showStatusBars)),
    ],
    // What is in sight at 640 px.
    first: ['value', 'status', 'percentResolved', 'overdue', 'count', 'created', 'resolved'],
    ...groupRows<BreakdownLine>(table.rows, table.total, table.id),
  };
}

function column(
  id: string,
  header: string,
  unit: Unit,
  reason: string,
  figure: FigureOf,
  folds?: BreakdownColumn['folds'],
): BreakdownColumn {
  return {
    folds,
    id,
    header,
    unit,
    reason,
    figure,
    width: unit === POINTS ? 128 : 112,
    ofIssue: (row, issue) => contribution(figure(row), issue),
  };
}

const count = (folds: BreakdownColumn['folds']) =>
  column('count', 'Issues', ISSUES, ALL, row => row.count, folds);
const resolved = (unit: Unit, folds: BreakdownColumn['folds']) =>
  column('resolved', 'Resolved', unit, RESOLVED, row => row.resolved, folds);
const OVERDUE: BreakdownColumn = {
  ...column('overdue', 'Overdue', ISSUES, 'Unresolved, due before today.', row => row.overdue),
  bad: true,
  shows: 'due',
  width: 88,
};

function amountColumns(table: BreakdownTable, showStatusBars: boolean): readonly BreakdownColumn[] {
  const points = table.estimation === 'points';
  const unit = points ? POINTS : ISSUES;
  const isHidden = (category: StatusCategory) =>
    showStatusBars || table.total.categories[category].issues.length === 0;
  return [
    ...(points ? [count(true)] : []),
    {
      ...column('created', points ? 'All' : 'Issues', unit, ALL, row => row.created, 'phone'),
      file: { header: `Created${unit.suffix}` },
    },
    shareColumn(table, unit, row => row.created),
    resolved(unit, 'phone'),
    percentResolved(unit, !showStatusBars),
    comparedColumn(table, unit, row => row.resolved),
    OVERDUE,
    ...CATEGORY_ORDER.map(
      (category): BreakdownColumn => ({
        ...column(
          category,
          CATEGORY_LABELS[category],
          unit,
          `Status category is ${CATEGORY_LABELS[category]}.`,
          row => row.categories[category],
          true,
        ),
        only: isHidden(category) ? 'file' : undefined,
      }),
    ),
  ];
}

function timeColumns(table: BreakdownTable): readonly BreakdownColumn[] {
  const time = (
    id: 'spent' | 'remaining' | 'total',
    header: string,
    reason: string,
    folds?: 'phone',
  ) => column(id, header, HOURS, reason, row => row.time?.[id] ?? row.count, folds);
  return [
    count(true),
    resolved(ISSUES, true),
    percentResolved(ISSUES, true),
    time('spent', 'Time Spent', 'The time logged on each issue.'),
    time('remaining', 'Time Remaining', 'The remaining estimate of each issue.', 'phone'),
    time('total', 'Total Estimate', 'Time spent and remaining estimate of each issue.'),
    shareColumn(table, HOURS, row => row.time?.total ?? row.count),
    comparedColumn(table, HOURS, row => row.time?.spent ?? row.count),
    { ...OVERDUE, folds: 'phone' },
  ];
}

const percentResolved = ({ part }: Unit, hasBar: boolean): BreakdownColumn => ({
  id: 'percentResolved',
  header: 'Resolved',
  title: 'Percent resolved',
  file: { header: `Percent Resolved${PERCENT.suffix}` },
  unit: PERCENT,
  value: row => row.percentResolved,
  figure: row => row.resolved,
  percentOf: row => row.created,
  part,
  reason: RESOLVED,
  bar: hasBar ? { tone: 'resolved', percent: value => value } : undefined,
  width: hasBar ? 160 : 104,
});

const SHARES = {
  count: 'Share of issues',
  points: 'Share of points',
  time: 'Share of total estimate',
} as const;

const shareColumn = (
  { total, estimation }: BreakdownTable,
  { part }: Unit,
  figure: FigureOf,
): BreakdownColumn => ({
  id: 'share',
  header: SHARES[estimation],
  file: { header: `Percentage${PERCENT.suffix}` },
  unit: PERCENT,
  value: row => row.share,
  figure,
  percentOf: () => figure(total),
  part,
  reason: ALL,
  folds: true,
  width: 144,
});

const comparedColumn = (
  { rows }: BreakdownTable,
  { part }: Unit,
  figure: FigureOf,
): BreakdownColumn => ({
  id: 'comparedToAverage',
  header: 'Compared to average',
  file: { header: `Compared to Average${PERCENT.suffix}` },
  unit: COMPARED_PERCENT,
  value: row => row.comparedToAverage,
  figure,
  comparedTo: rows.map(figure),
  part,
  reason: 'Issues whose figure is compared with the mean of the groups.',
  folds: true,
  width: 192,
});
