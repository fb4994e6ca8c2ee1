/** Heads, then rows of text and plain numbers; null is an empty cell. */
export interface PlainTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** Spreadsheets read a text with such a start as a formula. */
const FORMULA_START = /^[=+\-@|%\t\r]/;

/**
 * Returns the table as CSV (RFC 4180, lines end in CRLF). A text that a spreadsheet would run gets a leading
 * apostrophe; numbers stay numbers, negative ones too; null is an empty cell.
 */
export const csvText = ({ columns, rows }: PlainTable): string =>
  [columns, ...rows].map(cells => `${cells.map(cellText).join(',')}\r\n`).join('');

function cellText(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
