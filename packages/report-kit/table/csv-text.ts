import { type CsvFormat, PLAIN_CSV } from './csv-format.ts';

/** Heads, then rows of text and plain numbers; null is an empty cell. */
export interface PlainTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** A table for programs. */
export interface TypedTable extends PlainTable {
  /** Names and types of `columns`. */
  readonly fields: readonly PlainField[];
  /** Keys of `rows`, which begin the keys of figures; '' for the totals. */
  readonly keys: readonly string[];
  /** The last row has the totals of the others. */
  readonly hasTotal: boolean;
}

/** A column for programs that read types: its name stays when heads are worded anew. */
export interface PlainField {
  readonly name: string;
  readonly type: 'text' | 'number';
  /** The head on screen, where that of files is another. */
  readonly label?: string;
  /** Unit of its numbers in files, such as 'hours', 'days', 'points', '%' or 'share' (0 to 1); absent for counts. */
  readonly unit?: string;
}

/** Spreadsheets read a text with such a start as a formula; some skip blanks and invisible characters before it. */
const FORMULA_START = /^([\s\p{Cf}\p{Cc}]*[=+\-@|%]|[\t\r])/u;

/**
 * Returns the table as CSV (RFC 4180, lines end in CRLF). A text that a spreadsheet would run gets a leading
 * apostrophe; numbers stay numbers, negative ones too; null is an empty cell.
 */
export function csvText({ columns, rows }: PlainTable, format: CsvFormat = PLAIN_CSV): string {
  const cells = (row: PlainTable['rows'][number]) => row.map(cell => quoted(cell, format));
  return [columns, ...rows].map(row => `${cells(row).join(format.delimiter)}\r\n`).join('');
}

/** The table of a report and others of it, each after an empty line. */
export const csvTexts = (
  tables: readonly (PlainTable | null)[],
  format: CsvFormat = PLAIN_CSV,
): string => tables.flatMap(table => (table === null ? [] : csvText(table, format))).join('\r\n');

function quoted(cell: string | number | null, { delimiter, decimal }: CsvFormat): string {
  const text = typeof cell === 'number' ? numberText(cell, decimal) : safeText(cell ?? '');
  return text.includes(delimiter) || /["\r\n]/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}

const numberText = (value: number, decimal: CsvFormat['decimal']): string =>
  Number.isFinite(value) ? String(Math.round(value * 1e6) / 1e6).replace('.', decimal) : '';

const safeText = (text: string): string =>
  // Full-width forms count too.
  FORMULA_START.test(text.slice(0, 100).normalize('NFKC')) ? `'${text}` : text;
