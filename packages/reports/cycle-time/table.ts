import { percent } from '@tallyboard/core/measure/statistics.ts';
import { whyNoneFinished } from '@tallyboard/report-kit/families/flow/finished-issues.ts';
import { noneOf } from '@tallyboard/report-kit/families/flow/flow-scope.ts';
import { flowUnit } from '@tallyboard/report-kit/families/flow/flow-units.ts';
import {
  figureColumn,
  groupRows,
  type ReportTable,
  type TableColumn,
} from '@tallyboard/report-kit/table/report-table.ts';
import { ISSUES, PERCENT } from '@tallyboard/report-kit/table/units.ts';
import type { CycleFigures, CycleGroup, CycleTimeResult } from './compute.ts';

/** A group, or all issues. */
export type CycleRow = CycleFigures & Partial<CycleGroup>;

export function cycleTimeTable(result: CycleTimeResult): ReportTable<CycleRow> {
  const { groups, total, groupedBy, unit, serviceLevel } = result;
  const time = (
    id: 'mean' | 'percentile50' | 'percentile70' | 'percentile85' | 'percentile95',
    header: string,
    reason: string,
    folds?: 'phone',
  ): TableColumn<CycleRow> => ({
    id,
    header,
    folds,
    unit: flowUnit(unit),
    reason,
    figure: row => row[id],
  });
  const rank = (share: 50 | 70 | 85 | 95) =>
    time(
      `percentile${share}`,
      `${share}th percentile`,
      `Finished here; ${share}% of these issues took no longer.`,
      share === 50 || share === 85 ? undefined : 'phone',
    );
  return {
    columns: [
      {
        id: 'group',
        header: groupedBy.label,
        value: row => row.label ?? '',
        file: { value: row => row.id ?? '' },
      },
      figureColumn('count', 'Finished', ISSUES, 'The issue was finished here, with a known start.'),
      rank(50),
      rank(70),
      rank(85),
      rank(95),
      time(
        'mean',
        'Mean',
        'Finished here; the mean is over the cycle times of these issues.',
        'phone',
      ),
      ...(serviceLevel ? [within(serviceLevel.days)] : []),
    ],
    ...groupRows<CycleRow>(groups, total, groupedBy.id),
    total: { label: 'All finished', row: total },
  };
}

const within = (days: number): TableColumn<CycleRow> => ({
  id: 'within',
  header: `Within ${days} d`,
  unit: PERCENT,
  reason: `Finished here within ${days} days.`,
  figure: row => row.within,
  value: row => percent(row.within?.value ?? 0, row.count.value),
  percentOf: row => row.count,
});

export const whyEmpty = (result: CycleTimeResult): string | null =>
  result.finished.rows.length > 0 ? null : (whyOtherAccounts(result) ?? whyNoneFinished(result));

function whyOtherAccounts({ others: { otherAccounts } }: CycleTimeResult): string | null {
  if (otherAccounts === 0) return null;
  const none = noneOf(otherAccounts, 'issue finished on these dates', ['is', 'is not']);
  return `${none} of the chosen accounts. Choose other accounts.`;
}
