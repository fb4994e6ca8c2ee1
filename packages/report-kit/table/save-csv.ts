import { download } from '@tallyboard/ui/text/download.ts';
import { csvText, type PlainTable } from './csv-text.ts';
import { plainTable, type ReportTable } from './report-table.ts';

/** Spreadsheets read UTF-8 only with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

export const saveCsv = (table: ReportTable): void => savePlainCsv(plainTable(table));

export function savePlainCsv(table: PlainTable): void {
  const text = BYTE_ORDER_MARK + csvText(table);
  download('export.csv', 'text/csv;charset=utf-8', text);
}
