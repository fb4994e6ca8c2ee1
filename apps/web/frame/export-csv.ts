import { csvText } from '@tallyboard/report-kit/table/csv-text.ts';
import { download } from '@tallyboard/ui/text/download.ts';
import type { ReportSnapshot } from './report-run.ts';

/** Spreadsheets take a file for UTF-8 only with this mark at its start. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Saves what is shown as export.csv. */
export function exportCsv({ request, computed, context }: ReportSnapshot): void {
  const table = request.report.toCsv(computed.result, request.settings, context);
  download('export.csv', 'text/csv;charset=utf-8', BYTE_ORDER_MARK + csvText(table));
}
