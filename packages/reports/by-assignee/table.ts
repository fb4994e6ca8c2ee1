import {
  dayColumns,
  resolutionColumns,
} from '@tallyboard/report-kit/families/resolution-time/resolution-table.ts';
import type { ResolutionFigures } from '@tallyboard/report-kit/families/resolution-time/resolution-times.ts';
import { breakdownTable } from '@tallyboard/report-kit/families/status/breakdown-table.ts';
import { groupRows, type ReportTable } from '@tallyboard/report-kit/table/report-table.ts';
import { COMPARED_PERCENT, PERCENT } from '@tallyboard/report-kit/table/units.ts';
import type { AssigneeTimeRow, AssigneeTimes, ByAssigneeResult } from './compute.ts';
import type { ByAssigneeSettings } from './settings.ts';

/** An assignee, or all assignees. */
export type TimeLine = ResolutionFigures & Partial<AssigneeTimeRow>;

export function byAssigneeTable(
  result: ByAssigneeResult,
  settings: ByAssigneeSettings,
): ReportTable {
  return result.mode === 'created-resolved'
    ? breakdownTable(result.table, settings)
    : timesTable(result);
}

export function timesTable({ elapsed, rows, total }: AssigneeTimes): ReportTable<TimeLine> {
  return {
    columns: [
      { id: 'value', header: 'Assignee', value: row => row.label },
      ...resolutionColumns<TimeLine>(elapsed),
      {
        id: 'comparedToAverage',
        header: 'Compared to average',
        file: { header: `Compared to Average${PERCENT.suffix}` },
        unit: COMPARED_PERCENT,
        folds: true,
        width: 192,
        value: row => row.comparedToAverage,
        figure: row => row.mean,
        comparedTo: rows.map(({ mean }) => mean),
        reason: 'What the assignee is compared by.',
      },
      ...dayColumns<TimeLine>(),
    ],
    ...groupRows<TimeLine>(rows, total, 'assignee'),
  };
}
