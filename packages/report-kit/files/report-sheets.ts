import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Definition } from '@tallyboard/core/model/result.ts';
import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import type { SeriesLimits } from '../limits/period-series.ts';
import { limitsJson } from '../limits/with-limits.ts';
import type { TypedTable } from '../table/csv-text.ts';
import { plainTable } from '../table/report-table.ts';
import { issuesTable } from './issues-table.ts';
import type { Sheet } from './workbook.ts';

/** A list of more issues is cut, which its last row says. */
export const MAX_LISTED = 100_000;

export interface SheetsOf {
  readonly table: TypedTable;
  /** Null without a board set. */
  readonly byBoard: TypedTable | null;
  /** Those that the report counts, at most MAX_LISTED; null where none may be named. */
  readonly issues: readonly IssueRow[] | null;
  readonly issueCount: number;
  readonly definitions: readonly Definition[];
  /** Query, time and coverage, a line each. */
  readonly facts: readonly string[];
  /** Null unless the settings ask for process limits. */
  readonly limits: readonly SeriesLimits[] | null;
  readonly context: Pick<ReportContext, 'zone'>;
}

/** The tables of a report's workbook: its own, the issues, and how the figures are computed. */
export function reportSheets(of: SheetsOf): readonly Sheet[] {
  const { table, byBoard, issues, issueCount, definitions, facts, limits, context } = of;
  const how = [
    ...facts.map(line => ['', line] as const),
    ...definitions.map(({ figure, text }) => [figure, text] as const),
  ];
  return [
    { name: 'Report', ...table },
    ...(byBoard === null ? [] : [{ name: 'By board', ...byBoard }]),
    ...(limits === null ? [] : [limitsSheet(limits)]),
    ...(issues === null ? [] : [issueSheet(issues, issueCount, context)]),
    ...(how.length > 0
      ? [{ name: 'How computed', columns: ['Figure', 'Definition'], rows: how }]
      : []),
  ];
}

function limitsSheet(all: readonly SeriesLimits[]): Sheet {
  const rows = all.map(limitsJson).map(each => {
    const { label, unit = '', period, periods, mean, lower, upper, why, signals } = each;
    const texts = signals.map(({ text }) => text).join(' ');
    return [
      label,
      unit,
      period,
      periods,
      mean ?? null,
      lower ?? null,
      upper ?? null,
      (why ?? texts) || null,
    ];
  });
  const columns = [
    'Figure',
    'Unit',
    'Period',
    'Periods',
    'Mean',
    'Lower limit',
    'Upper limit',
    'Signals',
  ];
  return { name: 'Process limits', columns, rows };
}

function issueSheet(
  issues: readonly IssueRow[],
  count: number,
  context: SheetsOf['context'],
): Sheet {
  const rows = issues.map(issue => ({ issue, part: null }));
  const table = issuesTable(rows, null, context);
  // What was not loaded has no column: empty cells would say that there is nothing.
  const columns = table.columns.filter(({ value }) =>
    rows.some(row => (value?.(row) ?? null) !== null),
  );
  const { columns: heads, rows: lines } = plainTable({ ...table, columns });
  const more = count - issues.length;
  const rest = `${formatCount(more)} more issues are not listed.`;
  return { name: 'Issues', columns: heads, rows: more > 0 ? [...lines, [rest]] : lines };
}
