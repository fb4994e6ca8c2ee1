import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { FigureButton, PercentBar } from '@tallyboard/ui/figure/figure-button.tsx';
import { type Column, DataTable, type DataTableProps } from '@tallyboard/ui/table/data-table.tsx';
import { useMemo } from 'react';
import type { ViewProps } from '../contract.ts';
import type { Drill } from '../figures/drill.ts';
import {
  type CellOwner,
  cellText,
  cellValue,
  drillOf,
  inScreenOrder,
  type ReportTable,
  screenColumns,
  type TableColumn,
} from './report-table.ts';

/** Additions of the view to columns by id: cells, classes, widths. */
export type ViewCells<Row> = Readonly<Partial<Record<string, Partial<Column<Row>>>>>;

type OnDrill = (drill: Drill) => void;

/** A table of a report as a reader sees it; every figure opens its issues. */
export function TableView<Row extends object>(
  props: Omit<DataTableProps<Row>, 'columns' | 'rows' | 'rowId' | 'childRows' | 'totalLabel'> & {
    readonly table: ReportTable<Row>;
    readonly onDrill: OnDrill;
    /** Keep it stable between renders, as the table. */
    readonly cells?: ViewCells<Row>;
    readonly more?: readonly Column<Row>[];
  },
) {
  const { table, onDrill, cells, more, ...rest } = props;
  const columns = useMemo(
    () => inScreenOrder(table, [...viewColumns(table, onDrill, cells), ...(more ?? [])]),
    [table, onDrill, cells, more],
  );
  return (
    <DataTable
      columns={columns}
      rows={table.rows}
      rowId={table.rowId}
      childRows={table.childRows}
      totalLabel={table.total?.label}
      card={rest.compact === true}
      {...rest}
    />
  );
}

/** The table of a view's result, the same one until the view's input changes. */
export function useReportTable<Settings, Result, Row>(
  make: (result: Result, settings: Settings, context: ReportContext) => ReportTable<Row>,
  {
    result,
    settings,
    context,
  }: Pick<ViewProps<Settings, Result>, 'result' | 'settings' | 'context'>,
): ReportTable<Row> {
  return useMemo(() => make(result, settings, context), [make, result, settings, context]);
}

export function viewColumns<Row>(
  table: ReportTable<Row>,
  onDrill: OnDrill,
  cells: ViewCells<Row> = {},
): readonly Column<Row>[] {
  return screenColumns(table).map(column => ({
    ...viewColumn(table, column, onDrill),
    ...cells[column.id],
  }));
}

function viewColumn<Row>(
  table: ReportTable<Row>,
  column: TableColumn<Row>,
  onDrill: OnDrill,
): Column<Row> {
  const { id, header, unit, width, help, reason, folds } = column;
  const value = (row: Row) => cellValue(column, row) ?? null;
  if (!unit) return { id, header, width, help, value, folds };
  const { total } = table;
  return {
    id,
    header,
    unit: unit.sign,
    width,
    folds,
    help: help ?? reason,
    numeric: true,
    value,
    cell: row => (
      <FigureCell column={column} row={row} name={table.nameOf(row)} of="row" onDrill={onDrill} />
    ),
    total: total && (
      <FigureCell column={column} row={total.row} name={total.label} of="total" onDrill={onDrill} />
    ),
  };
}

/** A number that opens the issues behind it, if there are any. */
export function FigureCell<Row>(props: {
  readonly column: TableColumn<Row>;
  readonly row: Row;
  readonly name: string;
  readonly of: CellOwner;
  readonly onDrill: OnDrill;
  readonly large?: boolean;
}) {
  const { column, row, name, of, onDrill, large } = props;
  const value = cellValue(column, row);
  if (value === undefined || typeof value === 'string') return value;
  const text = cellText(column, row) ?? '';
  const drill = column.opens?.(row) === false ? null : drillOf(column, row, name);
  const button =
    drill === null || drill.figure.issues.length === 0 ? (
      text
    ) : (
      <FigureButton
        label={drill.title}
        onOpen={() => onDrill(drill)}
        size={large ? 'large' : 'normal'}
        bad={column.bad}
      >
        {text}
      </FigureButton>
    );
  const tip = column.tip?.(row);
  const content = tip === undefined ? button : <span data-tb-tooltip={tip}>{button}</span>;
  return column.bar ? (
    <PercentBar percent={column.bar.percent(value ?? 0, of)} tone={column.bar.tone}>
      {content}
    </PercentBar>
  ) : (
    content
  );
}
