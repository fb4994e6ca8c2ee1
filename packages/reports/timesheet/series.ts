import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import type { PeriodSeries } from '@tallyboard/report-kit/limits/period-series.ts';
import { keyOfRow } from '@tallyboard/report-kit/table/row-key.ts';
import { HOURS } from '@tallyboard/report-kit/table/units.ts';
import { formatDurationWithUnit } from '@tallyboard/ui/text/durations.ts';
import { cellAt, type TimesheetColumn, type TimesheetResult } from './result.ts';
import type { TimesheetSettings } from './settings.ts';
import { timesheetText } from './table.ts';

/** Logged time of each day or week, in seconds. A day off without work is no value. */
export function timesheetSeries(
  { columns, total }: TimesheetResult,
  settings: TimesheetSettings,
  context: ReportContext,
): readonly PeriodSeries[] {
  const { style, unit } = settings;
  const today = localDay(context.asOf, context.zone);
  const period = unit === 'week' ? 'week' : 'day';
  const text = timesheetText(settings, context);
  const isWhole = ({ first, last }: TimesheetColumn) =>
    last < today && (period === 'day' || last - first === 6);
  return [
    {
      id: 'logged',
      label: 'Logged',
      period,
      unit: HOURS,
      format: seconds =>
        formatDurationWithUnit(Math.round(seconds / 60) * 60, { ...context, style, zero: '0h' }),
      say: time => `${time} logged`,
      points: columns.map((column, at) => {
        const figure = cellAt(total, at)?.figure;
        return {
          row: '',
          key: keyOfRow(period, column.id),
          label: text.range({ first: column.first, last: column.last }),
          whole: isWhole(column),
          value: figure?.value ?? (column.workingDays > 0 ? 0 : null),
          figure,
        };
      }),
    },
  ];
}
