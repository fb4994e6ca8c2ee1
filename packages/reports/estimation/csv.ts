import type { CsvTable } from '@tallyboard/report-kit/contract.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import { COLUMNS } from './columns.ts';
import type { EstimationFigures, EstimationResult } from './compute.ts';
import { COLUMN_NAMES, type EstimationSettings, shownColumns } from './settings.ts';

const HEADS = { percent: ' (%)', seconds: ' (Hours)' } as const;

/** One row a group and the totals; hours with two decimals, whole percents. The overview is its totals. */
export function estimationToCsv(
  { rows, total, label }: EstimationResult,
  settings: EstimationSettings,
): CsvTable {
  const shown = shownColumns(settings);
  const numbers = (row: EstimationFigures) =>
    shown.map(id => {
      const { unit, value } = COLUMNS[id];
      const plain = value(row);
      if (plain === null) return null;
      return unit === 'percent' ? Math.round(plain) : Math.round(plain / 36) / 100;
    });
  return {
    columns: [label || 'Issues', ...shown.map(id => COLUMN_NAMES[id] + HEADS[COLUMNS[id].unit])],
    rows: [...rows.map(row => [row.label, ...numbers(row)]), ['Total', ...numbers(total)]],
    behind: (row, column) => {
      const meaning = COLUMNS[shown[column - 1] ?? 'error'];
      if (column === 0) return null;
      const figures = rows[row] ?? total;
      const figure = meaning.figure(figures);
      return {
        figure,
        reason: meaning.reason,
        part: figure.parts && partOf('seconds'),
        number: meaning.number(figures),
      };
    },
  };
}
