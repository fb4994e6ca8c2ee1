import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { type PeriodSeries, periodPoints } from '@tallyboard/report-kit/limits/period-series.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import type { ThroughputResult } from './compute.ts';
import type { ThroughputSettings } from './settings.ts';

/** Finished issues of each period. */
export const throughputSeries = (
  { rows, unit }: ThroughputResult,
  _: ThroughputSettings,
  context: ReportContext,
): readonly PeriodSeries[] => [
  {
    id: 'finished',
    label: 'Finished',
    period: unit,
    counts: true,
    format: formatCount,
    say: text => `${text} finished`,
    points: periodPoints(rows, unit, context, ({ finished }) => ({
      value: finished.value,
      figure: finished,
    })),
  },
];
