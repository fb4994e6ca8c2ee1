/** Two tables of one report held against each other, cell by cell, by the ids of rows and columns. */
import type { Drill } from '@tallyboard/report-kit/figures/drill.ts';
import {
  drillOf,
  type FileLine,
  fileCell,
  fileColumns,
  fileHeader,
  fileLines,
  type ReportTable,
  type TableColumn,
} from '@tallyboard/report-kit/table/report-table.ts';

export interface ChangedCell {
  readonly id: string;
  /** The row and the head of the column, in the words of the table. */
  readonly row: string;
  readonly column: string;
  readonly before: number | null;
  readonly after: number | null;
  /** The issues behind the two, where there are any. */
  readonly drill: { before(): Drill | null; after(): Drill | null };
}

/** The cells with numbers that differ, in the order of the tables. Null where one of them has no such row or column. */
export function changedCells(before: ReportTable, after: ReportTable): readonly ChangedCell[] {
  const old = cellsOf(before);
  const fresh = cellsOf(after);
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap(id => {
    const was = old.get(id);
    const is = fresh.get(id);
    const cell = is ?? was;
    if (!cell || was?.value === is?.value) return [];
    return {
      id,
      row: cell.line.name,
      column: fileHeader(cell.column),
      before: was?.value ?? null,
      after: is?.value ?? null,
      drill: { before: () => opened(was), after: () => opened(is) },
    };
  });
}

interface Cell {
  readonly value: number;
  readonly line: FileLine<unknown>;
  readonly column: TableColumn<unknown>;
}

/** The cells with numbers, by the ids of row and column. */
function cellsOf(table: ReportTable): ReadonlyMap<string, Cell> {
  const columns = fileColumns(table);
  const cells = new Map<string, Cell>();
  for (const line of fileLines(table))
    for (const column of columns) {
      const value = fileCell(column, line);
      if (typeof value === 'number') cells.set(`${line.id}\n${column.id}`, { value, line, column });
    }
  return cells;
}

/** Worked out when somebody asks: tables have far more cells than changes. */
const opened = (cell: Cell | undefined): Drill | null =>
  cell ? drillOf(cell.column, cell.line.row, cell.line.name) : null;
