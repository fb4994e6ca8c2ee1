import { BarChart } from '@tallyboard/ui/charts/bar-chart.tsx';
import { LineChart, type LineSeries } from '@tallyboard/ui/charts/line-chart.tsx';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import { partOf } from '../shared/drill.ts';
import type { VelocityResult } from './compute.ts';
import { MEASURE_REASONS } from './measure-columns.ts';
import { GRAPH_NAMES, type VelocitySettings } from './settings.ts';
import type { VelocityProps } from './view.tsx';

const UNIT_TITLES = { issues: 'Issue Count', points: 'Story Points', seconds: 'Hours' } as const;
const format = (value: number) => formatNumber(value, 1);

/** Seconds are drawn as hours. */
const amount = ({ unit }: VelocityResult, value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : unit === 'seconds' ? value / 3600 : value;

const openPeriod =
  ({ result, onDrill }: VelocityProps) =>
  (index: number) => {
    const period = result.periods[index];
    if (!period) return;
    onDrill({
      title: `Completed · ${period.name}`,
      reason: MEASURE_REASONS.completed,
      figure: period.measures.completed,
      part: partOf(result.unit),
    });
  };

/** Committed and completed side by side, oldest period first. */
export function VelocityBars(props: VelocityProps) {
  const { result, compact } = props;
  const { periods, periodKind } = result;
  const completed = {
    id: 'completed',
    label: 'Completed',
    color: 'resolved' as const,
    values: periods.map(each => amount(result, each.measures.completed.value)),
  };
  const committed = {
    id: 'committed',
    label: 'Committed',
    color: 'neutral' as const,
    values: periods.map(each => amount(result, each.measures.committed?.value)),
  };
  return (
    <BarChart
      title="Velocity"
      hideTitle
      height={compact ? 220 : 300}
      categories={periods.map(each => each.name)}
      series={periodKind === 'sprint' ? [committed, completed] : [completed]}
      format={format}
      valueTitle={UNIT_TITLES[result.unit]}
      onSelect={openPeriod(props)}
    />
  );
}

/** Total, average and individual lines over the periods. */
export function VelocityLines(props: VelocityProps) {
  const { result, settings, compact } = props;
  const series = useMemo(() => velocitySeries(result, settings), [result, settings]);
  return (
    <LineChart
      title="Velocity"
      hideTitle
      height={compact ? 240 : 340}
      x={{ kind: 'band', labels: result.periods.map(each => each.name) }}
      series={series}
      format={format}
      yTitle={UNIT_TITLES[result.unit]}
      pointLabels={settings.showLabels}
      onSelect={openPeriod(props)}
    />
  );
}

/** Eight colours can be told apart, and more people's lines cannot be read. */
const MOST_PEOPLE = 8;

/** The lines that the settings ask for; intervals have no committed ones. */
export function velocitySeries(
  result: VelocityResult,
  { graphs }: VelocitySettings,
): readonly LineSeries[] {
  const { periods, average, people } = result;
  const lines: LineSeries[] = [];
  const committedToo = result.periodKind === 'sprint';
  const flat = (value: number | null | undefined) => periods.map(() => amount(result, value));
  if (graphs.totalCommitted && committedToo)
    lines.push({
      ...{ id: 'total committed', label: GRAPH_NAMES.totalCommitted },
      ...{ color: 'created', style: 'dashed' },
      values: periods.map(each => amount(result, each.measures.committed?.value)),
    });
  if (graphs.totalCompleted)
    lines.push({
      ...{ id: 'total completed', label: GRAPH_NAMES.totalCompleted, color: 'resolved' },
      values: periods.map(each => amount(result, each.measures.completed.value)),
    });
  if (graphs.averageCommitted && committedToo)
    lines.push({
      ...{ id: 'average committed', label: GRAPH_NAMES.averageCommitted },
      ...{ color: 2, style: 'dashed' },
      values: flat(average?.committed?.value),
    });
  if (graphs.averageCompleted)
    lines.push({
      ...{ id: 'average completed', label: GRAPH_NAMES.averageCompleted, color: 'neutral' },
      values: flat(average?.completed.value),
    });
  people.slice(0, MOST_PEOPLE).forEach((person, index) => {
    const color = index + 1;
    const of = (measure: 'committed' | 'completed') =>
      person.periods.map(each => amount(result, each?.[measure]?.value ?? 0));
    if (graphs.personCommitted && committedToo)
      lines.push({
        ...{ id: `committed ${person.id}`, label: `${person.name}, committed`, color },
        ...{ style: 'dashed', values: of('committed') },
      });
    if (graphs.personCompleted)
      lines.push({
        ...{ id: `completed ${person.id}`, label: `${person.name}, completed`, color },
        values: of('completed'),
      });
  });
  return lines;
}
