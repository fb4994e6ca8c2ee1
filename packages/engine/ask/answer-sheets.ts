import { MAX_LISTED, reportSheets } from '@tallyboard/report-kit/files/report-sheets.ts';
import type { Sheet } from '@tallyboard/report-kit/files/workbook.ts';
import { reportLimits } from '@tallyboard/report-kit/limits/with-limits.ts';
import { typedTable } from '@tallyboard/report-kit/table/report-table.ts';
import { noIssueYet } from '../no-issue-yet.ts';
import { boardTableOf, definitionLines, tableOf } from './answer.ts';
import type { ReportAnswer } from './answer-report.ts';
import { resultFacts } from './result-facts.ts';

/** The tables of an answer's workbook, with its issues for those who may see single ones. */
export async function answerSheets(
  answer: ReportAnswer,
  { issues: withIssues }: { readonly issues: boolean },
): Promise<readonly Sheet[]> {
  const { computed, context, issues, rows, request } = answer;
  const byBoard = boardTableOf(answer);
  const all = Math.min(issues.length, MAX_LISTED);
  return reportSheets({
    table: typedTable(tableOf(answer)),
    byBoard: byBoard && typedTable(byBoard),
    issues:
      withIssues && !request.report.withoutIssues
        ? await rows(Uint32Array.from({ length: all }, (_, row) => row))
        : null,
    issueCount: issues.length,
    definitions: definitionLines(answer),
    limits:
      noIssueYet(answer) === null
        ? reportLimits(request.report, computed.result, request.settings, context)
        : null,
    facts: resultFacts(answer),
    context,
  });
}
