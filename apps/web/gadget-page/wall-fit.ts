import {
  cellText,
  inScreenOrder,
  type ReportTable,
  screenColumns,
  type TableColumn,
} from '@tallyboard/report-kit/table/report-table.ts';

/** Sizes in px of a wall table's rows, its head of two lines, and its widest column of names. */
const ROW = 38;
const HEAD = 52;
const MAX_NAMES = 200;
/** Average widths of a character of 26 px text and of a head of 20 px, and the padding of a cell. */
const CHARACTER = 13.7;
const HEAD_CHARACTER = 10.5;
const PADDING = 20;

/** Sizes of the text, times its usual one, for tables that leave room. */
const LARGER_SCALES = [1.4, 1.2];

export interface FitRoom {
  readonly width: number;
  readonly height: number;
}

type Order = (ids: readonly string[]) => readonly string[];

/** The whole table in the largest text that fits, else pages of its rows and the columns that fit, in the usual one. */
export function fitTable<Row>(table: ReportTable<Row>, room: FitRoom, order: Order = ids => ids) {
  const columns = inScreenOrder(table, screenColumns(table));
  const at = (scale: number) => {
    const own = { width: room.width / scale, height: room.height / scale };
    return { scale, ...fitAt(table, columns, own, order) };
  };
  const larger = LARGER_SCALES.map(at);
  const whole = larger.find(fit => fit.pages.length < 2 && fit.columns.length === columns.length);
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
  const { rows } = table;
  // The last line says which page it is.
  const size = rows.length > capacity ? Math.max(1, capacity - 1) : capacity;
  const pages = Array.from({ length: Math.ceil(rows.length / size) }, (_, at) =>
    rows.slice(at * size, (at + 1) * size),
  );
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
    pages,
  };
}

/** Sizes of the figures of a headline, times their usual one. */
const FIGURE_SCALES = [1, 0.85, 0.72];
/** Between two figures, and the width of '+2', px. */
const GAP = 24;
const MORE = 60;

/** Those with a goal first: they are why the gadget is on a wall. */
export const byImportance = <Figure extends { readonly goal?: unknown }>(
  figures: readonly Figure[],
): readonly Figure[] => figures.toSorted((a, b) => Number(!a.goal) - Number(!b.goal));

/**
 * All figures in the largest size that fits, with the words below them or else without ('bare'); else, in the smallest, pages
 * of those that fit beside the first, which is always shown.
 * @param widthsAt the widths of the figures in a size.
 */
export function fitFigures(
  widthsAt: (scale: number, bare: boolean) => readonly number[],
  room: number,
): { scale: number; bare: boolean; pages: readonly (readonly number[])[] } {
  const sum = (widths: readonly number[]) =>
    widths.reduce((total, width) => total + width, (widths.length - 1) * GAP);
  let scale = 1;
  let widths: readonly number[] = [];
  for (const bare of [false, true])
    for (scale of FIGURE_SCALES) {
      widths = widthsAt(scale, bare);
      if (sum(widths) <= room) return { scale, bare, pages: [[...widths.keys()].slice(1)] };
    }
  const [first = 0] = widths;
  return { scale, bare: true, pages: pagesOf(widths, room - first - GAP - MORE) };
}

/** The positions after the first, in pages that have room for them; one that has none on any page is left out. */
function pagesOf(widths: readonly number[], room: number): readonly (readonly number[])[] {
  const pages: number[][] = [];
  let rest = 0;
  for (const [at, width] of widths.entries()) {
    const needed = width + GAP;
    if (at === 0 || needed > room) continue;
    if (needed > rest) {
      pages.push([]);
      rest = room;
    }
    pages.at(-1)?.push(at);
    rest -= needed;
  }
  return pages.length > 0 ? pages : [[]];
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
  const head = headLength(headLines(headOf(column))) * HEAD_CHARACTER;
  return PADDING + Math.max(head, Math.max(0, ...lengths) * CHARACTER);
}

/** The length of the longer line of `headLines`. */
function headLength(head: string): number {
  const end = head.indexOf(' ');
  return end < 0 ? head.length : longerLine(head, end);
}
