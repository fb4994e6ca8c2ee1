import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import { localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import type { ChartX } from '@tallyboard/ui/charts/line-chart.tsx';
import type { LineSeries } from '@tallyboard/ui/charts/series.ts';
import type { TimeUnit } from './period-settings.ts';
import { cutText, periodName } from './period-text.ts';
import { type Period, QUARTER } from './periods.ts';
import { calendarTicks, dayPattern } from './time-axis.ts';

/** The axis of a line chart by period: to scale for consecutive periods, else bands. */
export function periodAxis(
  periods: readonly Period[],
  unit: TimeUnit,
  { zone }: ReportContext,
): ChartX {
  if (unit === 'hour' || unit === 'weekday')
    return { kind: 'band', labels: periods.map(({ label }) => label) };
  const values = periods.map(({ start }) => startOfDay(start ?? 0, zone));
  const long = new Map(
    periods.map((period, index) => [values[index] ?? 0, periodName(period, unit)]),
  );
  const first = values[0] ?? 0;
  const last = values.at(-1) ?? 0;
  const days = dayPattern(localDay(first, zone), localDay(last, zone));
  const short = SHORT[unit] ?? days;
  return {
    kind: 'time',
    values,
    ...((unit === 'day' || (unit === 'week' && values.length > MAX_WEEKS)) && {
      ticks: (width: number) => calendarTicks({ from: first, to: last + 1 }, zone, width),
    }),
    format: instant => formatInstant(instant, zone, short),
    formatLong: instant => long.get(instant) ?? formatInstant(instant, zone, short),
  };
}

/** Labels of more weeks are those of months. */
const MAX_WEEKS = 26;

const SHORT: Partial<Record<TimeUnit, string>> = { month: 'MMM YYYY', quarter: QUARTER };

/** Marks at periods that the range cuts. */
export function cutMarks(periods: readonly Period[]): NonNullable<LineSeries['marks']> {
  return periods.flatMap((period, index) => {
    const text = cutText(period);
    return text === null ? [] : [{ index, text: `Partial: ${text}` }];
  });
}
