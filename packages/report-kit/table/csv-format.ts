/** How the reader's spreadsheet separates cells and writes decimals; kept in the browser for the next export. */

export interface CsvFormat {
  readonly delimiter: ',' | ';' | '\t';
  readonly decimal: '.' | ',';
}

export const DELIMITERS = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
] as const;
export const DECIMALS = [
  { value: '.', label: 'Point (1.5)' },
  { value: ',', label: 'Comma (1,5)' },
] as const;

/** 'Semicolon between cells, decimals as 1,5'. */
export const describeFormat = ({ delimiter, decimal }: CsvFormat): string =>
  `${DELIMITERS.find(({ value }) => value === delimiter)?.label} between cells, decimals as 1${decimal}5`;

/** What programs read. */
export const PLAIN_CSV: CsvFormat = { delimiter: ',', decimal: '.' };

const KEY = 'tallyboard.csv';

/** The kept format, else that of the locale. */
export const csvFormat = (locale: string): CsvFormat => readKept() ?? proposedFormat(locale);

export function keepCsvFormat(format: CsvFormat): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(format));
  } catch {
    // Private windows and full disks: the choice is lost.
  }
}

/** Spreadsheets of locales without a decimal point take the semicolon as list separator. */
function proposedFormat(locale: string): CsvFormat {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  const sign = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  return { delimiter: sign === '.' ? ',' : ';', decimal: sign === ',' ? ',' : '.' };
}

function readKept(): CsvFormat | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<CsvFormat> | null;
    const delimiter = DELIMITERS.find(({ value }) => value === kept?.delimiter)?.value;
    const decimal = DECIMALS.find(({ value }) => value === kept?.decimal)?.value;
    return delimiter && decimal ? { delimiter, decimal } : null;
  } catch {
    return null;
  }
}
