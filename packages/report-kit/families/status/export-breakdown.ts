import { download } from '@tallyboard/ui/text/download.ts';
import { csvText } from '../../table/csv-text.ts';
import { breakdownCsv } from './breakdown-csv.ts';
import type { BreakdownTable } from './breakdown-rows.ts';

/** Spreadsheets take a file for UTF-8 only with this mark at its start. */
const BYTE_ORDER_MARK = '\uFEFF';

export function exportBreakdown(table: BreakdownTable): void {
  download('export.csv', 'text/csv;charset=utf-8', BYTE_ORDER_MARK + csvText(breakdownCsv(table)));
}
