/** The table of a report, for views, files, the command line, what-if and tests. */

import type { Figure } from '@tallyboard/core/model/result.ts';
import type { RowFact } from '@tallyboard/core/model/rows.ts';
import type { Drill } from '../figures/drill.ts';
import type { PlainField, PlainTable, TypedTable } from './csv-text.ts';
import { keyOfRow, kindOfGroups } from './row-key.ts';
import { inFile, inProgram, type Unit, unitName } from './units.ts';

/** Null is not available and shows as '-'; undefined leaves the cell empty. */
type Value = string | number | null | undefined;

export interface TableColumn<Row> {
  readonly id: string;
  readonly header: string;
  /** The name of a number outside the table; the head by default. '' where the name of the row says it all. */
  readonly title?: string;
  readonly unit?: Unit;
  /** The unit of a row, if rows differ. */
  unitOf?(row: Row): Unit;
  /** Text, or a number in the unit of the result; the figure's value by default. */
  value?(row: Row): Value;
  /** The issues behind the number. */
  figure?(row: Row): Figure | null | undefined;
  /** Why the issues of the figure count. */
  readonly reason?: string;
  /** The reason for a row, if rows differ. */
  reasonOf?(row: Row): string;
  /** For a number that is the figure in percent of this one. */
  percentOf?(row: Row): Figure;
  /** For a number that is the deviation from the mean of these figures, in percent of it. */
  readonly comparedTo?: readonly Figure[];
  /** Format of an issue's contribution; the unit's by default. */
  readonly part?: Drill['part'];
  /** The number of one issue of the row, by its row in the dataset. */
  ofIssue?(row: Row, issue: number): number | null;
  /** False to sort issues by that number without showing it. */
  readonly showsIssues?: false;
  readonly only?: 'screen' | 'file';
  /** The number of another column in another unit. */
  readonly repeats?: boolean;
  /** The text names a single issue of the row. */
  readonly namesIssue?: true;
  /** Another head or value in files. */
  readonly file?: {
    readonly header?: string;
    readonly type?: 'number';
    value?(row: Row): string | number | null;
  };
  /** The number on screen, if the unit's format does not fit. */
  text?(row: Row): string;
  /** False if the number is no button, since its row is the only issue. */
  opens?(row: Row): boolean;
  tip?(row: Row): string | undefined;
  /** The fewer the better: overdue issues. */
  readonly bad?: boolean;
  /** See Drill. */
  readonly shows?: RowFact | undefined;
  /** A bar beside the number, from 0 to 100. */
  readonly bar?: {
    readonly tone?: 'neutral' | 'resolved';
    percent(value: number, of: CellOwner): number;
  };
  /**
   * Less important than others: after them, and hidden in a narrow table until asked for. With 'phone' in its place, and
   * hidden only on a phone.
   */
  readonly folds?: boolean | 'phone' | 'phone-drawer';
  /** The tooltip of the head; the reason by default. */
  readonly help?: string;
  readonly width?: number;
}

export type CellOwner = 'row' | 'issue' | 'total';

// biome-ignore lint/suspicious/noExplicitAny: columns and rows of one table belong together; nothing else reads rows.
export interface ReportTable<Row = any> {
  /** The first one names the rows. */
  readonly columns: readonly TableColumn<Row>[];
  /** The ids of the columns that come first on screen; files have the order of `columns`. */
  readonly first?: readonly string[];
  readonly rows: readonly Row[];
  rowId(row: Row): string;
  /**
   * What programs name the row by: its kind and its id, 'sprint:14', those of a part after its whole, 'sprint:14/person:ID'. It
   * depends on no words, order or language; 'row:' and the id of the row by default.
   */
  rowKey?(row: Row): string;
  /** The name of a row outside the table: 'Sprint 3 · Ana Roy'. */
  nameOf(row: Row): string;
  childRows?(row: Row): readonly Row[] | undefined;
  readonly total?: {
    readonly label: string;
    readonly row: Row;
    /** Absent in files. */
    readonly only?: 'screen';
  };
}

export const screenColumns = <Row>({ columns }: ReportTable<Row>) =>
  columns.filter(({ only }) => only !== 'file');

/** The first columns of the table, then the others, then those that fold. */
export function inScreenOrder<Column extends Pick<TableColumn<unknown>, 'id' | 'folds'>>(
  { first = [] }: Pick<ReportTable, 'first'>,
  columns: readonly Column[],
): readonly Column[] {
  const place = ({ id, folds }: Column) =>
    first.indexOf(id) + 1 || first.length + (folds === true ? 2 : 1);
  return columns.toSorted((a, b) => place(a) - place(b));
}

/** A column of the figures that rows have under its id. */
export const figureColumn = <Id extends string>(
  id: Id,
  header: string,
  unit: Unit,
  reason: string,
  width?: number,
) => {
  const figure = (row: { readonly [Name in Id]?: Figure }) => row[id];
  return { id, header, unit, reason, width, figure };
};

