import './breakdown-table.css';
import { CATEGORY_ORDER, type StatusCategory } from '@tallyboard/core/model/status.ts';
import { CategoryBar } from '@tallyboard/ui/figure/category-bar.tsx';
import { FigureButton, PercentBar } from '@tallyboard/ui/figure/figure-button.tsx';
import { Avatar } from '@tallyboard/ui/issue/avatar.tsx';
import type { Column } from '@tallyboard/ui/table/data-table.tsx';
import { formatFixed, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import type { ReactNode } from 'react';
import type { Drill } from '../../contract.ts';
import { partOf } from '../../figures/drill.ts';
import { type BreakdownColumn, CATEGORY_LABELS, usedColumns } from './breakdown-columns.ts';
import type { BreakdownFigures, BreakdownRow, BreakdownTable } from './breakdown-rows.ts';

/** Groupings whose groups are people, with a picture. */
export const PEOPLE: ReadonlySet<string> = new Set(['assignee', 'creator', 'reporter']);
const UNITS = { issues: undefined, points: 'points', hours: 'h', percent: '%' } as const;
/** Heads longer than their numbers, where a table of many rows fixes the widths of its columns. */
const WIDTHS: Readonly<Record<string, number>> = { percentResolved: 160, comparedToAverage: 192 };
const CATEGORIES: ReadonlySet<string> = new Set(CATEGORY_ORDER);

/** Percents and hours have two decimals, so that they line up; points as many as they have. */
function textOf(value: number, unit: BreakdownColumn['unit']): string {
  return unit === 'percent' || unit === 'hours' ? formatFixed(value, 2) : formatNumber(value, 2);
}

export interface BreakdownCells {
  readonly table: BreakdownTable;
  /** Status categories as one stacked bar instead of a number each. */
  readonly showStatusBars: boolean;
  readonly onDrill: (drill: Drill) => void;
}

/** The columns of a breakdown table whose rows are groups; every figure opens its issues. */
export function groupColumns(cells: BreakdownCells): readonly Column<BreakdownRow>[] {
  const { table } = cells;
  const stacked = cells.showStatusBars && table.estimation !== 'time';
  const numbers = usedColumns(table)
    .filter(column => !(stacked && CATEGORIES.has(column.id)))
    .map(column => numberColumn(column, cells));
  return [nameColumn(table), ...numbers, ...(stacked ? [barColumn(cells)] : [])];
}

function nameColumn(table: BreakdownTable): Column<BreakdownRow> {
  return {
    id: 'value',
    header: table.label,
    value: row => row.label,
    cell: row => <GroupName row={row} person={PEOPLE.has(table.id)} />,
  };
}

export function GroupName({
  row,
  person,
}: {
  readonly row: Pick<BreakdownRow, 'id' | 'label' | 'avatarUrl' | 'projects'>;
  readonly person: boolean;
}) {
  return (
    <span className="tb-group-name">
      {person && row.id !== '' && <Avatar name={row.label} url={row.avatarUrl} size={20} />}
      <span
        className="tb-ellipsis"
        dir="auto"
        title={row.projects && `Of the projects ${row.projects.join(', ')}`}
      >
        {row.label}
      </span>
    </span>
  );
}

function numberColumn(column: BreakdownColumn, cells: BreakdownCells): Column<BreakdownRow> {
  const cell = (row: BreakdownFigures | BreakdownRow): ReactNode => (
    <NumberCell column={column} row={row} onDrill={cells.onDrill} />
  );
  return {
    id: column.id,
    header: column.label,
    unit: UNITS[column.unit],
    help: column.reason,
    numeric: true,
    width: WIDTHS[column.id] ?? (column.unit === 'points' ? 128 : 112),
    value: row => column.value(row),
    cell,
    total: cell(cells.table.total),
  };
}

function NumberCell({
  column,
  row,
  onDrill,
}: {
  readonly column: BreakdownColumn;
  readonly row: BreakdownFigures | BreakdownRow;
  readonly onDrill: (drill: Drill) => void;
}) {
  const value = column.value(row);
  if (value === null) return null;
  const figure = column.figure(row);
  const text = value === 0 ? '-' : textOf(value, column.unit);
  const name = 'label' in row ? row.label : 'Total';
  const title = `${column.label} · ${name}`;
  const unit = column.unit === 'hours' ? 'seconds' : column.unit;
  const open = () =>
    onDrill({
      title,
      reason: column.reason,
      figure,
      ...(unit !== 'percent' && figure.parts && { part: partOf(unit) }),
    });
  const button =
    figure.issues.length === 0 ? (
      text
    ) : (
      <FigureButton label={title} onOpen={open}>
        {text}
      </FigureButton>
    );
  if (column.id !== 'percentResolved') return button;
  return (
    <PercentBar percent={value} tone="resolved">
      {button}
    </PercentBar>
  );
}

function barColumn({ table, onDrill }: BreakdownCells): Column<BreakdownRow> {
  const bar = (row: BreakdownFigures | BreakdownRow) => {
    const name = 'label' in row ? row.label : 'Total';
    const counts = Object.fromEntries(
      CATEGORY_ORDER.map(category => [category, row.categories[category].value ?? 0]),
    ) as Record<StatusCategory, number>;
    return (
      <CategoryBar
        counts={counts}
        label={`Status categories of ${name}`}
        format={value => formatNumber(value, 2)}
        onOpen={category =>
          onDrill({
            title: `${CATEGORY_LABELS[category]} · ${name}`,
            reason: `Status category is ${CATEGORY_LABELS[category]}.`,
            figure: row.categories[category],
            part: table.estimation === 'points' ? partOf('points') : undefined,
          })
        }
      />
    );
  };
  return {
    id: 'status',
    header: 'Status',
    sortable: false,
    width: 176,
    value: row => row.categories.done.value,
    cell: bar,
    total: bar(table.total),
  };
}
