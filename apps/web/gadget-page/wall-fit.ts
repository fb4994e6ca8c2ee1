import {
  cellText,
  inScreenOrder,
  type ReportTable,
  screenColumns,
  type TableColumn,
} from '@tallyboard/report-kit/table/report-table.ts';

/** Sizes in px of a wall table's rows, its head of two lines, and its widest column of names. */
const ROW = 26;
const HEAD = 42;
const MAX_NAMES = 140;
/** Of 14 px text: the average width of a character, and the padding of a cell. */
const CHARACTER = 7.4;
const PADDING = 16;

/** Sizes of the text, times its usual one, for tables that leave room. */
const LARGER_SCALES = [1.6, 1.3];

export interface FitRoom {
  readonly width: number;
  readonly height: number;
}

type Order = (ids: readonly string[]) => readonly string[];

/** The whole table in the largest text that fits, else its rows and columns that fit, whole, in the usual one. */
export function fitTable<Row>(table: ReportTable<Row>, room: FitRoom, order: Order = ids => ids) {
  const columns = inScreenOrder(table, screenColumns(table));
  const at = (scale: number) => {
    const own = { width: room.width / scale, height: room.height / scale };
    return { scale, ...fitAt(table, columns, own, order) };
  };
  const larger = LARGER_SCALES.map(at);
  const whole = larger.find(fit => fit.hidden === 0 && fit.columns.length === columns.length);
  return whole ?? at(1);
}

function fitAt<Row>(
  table: ReportTable<Row>,
  [names, ...others]: readonly TableColumn<Row>[],
  room: FitRoom,
  order: Order,
) {
  const footer = table.total ? ROW : 0;
  const capacity = Math.max(1, Math.floor((room.height - HEAD - footer) / ROW));
  const isCut = table.rows.length > capacity;
  // The last line says how many rows are left out.
  const rows = table.rows.slice(0, isCut ? capacity - 1 : capacity);
  const all = table.total ? [...rows, table.total.row] : rows;
  const fitting = new Set<TableColumn<Row>>();
  let rest = room.width - Math.min(MAX_NAMES, names ? widthOf(names, rows) : 0);
  for (const id of order(others.map(column => column.id))) {
    const column = others.find(each => each.id === id);
    if (!column || fitting.has(column)) continue;
    rest -= widthOf(column, all);
    if (rest < 0) break;
    fitting.add(column);
  }
  return {
    columns: [...(names ? [names] : []), ...others.filter(column => fitting.has(column))],
    rows,
    hidden: table.rows.length - rows.length,
  };
}

/** A head with the unit of its column: 'Resolved %'. */
export const headOf = <Row>({ header, unit }: TableColumn<Row>): string =>
  unit?.sign ? `${header} ${unit.sign}` : header;

/** A head that breaks into two lines of like length at most; a short one stays in one line. */
export function headLines(header: string): string {
  const [best] =
    header.length <= 8
      ? []
      : [...header.matchAll(/ /g)]
          .map(({ index }) => index)
          .sort((a, b) => longerLine(header, a) - longerLine(header, b));
  return header.replace(/ /g, (space, index) => (index === best ? space : '\u00a0'));
}

const longerLine = ({ length }: string, end: number) => Math.max(end, length - end - 1);

function widthOf<Row>(column: TableColumn<Row>, rows: readonly Row[]): number {
  const lengths = rows.map(row => (cellText(column, row) ?? '').length);
  return PADDING + Math.max(headLength(headLines(headOf(column))), ...lengths) * CHARACTER;
}

/** The length of the longer line of `headLines`. */
function headLength(head: string): number {
  const end = head.indexOf(' ');
  return end < 0 ? head.length : longerLine(head, end);
}
