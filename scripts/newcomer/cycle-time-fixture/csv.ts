import { DAY } from '@tallyboard/core/time/units.ts';
import type { CsvTable } from '@tallyboard/report-kit/contract.ts';
import type { CycleTimeFigures, CycleTimeResult } from './compute.ts';

export function cycleTimeToCsv({ rows, total }: CycleTimeResult): CsvTable {
  const days = (time: number | null) =>
    time === null ? null : Math.round((100 * time) / DAY) / 100;
  const cells = ({ count, median, percentile85 }: CycleTimeFigures) => [
    count.value,
    days(median.value),
    days(percentile85.value),
  ];
  return {
    columns: ['Issue type', 'Issues', 'Median (days)', '85th percentile (days)'],
    rows: [...rows.map(row => [row.label, ...cells(row)]), ['All', ...cells(total)]],
    behind: (row, at) => {
      const { count, median, percentile85 } = rows[row] ?? total;
      const figure = [count, median, percentile85][at - 1];
      if (!figure) return null;
      return { figure, reason: 'The issue is resolved.', number: { unit: at === 1 ? 1 : DAY } };
    },
  };
}
