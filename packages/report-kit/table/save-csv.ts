import { download } from '@tallyboard/ui/text/download.ts';
import { csvText } from './csv-text.ts';
import { plainTable, type ReportTable } from './report-table.ts';

/** Spreadsheets take a file for UTF-8 only with this mark at its start. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Saves the table as export.csv. */
export function saveCsv(table: ReportTable): void {
  const text = BYTE_ORDER_MARK + csvText(plainTable(table));
  download('export.csv', 'text/csv;charset=utf-8', text);
}
