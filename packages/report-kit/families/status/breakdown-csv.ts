import type { CsvTable } from '../../contract.ts';
import { partOf } from '../../figures/drill.ts';
import { breakdownColumns, type ColumnUnit, rounded } from './breakdown-columns.ts';
import type { BreakdownFigures, BreakdownTable } from './breakdown-rows.ts';

const UNIT_IN_HEAD: Readonly<Record<ColumnUnit, string>> = {
  issues: '',
  points: ' (Points)',
  hours: ' (Hours)',
  percent: ' (%)',
};

/** What the parts of a sum are in; counts have none. */
const PART_UNIT = { count: 'issues', points: 'points', time: 'seconds' } as const;

/** The table as a file: groups and figures, no avatars, no issues; the totals are the last row. */
export function breakdownCsv(table: BreakdownTable): CsvTable {
  const columns = breakdownColumns(table.estimation);
  const numbers = (row: BreakdownFigures) =>
    columns.map(column => {
      const value = column.value(row);
      return value === null ? null : rounded(value);
    });
  return {
    columns: [table.label, ...columns.map(({ label, unit }) => `${label}${UNIT_IN_HEAD[unit]}`)],
    rows: [
      ...table.rows.map(row => [row.label, ...numbers(row)]),
      ['Total', ...numbers(table.total)],
    ],
    behind: (row, at) => {
      const column = columns[at - 1];
      if (!column) return null;
      const figures = table.rows[row] ?? table.total;
      const figure = column.figure(figures);
      return {
        figure,
        number: column.number?.(figures, table) ?? { unit: column.unit === 'hours' ? 3600 : 1 },
        reason: column.reason,
        part: figure.parts && partOf(PART_UNIT[table.estimation]),
      };
    },
  };
}
