import type { CsvTable } from '@tallyboard/report-kit/contract.ts';
import {
  behindResolution,
  RESOLUTION_HEADS,
  resolutionCells,
} from '@tallyboard/report-kit/families/resolution-time/resolution-csv.ts';
import { rounded } from '@tallyboard/report-kit/families/status/breakdown-columns.ts';
import { breakdownCsv } from '@tallyboard/report-kit/families/status/breakdown-csv.ts';
import type { ByAssigneeResult } from './compute.ts';

/** The table of the mode, totals last. */
export function byAssigneeToCsv(result: ByAssigneeResult): CsvTable {
  if (result.mode === 'created-resolved') return breakdownCsv(result.table);
  return {
    columns: ['Assignee', ...RESOLUTION_HEADS, 'Compared to Average (%)'],
    rows: [
      ...result.rows.map(row => [
        row.label,
        ...resolutionCells(row),
        rounded(row.comparedToAverage),
      ]),
      ['Total', ...resolutionCells(result.total), null],
    ],
    behind: (row, column) => {
      const figures = result.rows[row] ?? result.total;
      const mean = behindResolution(figures, 0);
      if (column <= RESOLUTION_HEADS.length) return behindResolution(figures, column - 1);
      return mean && { ...mean, number: { comparedTo: result.rows.map(each => each.mean) } };
    },
  };
}
