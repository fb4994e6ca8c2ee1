import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import { BarChart } from '@tallyboard/ui/charts/bar-chart.tsx';
import { LineChart } from '@tallyboard/ui/charts/line-chart.tsx';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import { MEASURES } from '../measures.ts';
import type { VelocityProps } from '../table.ts';
import { amount, velocitySeries } from './series.ts';

const UNIT_TITLES = { issues: 'Issue Count', points: 'Story Points', seconds: 'Hours' } as const;
const format = (value: number) => formatNumber(value, 1);

type ChartProps = Pick<VelocityProps, 'result' | 'settings' | 'onDrill' | 'onSprint'> & {
  readonly compact?: boolean;
  /** By the density by default, px. */
  readonly height?: number;
};

const openPeriod =
  ({ result, onDrill, onSprint }: ChartProps) =>
  (index: number) => {
    const period = result.periods[index];
    if (!period) return;
    if (period.report && onSprint) {
      onSprint(period.report);
      return;
    }
    onDrill({
      title: `Completed · ${period.name}`,
      reason: MEASURES.completed[1],
      figure: period.measures.completed,
      part: partOf(result.unit),
    });
  };

/** Committed and completed side by side, oldest period first. */
export function VelocityBars(props: ChartProps) {
  const { result, compact } = props;
  const { periods, periodKind } = result;
  const bar = (id: 'committed' | 'completed', color: 'neutral' | 'resolved') => ({
    id,
    label: MEASURES[id][0],
    color,
    values: periods.map(each => amount(result, each.measures[id]?.value)),
  });
  const committed = periodKind === 'sprint' ? [bar('committed', 'neutral')] : [];
  return (
    <BarChart
      title="Velocity"
      hideTitle
      height={props.height ?? (compact ? 220 : 300)}
      categories={periods.map(each => each.name)}
      series={[...committed, bar('completed', 'resolved')]}
      format={format}
      valueTitle={UNIT_TITLES[result.unit]}
      onSelect={openPeriod(props)}
    />
  );
}

/** Total, average and individual lines over the periods. */
export function VelocityLines(props: ChartProps) {
  const { result, settings, compact } = props;
  const series = useMemo(() => velocitySeries(result, settings), [result, settings]);
  return (
    <LineChart
      title="Velocity"
      hideTitle
      height={props.height ?? (compact ? 240 : 340)}
      x={{ kind: 'band', labels: result.periods.map(each => each.name) }}
      series={series}
      format={format}
      yTitle={UNIT_TITLES[result.unit]}
      pointLabels={settings.showLabels}
      onSelect={openPeriod(props)}
    />
  );
}
