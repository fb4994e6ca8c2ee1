import { percent } from '@tallyboard/core/measure/statistics.ts';
import { dayWords, flowUnit } from '@tallyboard/report-kit/families/flow/flow-units.ts';
import type { PeriodPoint, PeriodSeries } from '@tallyboard/report-kit/limits/period-series.ts';
import { keyOfRow } from '@tallyboard/report-kit/table/row-key.ts';
import { PERCENT } from '@tallyboard/report-kit/table/units.ts';
import { formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { CycleTimeResult } from './compute.ts';
import type { CycleTimeSettings } from './settings.ts';
import type { TrendPeriod } from './trend.ts';

/** 85th percentile and median of each period; with a target the share of its issues within it. */
export function cycleTimeSeries(
  { trend, unit, serviceLevel }: CycleTimeResult,
  { period }: CycleTimeSettings,
): readonly PeriodSeries[] {
  const points = (
    read: (each: TrendPeriod) => Pick<PeriodPoint, 'value' | 'figure'>,
  ): readonly PeriodPoint[] =>
    trend.map(each => ({
      row: each.id,
      key: keyOfRow(period, each.id),
      label: each.label,
      whole: each.whole,
      ...read(each),
    }));
  const time = (id: 'percentile85' | 'percentile50', label: string): PeriodSeries => ({
    id,
    label,
    period,
    unit: flowUnit(unit),
    format: value => dayWords(value, unit),
    say: text => `${label} ${text}`,
    points: points(({ own }) => ({ value: own[id].value, figure: own[id] })),
  });
  return [
    time('percentile85', '85th percentile'),
    time('percentile50', '50th percentile'),
    ...(serviceLevel
      ? [
          {
            id: 'within',
            label: 'Within target',
            period,
            unit: PERCENT,
            most: 100,
            format: formatPercent,
            say: (text: string) => `${text} within target`,
            points: points(({ within, count }) => ({
              value: within && count.value > 0 ? percent(within.value, count.value) : null,
              figure: within ?? undefined,
            })),
          },
        ]
      : []),
  ];
}
