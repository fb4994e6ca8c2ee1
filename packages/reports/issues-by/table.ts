import { dayText } from '@tallyboard/core/time/day.ts';
import {
  figureColumn,
  groupRows,
  type ReportTable,
} from '@tallyboard/report-kit/table/report-table.ts';
import { ISSUES, PERCENT } from '@tallyboard/report-kit/table/units.ts';
import type { IssuesByFigures, IssuesByResult, IssuesByRow } from './compute.ts';

/** A value of the field, or the totals. */
export type IssuesByLine = IssuesByFigures & Partial<IssuesByRow>;

const HAS_VALUE = 'The issue has this value now.';
const RESOLVED = 'Resolved by the done rule.';

/** One row a value, the totals last. */
export function issuesByTable({
  label,
  kind,
  rows,
  total,
}: IssuesByResult): ReportTable<IssuesByLine> {
  return {
    columns: [
      {
        id: 'value',
        header: label,
        // Numbers and dates sort by value, names by text.
        value: row => row.order ?? (row.id === '' ? null : row.label),
        file: {
          value: ({ label: shown = '', order = null }) =>
            kind === 'days' && order !== null ? dayText(order) : shown,
        },
      },
      figureColumn('count', 'Issues', ISSUES, HAS_VALUE, 96),
      {
        id: 'share',
        header: 'Percentage',
        unit: PERCENT,
        width: 128,
        value: row => row.share,
        figure: row => row.count,
        percentOf: () => total.count,
        reason: HAS_VALUE,
      },
      figureColumn('resolved', 'Resolved', ISSUES, RESOLVED, 112),
      {
        id: 'percentResolved',
        header: 'Percent Resolved',
        unit: PERCENT,
        width: 160,
        value: row => row.percentResolved,
        figure: row => row.resolved,
        percentOf: row => row.count,
        reason: RESOLVED,
        bar: { tone: 'resolved', percent: value => value },
      },
    ],
    ...groupRows<IssuesByLine>(rows, total),
  };
}
