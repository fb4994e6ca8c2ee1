import { Readable } from 'node:stream';
import type { TypedTable } from '@tallyboard/report-kit/table/csv-text.ts';
import { type CellValue, writeXlsxStream } from 'hucre/xlsx';

/** Units of numbers with many decimals, which the cells have in full. */
const DURATIONS: ReadonlySet<string> = new Set(['hours', 'days']);

const DAY = /^\d{4}-\d\d-\d\d$/;

/** OOXML reads '_x000D_' in a text as a character. */
const escaped = (text: string) => text.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_');

/** A table as a workbook for spreadsheets: numbers and days as such, texts never as formulas, the heads stay in view. */
export function workbook({ columns, fields, rows }: TypedTable): Readable {
  const isDays = fields.map(
    ({ type }, at) =>
      type === 'text' &&
      rows.some(row => row[at] !== null) &&
      rows.every(row => row[at] === null || DAY.test(String(row[at]))),
  );
  const cellOf = (cell: string | number | null, at: number): CellValue =>
    isDays[at] && cell !== null
      ? new Date(`${cell}T00:00:00Z`)
      : typeof cell === 'string'
        ? escaped(cell)
        : cell;
  function* lines(): Generator<CellValue[]> {
    for (const row of rows) yield row.map(cellOf);
  }
  return Readable.from(
    writeXlsxStream(lines(), {
      name: 'Report',
      columns: columns.map((header, at) => ({
        header: escaped(header),
        width: isDays[at] ? 12 : 16,
        ...(isDays[at] && { numFmt: 'yyyy-mm-dd' }),
        ...(DURATIONS.has(fields[at]?.unit ?? '') && { numFmt: '0.00' }),
      })),
      freezePane: { rows: 1 },
    }),
  );
}
