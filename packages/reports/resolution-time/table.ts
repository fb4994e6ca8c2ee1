import { periodColumns, periodName } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import type { Period } from '@tallyboard/report-kit/families/by-date/periods.ts';
import { resolutionColumns } from '@tallyboard/report-kit/families/resolution-time/resolution-table.ts';
import type { ResolutionFigures } from '@tallyboard/report-kit/families/resolution-time/resolution-times.ts';
import type { ReportTable } from '@tallyboard/report-kit/table/report-table.ts';
import type { ResolutionTimeResult } from './compute.ts';

/** A period, or all periods. */
type Line = ResolutionFigures & Partial<Period>;

export function resolutionTimeTable({
  unit,
  elapsed,
  rows,
  total,
}: ResolutionTimeResult): ReportTable<Line> {
  return {
    columns: [...periodColumns<Line>(unit), ...resolutionColumns<Line>(elapsed)],
    rows,
    rowId: row => row.id ?? '',
    nameOf: row => periodName(row, unit),
    total: { label: 'Total', row: total },
  };
}
