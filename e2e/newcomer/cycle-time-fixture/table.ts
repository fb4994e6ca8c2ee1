import { DAY } from '@tallyboard/core/time/units.ts';
import type { ReportTable, TableColumn } from '@tallyboard/report-kit/table/report-table.ts';
import { ISSUES, type Unit } from '@tallyboard/report-kit/table/units.ts';
import { formatFixed } from '@tallyboard/ui/text/numbers.ts';
import type { CycleTimeFigures, CycleTimeResult, CycleTimeRow } from './compute.ts';

type Line = CycleTimeFigures & Partial<CycleTimeRow>;

const days = (time: number | null) => formatFixed(time === null ? null : time / DAY, 1);
const DAYS: Unit = {
  sign: 'days',
  suffix: ' (days)',
  scale: DAY,
  text: days,
  part: { label: 'Days', format: days },
};

export function cycleTimeTable({ rows, total }: CycleTimeResult): ReportTable<Line> {
  const column = (id: keyof CycleTimeFigures, header: string, unit: Unit): TableColumn<Line> => ({
    id,
    header,
    unit,
    figure: row => row[id],
    reason: 'The issue is resolved.',
  });
  return {
    columns: [
      { id: 'type', header: 'Issue type', value: row => row.label },
      column('count', 'Issues', ISSUES),
      column('median', 'Median', DAYS),
      column('percentile85', '85th percentile', DAYS),
    ],
    rows,
    rowId: row => row.id ?? '',
    nameOf: row => row.label ?? '',
    total: { label: 'All', row: total },
  };
}
