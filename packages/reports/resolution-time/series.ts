import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { withUnit } from '@tallyboard/report-kit/families/resolution-time/resolution-table.ts';
import { elapsedIn } from '@tallyboard/report-kit/figures/elapsed.ts';
import { type PeriodSeries, periodPoints } from '@tallyboard/report-kit/limits/period-series.ts';
import type { ResolutionTimeResult } from './compute.ts';
import type { ResolutionTimeSettings } from './settings.ts';
import { resolutionTimeTable } from './table.ts';

/** Mean and median of each period, in milliseconds. */
export function resolutionTimeSeries(
  result: ResolutionTimeResult,
  _: ResolutionTimeSettings,
  context: ReportContext,
): readonly PeriodSeries[] {
  const { rows, unit, elapsed } = result;
  const { columns } = resolutionTimeTable(result);
  const series = (
    id: 'mean' | 'median',
    label: string,
    value: (row: ResolutionTimeResult['rows'][number]) => number | null,
  ): PeriodSeries => ({
    id,
    label,
    period: unit,
    unit: columns.find(column => column.id === id)?.unit,
    format: time => withUnit(elapsedIn(time, elapsed), elapsed),
    say: text => `${label.toLowerCase()} ${text}`,
    points: periodPoints(rows, unit, context, row => ({ value: value(row), figure: row.mean })),
  });
  return [
    series('mean', 'Mean', row => row.mean.value),
    series('median', 'Median', row => row.median),
  ];
}
