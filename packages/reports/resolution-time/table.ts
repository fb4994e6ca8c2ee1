import { periodColumns, periodName } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import type { Period } from '@tallyboard/report-kit/families/by-date/periods.ts';
import {
  dayColumns,
  resolutionColumns,
} from '@tallyboard/report-kit/families/resolution-time/resolution-table.ts';
import type { ResolutionFigures } from '@tallyboard/report-kit/families/resolution-time/resolution-times.ts';
import { groupRows, type ReportTable } from '@tallyboard/report-kit/table/report-table.ts';
import type { ResolutionPoints, ResolutionTimeResult } from './compute.ts';

/** A period, or all periods. */
type Line = ResolutionFigures & Partial<Period>;

export function resolutionTimeTable({
  unit,
  elapsed,
  rows,
  total,
}: ResolutionTimeResult): ReportTable<Line> {
  return {
    columns: [
      ...periodColumns<Line>(unit),
      ...resolutionColumns<Line>(elapsed),
      ...dayColumns<Line>(),
    ],
    ...groupRows<Line>(rows, total, unit),
    nameOf: row => periodName(row, unit),
  };
}

/** As many as a chart draws without delay. */
const MAX_POINTS = 2_000;

/** The points of the issues that were done last, in the order of the dataset; all where they are not too many. */
export function latestPoints(points: ResolutionPoints, max = MAX_POINTS): ResolutionPoints {
  const { rows, at, took } = points;
  if (rows.length <= max) return points;
  const latest = Uint32Array.from(rows.keys())
    .sort((a, b) => (at[b] ?? 0) - (at[a] ?? 0))
    .slice(0, max)
    .sort();
  return {
    rows: latest.map(index => rows[index] ?? 0),
    at: Float64Array.from(latest, index => at[index] ?? 0),
    took: Float64Array.from(latest, index => took[index] ?? 0),
  };
}
