import { saveCsv } from '@tallyboard/report-kit/table/save-csv.ts';
import type { ReportSnapshot } from './report-run.ts';

export function exportCsv({ request, computed, context }: ReportSnapshot): void {
  saveCsv(request.report.table(computed.result, request.settings, context));
}
