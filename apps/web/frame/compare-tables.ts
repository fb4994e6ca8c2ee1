/** Compares two tables of one report by the ids of rows and columns. */
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
  readonly row: string;
  readonly column: string;
  readonly before: number | null;
  readonly after: number | null;
  readonly drill: { before(): Drill | null; after(): Drill | null };
}

/** Number cells that differ, in table order. Null: the table has no such row or column. */
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

function cellsOf(table: ReportTable): ReadonlyMap<string, Cell> {
  const columns = fileColumns(table).filter(({ repeats }) => !repeats);
  const cells = new Map<string, Cell>();
  for (const line of fileLines(table))
    for (const column of columns) {
      const value = fileCell(column, line);
      if (typeof value === 'number') cells.set(`${line.id}\n${column.id}`, { value, line, column });
    }
  return cells;
}

const opened = (cell: Cell | undefined): Drill | null =>
  cell ? drillOf(cell.column, cell.line.row, cell.line.name) : null;
