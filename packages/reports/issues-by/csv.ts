import { dayText } from '@tallyboard/core/time/day.ts';
import type { CsvTable } from '@tallyboard/report-kit/contract.ts';
import { rounded } from '@tallyboard/report-kit/families/status/breakdown-columns.ts';
import type { IssuesByFigures, IssuesByResult, IssuesByRow } from './compute.ts';

const HAS_VALUE = 'The issue has this value now.';
const RESOLVED = 'Resolved by the done rule.';

/** One row a value, the totals last. Days are written so that spreadsheets read and sort them. */
export function issuesByToCsv({ label, kind, rows, total }: IssuesByResult): CsvTable {
  const figures = ({ resolved, percentResolved }: IssuesByFigures) => [
    resolved.value,
    rounded(percentResolved),
  ];
  const name = ({ label: shown, order }: IssuesByRow) =>
    kind === 'days' && order !== null ? dayText(order) : shown;
  return {
    columns: [label, 'Issues', 'Percentage (%)', 'Resolved', 'Percent Resolved (%)'],
    rows: [
      ...rows.map(row => [name(row), row.count.value, rounded(row.share), ...figures(row)]),
      ['Total', total.count.value, null, ...figures(total)],
    ],
    behind: (row, column) => {
      const { count, resolved } = rows[row] ?? total;
      if (column === 0) return null;
      const whole = column === 2 ? total.count : column === 4 ? count : null;
      return {
        figure: column < 3 ? count : resolved,
        reason: column < 3 ? HAS_VALUE : RESOLVED,
        number: whole === null ? { unit: 1 } : { percentOf: whole },
      };
    },
  };
}
