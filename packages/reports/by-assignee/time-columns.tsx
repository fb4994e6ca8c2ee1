import type { Drill } from '@tallyboard/report-kit/contract.ts';
import { resolutionColumns } from '@tallyboard/report-kit/families/resolution-time/resolution-columns.tsx';
import { GroupName } from '@tallyboard/report-kit/families/status/breakdown-table.tsx';
import type { Column } from '@tallyboard/ui/table/data-table.tsx';
import { formatFixed } from '@tallyboard/ui/text/numbers.ts';
import type { AssigneeTimeRow, AssigneeTimes } from './compute.ts';

/** The columns of resolution time by assignee. */
export function timeColumns(
  { total, elapsed }: AssigneeTimes,
  onDrill: (drill: Drill) => void,
): readonly Column<AssigneeTimeRow>[] {
  return [
    {
      id: 'assignee',
      header: 'Assignee',
      value: row => row.label,
      cell: row => <GroupName row={row} person />,
    },
    ...resolutionColumns<AssigneeTimeRow>({
      ...{ total, unit: elapsed, onDrill },
      nameOf: row => row.label,
    }),
    {
      ...{ id: 'comparedToAverage', header: 'Compared to Average', unit: '%', numeric: true },
      width: 192,
      value: row => row.comparedToAverage,
      cell: row => formatFixed(row.comparedToAverage, 2),
    },
  ];
}
