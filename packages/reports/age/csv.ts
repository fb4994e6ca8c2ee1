import type { CsvTable } from '@tallyboard/report-kit/contract.ts';
import { rounded } from '@tallyboard/report-kit/families/status/breakdown-columns.ts';
import { AGE_COLUMNS } from './columns.ts';
import type { AgeFigures, AgeResult } from './compute.ts';
import type { AgeSettings } from './settings.ts';

/** The periods in the order of the settings, ages in days. */
export function ageToCsv(result: AgeResult, { period }: AgeSettings): CsvTable {
  const cells = (figures: AgeFigures) =>
    AGE_COLUMNS.map(column => {
      const { value } = column.figure(figures);
      return value === null ? null : rounded(value);
    });
  return {
    columns: [
      period === 'month' ? 'Month from' : 'Week from',
      ...AGE_COLUMNS.map(({ label, unit }) => (unit === 'days' ? `${label} (days)` : label)),
    ],
    rows: [
      ...result.groups.map(group => [group.id, ...cells(group)]),
      ['All issues', ...cells(result.total)],
    ],
    behind: (row, at) => {
      const column = AGE_COLUMNS[at - 1];
      if (!column) return null;
      const figure = column.figure(result.groups[row] ?? result.total);
      const part = { label: 'Age (days)', format: (days: number) => String(rounded(days)) };
      return {
        figure,
        reason: column.reason,
        ...(column.unit === 'days' && { part }),
        number: { unit: 1 },
      };
    },
  };
}
