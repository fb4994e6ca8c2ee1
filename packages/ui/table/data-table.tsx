import './data-table.css';
import type { RowData } from '@tanstack/react-table';
import { type CSSProperties, type ReactNode, startTransition, useRef, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { classNames } from '../controls/class-names.ts';
import { formatCount } from '../text/numbers.ts';
import { usePrintLayout } from '../text/print.ts';
import { type Column, foldClass } from './column.ts';
import { Pager } from './pager.tsx';
import { TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import { type RowModelProps, useRowModel } from './use-row-model.ts';
import { useFirstRows, useRowWindow, useSticking } from './use-row-window.ts';
import { useScrollEdges } from './use-scroll-edges.ts';
import { useTreeKeys } from './use-tree-keys.ts';

export type { Column, Expanded } from './column.ts';

export interface DataTableProps<Row extends RowData> extends RowModelProps<Row> {
  readonly compact?: boolean;
  /** In a card: no scroll box; the first rows, and a button for all. */
  readonly card?: boolean;
  readonly empty?: ReactNode;
  readonly totalLabel?: string;
  readonly rowClass?: (row: Row) => string | undefined;
}

/** Longer tables without pages render only visible rows. */
const VIRTUAL_FROM = 120;
const MAX_CARD_ROWS = 50;
const ROW_HEIGHT = 32;
const COMPACT_ROW_HEIGHT = 28;

/**
 * A table like Jira's: sortable, with or without pages, flat or (with `childRows`) a tree. Head, first column and
 * totals stick; print has all rows. Keep `columns`, `rows` and the functions stable between renders.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, columns, compact = false, empty = 'No data.', totalLabel = 'Total' } = props;
  const { card = false } = props;
  const [allRows, setAllRows] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const printing = usePrintLayout();
  const model = useRowModel(props, printing);
  const tree = props.childRows !== undefined;
  const isCut = card && !allRows && !printing && model.shown.length > MAX_CARD_ROWS;
  const rows = isCut ? model.shown.slice(0, MAX_CARD_ROWS) : model.shown;
  const virtual = !printing && !model.paged && rows.length > VIRTUAL_FROM;
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = compact ? COMPACT_ROW_HEIGHT : ROW_HEIGHT;
  const rowWindow = useRowWindow(scroller, rows.length, rowHeight, virtual);
  useSticking(scroller);
  useScrollEdges(scroller);
  const keys = useTreeKeys(rows, rowWindow.scrollTo);
  const { first } = rowWindow;
  const enough = useFirstRows(rows.length, printing, compact);
  const shown = virtual ? rows.slice(first, rowWindow.end) : rows.slice(0, enough);
  const tabStop = rowWindow.firstVisible;
  const activeVisible = shown.some(row => row.id === keys.activeId);

  return (
    <div
      className={classNames(
        'tb-table',
        compact && 'tb-table--compact',
        card && 'tb-table--card',
        !unfolded && !printing && 'tb-table--folded',
      )}
    >
      <div className="tb-table__frame">
        <div
          ref={scroller}
          className={classNames('tb-table__scroll', virtual && 'tb-table__scroll--virtual')}
        >
          <table
            role={tree ? 'treegrid' : undefined}
            aria-label={label}
            aria-rowcount={virtual || isCut ? model.shown.length + 1 : undefined}
            className={virtual ? 'tb-table--fixed' : undefined}
            style={virtual ? fixedWidths(columns) : undefined}
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
                  numbered={virtual || isCut}
                  className={props.rowClass?.(row.original)}
                />
              ))}
              <Spacer height={rowWindow.below} />
            </tbody>
            {model.shown.length > 0 && <Totals columns={columns} label={totalLabel} />}
          </table>
          {model.shown.length === 0 && <div className="tb-table__empty">{empty}</div>}
        </div>
      </div>
      <MoreButtons
        rows={isCut ? model.shown.length : 0}
        onRows={() => setAllRows(true)}
        columns={unfolded ? [] : columns}
        onColumns={() => setUnfolded(true)}
      />
      {model.paged && <Pager {...model.page} label={label} onChange={model.setPage} />}
    </div>
  );
}

/** Buttons that show all rows and all columns; 0 rows and no columns if they are shown. */
function MoreButtons<Row>(props: {
  readonly rows: number;
  readonly onRows: () => void;
  readonly columns: readonly Column<Row>[];
  readonly onColumns: () => void;
}) {
  const { rows, onRows, columns, onColumns } = props;
  const drawer = columns.filter(({ folds }) => folds).length;
  const onPhone = columns.filter(({ folds }) => folds && folds !== 'phone-drawer').length;
  const narrow = columns.filter(({ folds }) => folds === true).length;
  if (rows === 0 && drawer === 0) return null;
  const unfold = (count: number, className: string) =>
    count > 0 && (
      <Button appearance="subtle" compact className={className} onClick={onColumns}>
        {count === 1 ? 'Show 1 more column' : `Show ${count} more columns`}
      </Button>
    );
  return (
    <div className="tb-table__more tb-no-print">
      {rows > 0 && (
        <Button appearance="subtle" compact onClick={() => startTransition(onRows)}>
          Show all {formatCount(rows)} rows
        </Button>
      )}
      {unfold(narrow, 'tb-table__unfold')}
      {onPhone > narrow && unfold(onPhone, 'tb-table__unfold-phone')}
      {drawer > onPhone && unfold(drawer, 'tb-table__unfold-phone-drawer')}
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

/** With all columns, and without those that fold. */
function fixedWidths<Row>(columns: readonly Column<Row>[]): CSSProperties {
  const [first = 0, ...others] = columns.map(columnWidth);
  const width = (counts: (column: Column<Row> | undefined) => boolean) => {
    const rest = others.reduce((sum, each, at) => sum + (counts(columns[at + 1]) ? each : 0), 0);
    return `calc(${rest}px + ${besideFigures(first)})`;
  };
  return {
    '--tb-width': width(() => true),
    '--tb-folded-width': width(column => column?.folds !== true),
    '--tb-phone-width': width(column => !column?.folds || column.folds === 'phone-drawer'),
    '--tb-phone-drawer-width': width(column => !column?.folds),
  };
}

/** Fixed widths, so that scrolling does not resize columns. */
function FixedWidths<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  return (
    <colgroup>
      {columns.map((column, index) => {
        const width = columnWidth(column, index);
        const first = column.width ? { width: besideFigures(width) } : undefined;
        const other = column.grows ? undefined : { width };
        return (
          <col
            key={column.id}
            className={foldClass(column.folds) || undefined}
            style={index === 0 ? first : other}
          />
        );
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
              className={classNames(
                column.numeric && 'tb-table__number',
                foldClass(column.folds),
                column.endsClass,
              )}
            >
              {column.total}
            </td>
          ),
        )}
      </tr>
    </tfoot>
  );
}
