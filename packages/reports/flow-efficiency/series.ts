import type { PeriodSeries } from '@tallyboard/report-kit/limits/period-series.ts';
import { keyOfRow } from '@tallyboard/report-kit/table/row-key.ts';
import { PERCENT } from '@tallyboard/report-kit/table/units.ts';
import { formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { FlowEfficiencyResult } from './compute.ts';
import type { FlowEfficiencySettings } from './settings.ts';

/** The flow efficiency of the issues finished in each period, in percent. */
export function flowEfficiencySeries(
  { trend }: FlowEfficiencyResult,
  { period }: FlowEfficiencySettings,
): readonly PeriodSeries[] {
  return [
    {
      id: 'efficiency',
      label: 'Flow efficiency',
      period,
      unit: PERCENT,
      most: 100,
      format: formatPercent,
      say: text => `flow efficiency ${text}`,
      points: trend.map(({ id, label, whole, efficiency, active }) => ({
        row: id,
        key: keyOfRow(period, id),
        label,
        whole,
        value: efficiency === null ? null : 100 * efficiency,
        figure: active,
      })),
    },
  ];
}
