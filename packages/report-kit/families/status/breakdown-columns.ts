/**
 * The columns of breakdown tables, per estimation: the one description that view, CSV and sort go by. A percent opens
 * the issues of the figure that it is a percent of.
 */

import type { Estimation } from '@tallyboard/core/measure/estimate.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { CATEGORY_ORDER, type StatusCategory } from '@tallyboard/core/model/status.ts';
import type { CellNumber } from '../../contract.ts';
import type { BreakdownFigures, BreakdownRow, BreakdownTable } from './breakdown-rows.ts';

export type ColumnUnit = 'issues' | 'points' | 'hours' | 'percent';

export interface BreakdownColumn {
  /** Stable; what a sort is remembered by. */
  readonly id: string;
  readonly label: string;
  readonly unit: ColumnUnit;
  /** Null where the totals have no such value. */
  value(row: BreakdownFigures | BreakdownRow): number | null;
  /** The figure whose issues the cell opens. */
  figure(row: BreakdownFigures): Figure;
  /** How the value of a group comes from its figure, where that is no amount. */
  number?(row: BreakdownFigures, table: BreakdownTable): CellNumber;
  /** Why the issues count. */
  readonly reason: string;
}

export const CATEGORY_LABELS: Readonly<Record<StatusCategory, string>> = {
  done: 'Done',
  'in-progress': 'In Progress',
  'to-do': 'To Do',
  none: 'No Category',
};

const ALL = 'Every issue of the group that the query finds.';
const RESOLVED = 'Resolved by the done rule.';

/** Returns the columns after the group's name, in their order. */
export function breakdownColumns(estimation: Estimation): readonly BreakdownColumn[] {
  if (estimation === 'time') return TIME_COLUMNS;
  return estimation === 'points' ? [COUNT, ...amountColumns('points')] : amountColumns('issues');
}

/** Returns the columns without the status categories that no issue of the table is in. */
export function usedColumns(table: BreakdownTable): readonly BreakdownColumn[] {
  return breakdownColumns(table.estimation).filter(
    column => !CATEGORY_COLUMN_IDS.has(column.id) || column.figure(table.total).issues.length > 0,
  );
}

const COUNT: BreakdownColumn = {
  id: 'count',
  label: 'Issues',
  unit: 'issues',
  value: row => row.count.value,
  figure: row => row.count,
  reason: ALL,
};

const PERCENT_RESOLVED: BreakdownColumn = {
  id: 'percentResolved',
  label: 'Percent Resolved',
  unit: 'percent',
  value: row => row.percentResolved,
  figure: row => row.resolved,
  number: row => ({ percentOf: row.created }),
  reason: RESOLVED,
};

const OVERDUE: BreakdownColumn = {
  id: 'overdue',
  label: 'Overdue',
  unit: 'issues',
  value: row => row.overdue.value,
  figure: row => row.overdue,
  reason: 'Unresolved, due before today.',
};

function amountColumns(unit: 'issues' | 'points'): readonly BreakdownColumn[] {
  return [
    {
      id: 'created',
      label: 'Created',
      unit,
      value: row => row.created.value,
      figure: row => row.created,
      reason: ALL,
    },
    shareColumn(row => row.created),
    {
      id: 'resolved',
      label: 'Resolved',
      unit,
      value: row => row.resolved.value,
      figure: row => row.resolved,
      reason: RESOLVED,
    },
    PERCENT_RESOLVED,
    comparedColumn(row => row.resolved),
    OVERDUE,
    ...CATEGORY_ORDER.map(category => categoryColumn(category, unit)),
  ];
}

function shareColumn(figure: (row: BreakdownFigures) => Figure): BreakdownColumn {
  return {
    id: 'share',
    label: 'Percentage',
    unit: 'percent',
    value: row => ('share' in row ? row.share : null),
    figure,
    number: (_, { total }) => ({ percentOf: figure(total) }),
    reason: ALL,
  };
}

function comparedColumn(figure: (row: BreakdownFigures) => Figure): BreakdownColumn {
  return {
    id: 'comparedToAverage',
    label: 'Compared to Average',
    unit: 'percent',
    value: row => ('comparedToAverage' in row ? row.comparedToAverage : null),
    figure,
    number: (_, { rows }) => ({ comparedTo: rows.map(figure) }),
    reason: 'What the group is compared by.',
  };
}

function categoryColumn(category: StatusCategory, unit: ColumnUnit): BreakdownColumn {
  return {
    id: category,
    label: CATEGORY_LABELS[category],
    unit,
    value: row => row.categories[category].value,
    figure: row => row.categories[category],
    reason: `Status category is ${CATEGORY_LABELS[category]}.`,
  };
}

const CATEGORY_COLUMN_IDS: ReadonlySet<string> = new Set(CATEGORY_ORDER);

function timeColumn(
  id: 'spent' | 'remaining' | 'total',
  label: string,
  reason: string,
): BreakdownColumn {
  const figure = (row: BreakdownFigures) => row.time?.[id] ?? row.count;
  return {
    id,
    label,
    unit: 'hours',
    value: row => (row.time === null ? null : (row.time[id].value ?? 0) / 3600),
    figure,
    reason,
  };
}

const TIME_COLUMNS: readonly BreakdownColumn[] = [
  COUNT,
  {
    ...COUNT,
    id: 'resolved',
    label: 'Resolved',
    value: row => row.resolved.value,
    figure: row => row.resolved,
    reason: RESOLVED,
  },
  PERCENT_RESOLVED,
  timeColumn('spent', 'Time Spent', 'The time logged on each issue.'),
  timeColumn('remaining', 'Time Remaining', 'The remaining estimate of each issue.'),
  timeColumn('total', 'Total Estimate', 'Time spent and remaining estimate of each issue.'),
  shareColumn(row => row.time?.total ?? row.count),
  comparedColumn(row => row.time?.spent ?? row.count),
  OVERDUE,
];

/** '40.5' of 40.4999: what tables and files show of a value, 2 decimals at most. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
