import { resultFacts } from '@tallyboard/engine/ask/result-facts.ts';
import { noIssueYet } from '@tallyboard/engine/no-issue-yet.ts';
import type { DatasetView } from '@tallyboard/report-kit/contract.ts';
import { MAX_LISTED, reportSheets } from '@tallyboard/report-kit/files/report-sheets.ts';
import { workbook } from '@tallyboard/report-kit/files/workbook.ts';
import { reportLimits } from '@tallyboard/report-kit/limits/with-limits.ts';
import { fileName } from '@tallyboard/report-kit/table/csv-file.ts';
import { type ReportTable, typedTable } from '@tallyboard/report-kit/table/report-table.ts';
import { download } from '@tallyboard/ui/text/download.ts';
import { boardTableOf } from './frame-actions.ts';
import type { ReportSnapshot } from './report-run.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Saves a report as a workbook: its table, its issues, and how it is computed. */
export async function saveWorkbook(
  shown: ReportSnapshot,
  table: ReportTable,
  title: string,
  dataset: Pick<DatasetView, 'rows' | 'issueCount'>,
): Promise<void> {
  const { request, computed, context } = shown;
  const { issueCount } = dataset;
  const byBoard = noIssueYet(shown) === null ? boardTableOf(shown) : null;
  const listed = Array.from({ length: Math.min(issueCount, MAX_LISTED) }, (_, row) => row);
  const sheets = reportSheets({
    table: typedTable(table),
    byBoard: byBoard && typedTable(byBoard),
    issues: await dataset.rows(listed),
    issueCount,
    definitions: noIssueYet(shown) === null ? computed.definitions : [],
    limits:
      noIssueYet(shown) === null
        ? reportLimits(request.report, computed.result, request.settings, context)
        : null,
    facts: resultFacts(shown),
    context,
  });
  const data = await workbook(sheets);
  download(fileName(title, context, 'xlsx'), TYPE, data as Uint8Array<ArrayBuffer>);
}
