import type { CsvTable } from '@tallyboard/report-kit/contract.ts';
import { PERIOD_HEADS, periodCells } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import {
  behindResolution,
  RESOLUTION_HEADS,
  resolutionCells,
} from '@tallyboard/report-kit/families/resolution-time/resolution-csv.ts';
import type { ResolutionTimeResult } from './compute.ts';

/** One row a period, all of them together last. Times in hours. */
export function resolutionTimeToCsv({ unit, rows, total }: ResolutionTimeResult): CsvTable {
  const heads = PERIOD_HEADS[unit];
  return {
    columns: [...heads, ...RESOLUTION_HEADS],
    rows: [
      ...rows.map(row => [...periodCells(row, unit), ...resolutionCells(row)]),
      ['Total', ...heads.slice(1).map(() => null), ...resolutionCells(total)],
    ],
    behind: (row, column) => behindResolution(rows[row] ?? total, column - heads.length),
  };
}
