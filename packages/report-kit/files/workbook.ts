import { type CellValue, type WriteSheet, writeXlsx } from 'hucre/xlsx';
import type { PlainField, PlainTable } from '../table/csv-text.ts';

/** A table of a workbook. */
export interface Sheet extends PlainTable {
  readonly name: string;
  /** Of its columns; texts and plain numbers without. */
  readonly fields?: readonly PlainField[];
  /** The last row has the totals of the others. */
  readonly hasTotal?: boolean;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const HOURS_OF_DAY = 24;
const MIN_WIDTH = 8;
const MAX_WIDTH = 60;
/** Rows whose texts tell the width of a column. */
const SAMPLE = 200;

/** OOXML reads '_x000D_' in a text as a character. */
const escaped = (text: string) => text.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_');

type Cell = PlainTable['rows'][number][number];

/** How spreadsheets show the numbers of a unit, and what they hold. */
const UNITS: Readonly<Record<string, { readonly numFmt: string; of(value: number): number }>> = {
  hours: { numFmt: '[h]:mm', of: value => value / HOURS_OF_DAY },
  days: { numFmt: '0.00', of: value => value },
  // 82.35 / 100 is 0.8234999999999999.
  share: { numFmt: '0.0%', of: value => value },
  '%': { numFmt: '0.0%', of: value => Number((value / 100).toPrecision(12)) },
};

/** Tables for spreadsheets: numbers, days, durations and shares as such, texts never as formulas; the heads stay in view and filter. */
export function workbook(sheets: readonly Sheet[]): Promise<Uint8Array> {
  return writeXlsx({ sheets: sheets.map(written) });
}

function written({ name, columns, fields, rows, hasTotal }: Sheet): WriteSheet {
  const styles = columns.map((header, at) => {
    const all = rows.map(row => row[at] ?? null);
    const own = hasTotal ? all.slice(0, -1) : all;
    const isDay = own.some(cell => cell !== null) && own.every(isDayOrNone);
    const unit = isDay ? undefined : UNITS[fields?.[at]?.unit ?? ''];
    const numFmt = isDay ? 'yyyy-mm-dd' : unit?.numFmt;
    return { header, isDay, unit, numFmt, width: isDay ? 12 : widthOf(header, all) };
  });
  const cellOf = (cell: Cell, at: number): CellValue => {
    const { isDay, unit } = styles[at]!;
    if (typeof cell === 'number') return unit ? unit.of(cell) : cell;
    if (cell === null) return null;
    return isDay && DAY.test(cell) ? new Date(`${cell}T00:00:00Z`) : escaped(cell);
  };
  return {
    name,
    columns: styles.map(({ width, numFmt }) => ({ width, ...(numFmt && { numFmt }) })),
    rows: [columns.map(escaped), ...rows.map(row => row.map(cellOf))],
    freezePane: { rows: 1 },
    autoFilter: { range: `A1:${letters(columns.length)}${rows.length + 1}` },
  };
}

const isDayOrNone = (cell: Cell) => cell === null || (typeof cell === 'string' && DAY.test(cell));

function widthOf(header: string, cells: readonly Cell[]): number {
  const texts = [header, ...cells.slice(0, SAMPLE).map(cell => String(cell ?? ''))];
  const longest = Math.max(...texts.map(({ length }) => length));
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, longest + 2));
}

/** The name of a column by its number from 1: A, Z, AA. */
function letters(column: number): string {
  const before = Math.floor((column - 1) / 26);
  return (before > 0 ? letters(before) : '') + String.fromCharCode(65 + ((column - 1) % 26));
}
