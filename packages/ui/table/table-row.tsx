import ChevronRight from '@atlaskit/icon/core/chevron-right';
import type { RowData } from '@tanstack/react-table';
import { memo, type ReactNode } from 'react';
import { classNames } from '../controls/class-names.ts';
import { dashForZero, formatNumber } from '../text/numbers.ts';
import { type Column, foldClass } from './column.ts';
import type { ShownRow } from './use-row-model.ts';

function TableRowInner<Row extends RowData>(props: {
  readonly row: ShownRow<Row>;
  readonly columns: readonly Column<Row>[];
  readonly tree: boolean;
  /** Undefined for a row without children. */
  readonly expanded: boolean | undefined;
  readonly position: number;
  readonly tabStop: boolean;
  /** Has aria-rowindex, if not all rows are rendered. */
  readonly numbered: boolean;
  readonly className: string | undefined;
}) {
  const { row, columns, tree, expanded, position, tabStop, numbered, className } = props;
  return (
    <tr
      data-row-id={row.id}
      aria-level={tree ? row.depth + 1 : undefined}
      aria-expanded={expanded}
      aria-rowindex={numbered ? position + 2 : undefined}
      tabIndex={tree ? (tabStop ? 0 : -1) : undefined}
      className={classNames(className, row.depth > 0 && 'tb-table__child') || undefined}
    >
      {columns.map((column, index) =>
        index === 0 ? (
          <th key={column.id} scope="row" className={cellClass(column, row, 'tb-table__first')}>
            {tree ? (
              <TreeCell row={row} expanded={expanded}>
                {cellContent(column, row)}
              </TreeCell>
            ) : (
              cellContent(column, row)
            )}
          </th>
        ) : (
          <td key={column.id} className={cellClass(column, row)}>
            {cellContent(column, row)}
          </td>
        ),
      )}
    </tr>
  );
}

export const TableRow = memo(TableRowInner) as typeof TableRowInner;

const LEVEL_INDENT = 20;

function TreeCell<Row extends RowData>(props: {
  readonly row: ShownRow<Row>;
  readonly expanded: boolean | undefined;
  readonly children: ReactNode;
}) {
  const { row, expanded, children } = props;
  return (
    <div className="tb-table__tree" style={{ paddingInlineStart: row.depth * LEVEL_INDENT }}>
      {expanded === undefined ? (
        <span className="tb-table__toggle" />
      ) : (
        // For the pointer; the keyboard uses the row.
        <button
          type="button"
          tabIndex={-1}
          className="tb-table__toggle"
          aria-label={expanded ? 'Collapse' : 'Expand'}
          onClick={() => row.toggleExpanded()}
        >
          <ChevronRight label="" size="small" color="currentColor" />
        </button>
      )}
      <div className="tb-table__tree-text">{children}</div>
    </div>
  );
}

const plainNumber = dashForZero(formatNumber);

function cellContent<Row extends RowData>(column: Column<Row>, row: ShownRow<Row>): ReactNode {
  if (column.cell) return column.cell(row.original);
  const value = column.value(row.original);
  if (typeof value === 'string')
    return (
      <span className="tb-ellipsis" dir="auto">
        {value}
      </span>
    );
  if (column.format) return column.format(value);
  return column.numeric ? plainNumber(value) : value;
}

const cellClass = <Row extends RowData>(column: Column<Row>, row: ShownRow<Row>, base?: string) =>
  classNames(
    base,
    column.numeric && 'tb-table__number',
    foldClass(column.folds),
    column.cellClass?.(row.original),
  ) || undefined;
