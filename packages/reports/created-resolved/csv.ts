import type { CsvTable } from '@tallyboard/report-kit/contract.ts';
import { PERIOD_HEADS, periodCells } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import type { CreatedResolvedResult } from './compute.ts';

/** What opens the columns after those of the period. */
const MEASURES = [
  ['created', 'Created in this period.'],
  ['resolved', 'Resolved in this period by the done rule of the settings.'],
] as const;

/** One row a period, the totals last. Dates are written so that spreadsheets read and sort them. */
export function createdResolvedToCsv({
  unit,
  range,
  rows,
  total,
}: CreatedResolvedResult): CsvTable {
  const ranged = range !== null;
  return {
    columns: [
      ...PERIOD_HEADS[unit],
      'Created',
      'Resolved',
      'Net',
      ...(ranged ? ['Net so far'] : []),
    ],
    rows: [
      ...rows.map(row => [
        ...periodCells(row, unit),
        row.created.value,
        row.resolved.value,
        row.net,
        ...(ranged ? [row.netSoFar] : []),
      ]),
      [
        'Total',
        ...PERIOD_HEADS[unit].slice(1).map(() => null),
        total.created.value,
        total.resolved.value,
        total.net,
        ...(ranged ? [null] : []),
      ],
    ],
    behind: (row, column) => {
      const measure = MEASURES[column - PERIOD_HEADS[unit].length];
      if (!measure) return null;
      const [id, reason] = measure;
      return { figure: (rows[row] ?? total)[id], reason, number: { unit: 1 } };
    },
  };
}
