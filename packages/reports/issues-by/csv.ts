import type { CsvTable } from '../report.ts';
import { rounded } from '../shared/breakdown-columns.ts';
import type { IssuesByFigures, IssuesByResult } from './compute.ts';

/** One row a value, the totals last. */
export function issuesByToCsv({ label, rows, total }: IssuesByResult): CsvTable {
  const figures = ({ resolved, percentResolved }: IssuesByFigures) => [
    resolved.value,
    rounded(percentResolved),
  ];
  return {
    columns: [label, 'Issues', 'Percentage (%)', 'Resolved', 'Percent Resolved (%)'],
    rows: [
      ...rows.map(row => [row.label, row.count.value, rounded(row.share), ...figures(row)]),
      ['Total', total.count.value, null, ...figures(total)],
    ],
  };
}
