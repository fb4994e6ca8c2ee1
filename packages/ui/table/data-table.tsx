import './data-table.css';
import type { RowData } from '@tanstack/react-table';
import { type ReactNode, useRef } from 'react';
import { classNames } from '../controls/class-names.ts';
import { usePrintLayout } from '../text/print.ts';
import type { Column } from './column.ts';
import { Pager } from './pager.tsx';
import { TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import { type RowModelProps, useRowModel } from './use-row-model.ts';
import { useFirstRows, useRowWindow, useSticking } from './use-row-window.ts';
import { useTreeKeys } from './use-tree-keys.ts';

export type { Column, Expanded } from './column.ts';

export interface DataTableProps<Row extends RowData> extends RowModelProps<Row> {
  /** For screen readers. */
  readonly label: string;
  readonly compact?: boolean;
  /** Shown instead of rows. */
  readonly empty?: ReactNode;
  /** First cell of the totals row. */
  readonly totalLabel?: string;
  readonly rowClass?: (row: Row) => string | undefined;
}

/** Longer tables without pages render only visible rows. */
const VIRTUAL_FROM = 120;
const ROW_HEIGHT = 32;
const COMPACT_ROW_HEIGHT = 28;

/**
 * A table like Jira's: sortable, with or without pages, flat or (with `childRows`) a tree. Head, first column and
 * totals stick; print has all rows. Keep `columns`, `rows` and the functions stable between renders.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, columns, compact = false, empty = 'No data.', totalLabel = 'Total' } = props;
  const printing = usePrintLayout();
  const model = useRowModel(props, printing);
  const tree = props.childRows !== undefined;
  const virtual = !printing && !model.paged && model.shown.length > VIRTUAL_FROM;
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = compact ? COMPACT_ROW_HEIGHT : ROW_HEIGHT;
  const rowWindow = useRowWindow(scroller, model.shown.length, rowHeight, virtual);
  useSticking(scroller);
  const keys = useTreeKeys(model.shown, rowWindow.scrollTo);
  const { first } = rowWindow;
  const enough = useFirstRows(model.shown.length, printing, compact);
  const shown = virtual ? model.shown.slice(first, rowWindow.end) : model.shown.slice(0, enough);
  const tabStop = rowWindow.firstVisible;
  const activeVisible = shown.some(row => row.id === keys.activeId);

  return (
    <div className={classNames('tb-table', compact && 'tb-table--compact')}>
      <div
        ref={scroller}
        className={classNames('tb-table__scroll', virtual && 'tb-table__scroll--virtual')}
      >
        <table
          role={tree ? 'treegrid' : undefined}
          aria-label={label}
          aria-rowcount={virtual ? model.shown.length + 1 : undefined}
          className={virtual ? 'tb-table--fixed' : undefined}
          style={virtual ? { minWidth: fixedWidth(columns) } : undefined}
        >
          {virtual && <FixedWidths columns={columns} />}
          <TableHead
            columns={columns}
            sort={model.sort}
            onSort={printing ? undefined : model.toggleSort}
          />
          <tbody
            ref={keys.bodyRef}
            onKeyDown={tree ? keys.onKeyDown : undefined}
            onFocus={tree ? keys.onFocus : undefined}
          >
            <Spacer height={rowWindow.above} />
            {shown.map((row, index) => (
              <TableRow
                key={row.id}
                row={row}
                columns={columns}
                tree={tree}
                expanded={tree && row.getCanExpand() ? row.getIsExpanded() : undefined}
                position={first + index}
                tabStop={
                  tree && (activeVisible ? row.id === keys.activeId : first + index === tabStop)
                }
                numbered={virtual}
                className={props.rowClass?.(row.original)}
              />
            ))}
            <Spacer height={rowWindow.below} />
          </tbody>
          {model.shown.length > 0 && <Totals columns={columns} label={totalLabel} />}
        </table>
        {model.shown.length === 0 && <div className="tb-table__empty">{empty}</div>}
      </div>
      {model.paged && <Pager {...model.page} label={label} onChange={model.setPage} />}
    </div>
  );
}

function Spacer({ height }: { readonly height: number }) {
  return height > 0 ? (
    <tr className="tb-table__spacer">
      <td style={{ height }} />
    </tr>
  ) : null;
}

const FIRST_WIDTH = 280;
const NUMBER_WIDTH = 96;
const TEXT_WIDTH = 160;

const columnWidth = <Row,>(column: Column<Row>, index: number): number =>
  column.width ?? (index === 0 ? FIRST_WIDTH : column.numeric ? NUMBER_WIDTH : TEXT_WIDTH);

/** On a phone the sticky first column leaves half the width to the others. */
const besideFigures = (width: number): string => `min(${width}px, 52cqi)`;

function fixedWidth<Row>(columns: readonly Column<Row>[]): string {
  const [first = 0, ...others] = columns.map(columnWidth);
  const rest = others.reduce((sum, width) => sum + width, 0);
  return `calc(${rest}px + ${besideFigures(first)})`;
}

/** Fixed widths, so that scrolling does not resize columns. */
function FixedWidths<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  return (
    <colgroup>
      {columns.map((column, index) => {
        const width = columnWidth(column, index);
        const first = column.width ? { width: besideFigures(width) } : undefined;
        return <col key={column.id} style={index === 0 ? first : { width }} />;
      })}
    </colgroup>
  );
}

function Totals<Row>(props: { readonly columns: readonly Column<Row>[]; readonly label: string }) {
  const { columns, label } = props;
  if (!columns.some(column => column.total !== undefined)) return null;
  return (
    <tfoot>
      <tr>
        {columns.map((column, index) =>
          index === 0 ? (
            <th key={column.id} scope="row" className="tb-table__first">
              {column.total ?? label}
            </th>
          ) : (
            <td
              key={column.id}
              className={classNames(column.numeric && 'tb-table__number', column.endsClass)}
            >
              {column.total}
            </td>
          ),
        )}
      </tr>
    </tfoot>
  );
}