/** Rows of groups by id and label, and of their totals, which have neither. `kind` begins the keys of the rows, such as 'week'. */
export function groupRows<Row extends { readonly id?: string; readonly label?: string }>(
  rows: readonly Row[],
  total: Row,
  kind: string,
) {
  return {
    rows,
    rowId: (row: Row) => row.id ?? '',
    rowKey: ({ id = '' }: Row) => keyOfRow(kindOfGroups(kind), id),
    nameOf: (row: Row) => row.label ?? '',
    total: { label: 'Total', row: total },
  };
}

/** The value of a cell in the unit of the result. */
export const cellValue = <Row>(column: TableColumn<Row>, row: Row): Value =>
  column.value ? column.value(row) : column.figure?.(row)?.value;

export const unitIn = <Row>(column: TableColumn<Row>, row: Row) =>
  column.unitOf?.(row) ?? column.unit;

/** A cell on screen; undefined is empty. */
export function cellText<Row>(column: TableColumn<Row>, row: Row): string | undefined {
  const value = cellValue(column, row);
  if (value === undefined || typeof value === 'string') return value;
  return column.text?.(row) ?? unitIn(column, row)?.text(value) ?? String(value);
}

/** The name of a number outside its table: 'Completed · Sprint 14'. */
export function figureName<Row>({ title, header }: TableColumn<Row>, row: string): string {
  const own = title ?? header;
  return own === '' ? row : `${own} · ${row}`;
}

/** The issues behind a cell; null without a figure. */
export function drillOf<Row>(column: TableColumn<Row>, row: Row, name: string): Drill | null {
  const figure = column.figure?.(row);
  if (!figure) return null;
  return {
    title: figureName(column, name),
    reason: column.reasonOf?.(row) ?? column.reason ?? '',
    figure,
    ...(column.shows && { shows: column.shows }),
    part: figure.parts && (column.part ?? unitIn(column, row)?.part),
  };
}

export interface FileLine<Row> {
  readonly id: string;
  /** '' for the totals. */
  readonly key: string;
  readonly name: string;
  readonly row: Row;
  readonly isTotal: boolean;
}

/** The rows, each followed by those under it, then the totals. */
export function fileLines<Row>(table: ReportTable<Row>): readonly FileLine<Row>[] {
  const lines: FileLine<Row>[] = [];
  const add = (row: Row) => {
    const id = table.rowId(row);
    const key = table.rowKey?.(row) ?? keyOfRow('row', id);
    lines.push({ id: `row ${id}`, key, name: table.nameOf(row), row, isTotal: false });
    table.childRows?.(row)?.forEach(add);
  };
  table.rows.forEach(add);
  const { total } = table;
  if (total && total.only !== 'screen')
    lines.push({ id: 'total', key: '', name: total.label, row: total.row, isTotal: true });
  return lines;
}

export const fileColumns = <Row>({ columns }: ReportTable<Row>): readonly TableColumn<Row>[] =>
  columns.filter(({ only }) => only !== 'screen');

export const fileHeader = <Row>({ header, unit, file }: TableColumn<Row>): string =>
  file?.header ?? header + (unit?.suffix ?? '');

/** A cell of a file; text of the totals is empty. */
export function fileCell<Row>(
  column: TableColumn<Row>,
  line: FileLine<Row>,
  numberOf: typeof inFile = inFile,
) {
  const { file } = column;
  const unit = unitIn(column, line.row);
  if (!unit && line.isTotal) return null;
  const value = file?.value ? file.value(line.row) : (cellValue(column, line.row) ?? null);
  return typeof value === 'number' && unit ? numberOf(value, unit) : value;
}

/** The table for files and the command line: rounded numbers, units in the heads. */
export function plainTable<Row>(table: ReportTable<Row>, numberOf = inFile): PlainTable {
  const columns = fileColumns(table);
  return {
    columns: columns.map(fileHeader),
    rows: fileLines(table).map(line =>
      columns.map((column, at) =>
        at === 0 && line.isTotal ? line.name : fileCell(column, line, numberOf),
      ),
    ),
  };
}

/** The table of programs with names and types of its columns: durations are in full. */
export const typedTable = <Row>(table: ReportTable<Row>): TypedTable => ({
  ...plainTable(table, inProgram),
  fields: plainFields(table),
  keys: fileLines(table).map(({ key }) => key),
  hasTotal: fileLines(table).at(-1)?.isTotal ?? false,
});

export const plainFields = <Row>(table: ReportTable<Row>): readonly PlainField[] =>
  fileColumns(table).map(({ id, header, unit, unitOf, file }, at) => ({
    name: id,
    type: file?.type ?? (at > 0 && (unit || unitOf) ? 'number' : 'text'),
    ...(file?.header !== undefined && file.header !== header && { label: header }),
    ...(unitName(unit) && { unit: unitName(unit) }),
  }));
