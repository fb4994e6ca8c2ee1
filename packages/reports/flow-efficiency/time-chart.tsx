import { percent } from '@tallyboard/core/measure/statistics.ts';
import type { WallPictureProps } from '@tallyboard/report-kit/contract.ts';
import { BarChart } from '@tallyboard/ui/charts/bar-chart.tsx';
import type { BarSeries } from '@tallyboard/ui/charts/series.ts';
import { formatNumber, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { FlowEfficiencyResult } from './compute.ts';
import type { FlowEfficiencySettings } from './settings.ts';
import { columnName, daysText, TIME } from './table.ts';

type Props = Pick<
  WallPictureProps<FlowEfficiencySettings, FlowEfficiencyResult>,
  'result' | 'onDrill'
> & {
  /** px; by the columns without one. */
  readonly height?: number;
};

/** The time of all finished issues by column: worked and waited. */
export function TimeChart({ result, height, onDrill }: Props) {
  const { columns, total } = result;
  const names = useMemo(() => columns.map(columnName), [columns]);
  const series = useMemo((): readonly BarSeries[] => {
    const present = (value: number) => (value > 0 ? value / DAY_SECONDS : null);
    const waited = columns.map(({ waiting }) => waiting.value ?? 0);
    const active = columns.map(({ time }, at) => (time.value ?? 0) - (waited[at] ?? 0));
    return [
      {
        id: 'active',
        label: 'Not waiting',
        color: 'status-in-progress',
        values: active.map(present),
      },
      { id: 'waiting', label: 'Waiting', color: 'neutral', values: waited.map(present) },
    ].filter(({ values }) => values.some(value => value !== null)) as readonly BarSeries[];
  }, [columns]);
  const all = total.inProgress.value ?? 0;
  const formatLabel = useMemo(
    () => (days: number) => {
      const seconds = days * DAY_SECONDS;
      const text = formatNumber(days, days < 10 ? 1 : 0);
      return `${text} d · ${formatPercent(percent(seconds, all))}`;
    },
    [all],
  );
  return (
    <BarChart
      title="Where the time goes"
      summary={`${daysText(all)} days of finished issues.`}
      orientation="horizontal"
      height={height}
      categories={names}
      series={series}
      format={format}
      formatLabel={formatLabel}
      valueTitle="Days"
      onSelect={at => {
        const column = columns[at];
        if (column)
          onDrill({
            title: `Time in ${columnName(column)}`,
            reason: 'Finished, and counted with its time in this column.',
            figure: column.time,
            part: TIME.part,
          });
      }}
    />
  );
}

const DAY_SECONDS = 86_400;
const format = (days: number) => formatNumber(days, 1);
