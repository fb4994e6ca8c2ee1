/** A table of a report, described once: views, files, the command line, what-if and the tests of its figures go by it. */

import type { Figure } from '@tallyboard/core/model/result.ts';
import type { Drill } from '../figures/drill.ts';
import type { PlainTable } from './csv-text.ts';
import { inFile, type Unit } from './units.ts';

/** Null is not available and shows as '-'; undefined leaves the cell empty. */
type Value = string | number | null | undefined;

export interface TableColumn<Row> {
  readonly id: string;
  readonly header: string;
  /** What a number of the column is called outside the table; the head where absent. */
  readonly title?: string;
  /** Absent in columns of text. */
  readonly unit?: Unit;
  /** The unit of a row, where rows differ. */
  unitOf?(row: Row): Unit;
  /** Text, or a number in the unit of the result; that of the figure where absent. */
  value?(row: Row): Value;
  /** The issues behind the number. */
  figure?(row: Row): Figure | null | undefined;
  /** Why the issues of the figure count. */
  readonly reason?: string;
  /** The same of a row, where rows differ. */
  reasonOf?(row: Row): string;
  /** Where the number is the figure in percent of another one. */
  percentOf?(row: Row): Figure;
  /** Where the number is how far the figure lies from the mean of several, in percent of that mean. */
  readonly comparedTo?: readonly Figure[];
  /** How the contribution of an issue is written; that of the unit where absent. */
  readonly part?: Drill['part'];
  /** The number that one issue of the row has in this column, by the issue's row of the dataset. */
  ofIssue?(row: Row, issue: number): number | null;
  /** False where issues are only sorted by that number. */
  readonly showsIssues?: false;
  /** Only in these, where not in both. */
  readonly only?: 'screen' | 'file';
  /** What differs in files: a head without the unit's suffix, another value. */
  readonly file?: { readonly header?: string; value?(row: Row): string | number | null };
  /** The number on screen where the unit alone does not say how it is written. */
  text?(row: Row): string;
  /** False where a number of the screen is no button, since its row is the one issue behind it. */
  opens?(row: Row): boolean;
  /** More about a number, as a tooltip. */
  tip?(row: Row): string | undefined;
  /** A bar behind the number, from 0 to 100. */
  readonly bar?: {
    readonly tone?: 'neutral' | 'resolved';
    percent(value: number, of: CellOwner): number;
  };
  /** The tooltip of the head; the reason where absent. */
  readonly help?: string;
  readonly width?: number;
}

/** Whose cell it is: a row's, an issue's under it, or that of the totals. */
export type CellOwner = 'row' | 'issue' | 'total';

// Rows of any type where the holder does not know them.
// biome-ignore lint/suspicious/noExplicitAny: columns and rows of one table belong together; nothing else reads rows.
export interface ReportTable<Row = any> {
  /** The first one says what a row is. */
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  rowId(row: Row): string;
  /** The row by itself, outside its table: 'Sprint 3 · Ana Roy'. */
  nameOf(row: Row): string;
  childRows?(row: Row): readonly Row[] | undefined;
  readonly total?: {
    readonly label: string;
    readonly row: Row;
    /** Absent in files. */
    readonly only?: 'screen';
  };
}

/** The value of a cell in the unit of the result. */
export function cellValue<Row>(column: TableColumn<Row>, row: Row): Value {
  return column.value ? column.value(row) : column.figure?.(row)?.value;
}

/** The unit of a cell. */
export const unitIn = <Row>(column: TableColumn<Row>, row: Row) =>
  column.unitOf?.(row) ?? column.unit;

/** What a cell opens; null where no figure is behind it. */
export function drillOf<Row>(column: TableColumn<Row>, row: Row, name: string): Drill | null {
  const figure = column.figure?.(row);
  if (!figure) return null;
  return {
    title: `${column.title ?? column.header} · ${name}`,
    reason: column.reasonOf?.(row) ?? column.reason ?? '',
    figure,
    part: figure.parts && (column.part ?? unitIn(column, row)?.part),
  };
}

/** A line of a file: a row, or the totals. */
export interface FileLine<Row> {
  readonly id: string;
  readonly name: string;
  readonly row: Row;
  readonly isTotal: boolean;
}

/** The rows, each followed by those under it, then the totals. */
export function fileLines<Row>(table: ReportTable<Row>): readonly FileLine<Row>[] {
  const lines: FileLine<Row>[] = [];
  const add = (row: Row) => {
    lines.push({ id: `row ${table.rowId(row)}`, name: table.nameOf(row), row, isTotal: false });
    table.childRows?.(row)?.forEach(add);
  };
  table.rows.forEach(add);
  const { total } = table;
  if (total && total.only !== 'screen')
    lines.push({ id: 'total', name: total.label, row: total.row, isTotal: true });
  return lines;
}

export function fileColumns<Row>({ columns }: ReportTable<Row>): readonly TableColumn<Row>[] {
  return columns.filter(({ only }) => only !== 'screen');
}

export function fileHeader<Row>({ header, unit, file }: TableColumn<Row>): string {
  return file?.header ?? header + (unit?.suffix ?? '');
}

/** The cell of a file; of the totals all text is empty. */
export function fileCell<Row>(column: TableColumn<Row>, line: FileLine<Row>) {
  const { file } = column;
  const unit = unitIn(column, line.row);
  if (!unit && line.isTotal) return null;
  const value = file?.value ? file.value(line.row) : (cellValue(column, line.row) ?? null);
  return typeof value === 'number' && unit ? inFile(value, unit) : value;
}

/** The table as files and the command line write it: rounded numbers, units in the heads. */
export function plainTable<Row>(table: ReportTable<Row>): PlainTable {
  const columns = fileColumns(table);
  return {
    columns: columns.map(fileHeader),
    rows: fileLines(table).map(line =>
      columns.map((column, at) => (at === 0 && line.isTotal ? line.name : fileCell(column, line))),
    ),
  };
}
