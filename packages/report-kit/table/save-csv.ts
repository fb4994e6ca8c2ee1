import { download } from '@tallyboard/ui/text/download.ts';
import { csvText } from './csv-text.ts';
import { plainTable, type ReportTable } from './report-table.ts';

/** Spreadsheets read UTF-8 only with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

export function saveCsv(table: ReportTable): void {
  const text = BYTE_ORDER_MARK + csvText(plainTable(table));
  download('export.csv', 'text/csv;charset=utf-8', text);
}
