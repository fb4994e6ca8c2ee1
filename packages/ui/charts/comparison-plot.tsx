import { scaleSymlog } from '@visx/scale';
import { useMemo } from 'react';
import { BOTTOM, CartesianFrame, sparseTicks, TOP, textWidth } from './cartesian.tsx';
import { type ChartProps, useChart } from './chart-frame.tsx';
import { Dots } from './dots.tsx';
import type { ScatterPoint } from './scatter-plot.tsx';
import { seriesColor } from './series.ts';
import { useChartHeight } from './use-size.ts';

/** Labels of the upright axis are at least this far apart, px. */
const MIN_TICK_DISTANCE = 20;

interface ComparisonPlotProps extends ChartProps {
  readonly points: readonly (ScatterPoint & { readonly remark?: string })[];
  readonly unit: number;
  /** Candidates for labels, ascending from zero. */
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
  readonly xTitle: string;
  readonly yTitle: string;
  /** Names of the line and of the sides above and below it. */
  readonly sides: { readonly above: string; readonly equal: string; readonly below: string };
  /** Gets the index in `points`. */
  readonly onSelect: (index: number) => void;
}

/**
 * Two amounts of each issue against each other, with the line on which they are equal. Both axes are logarithmic above
 * `unit` and linear below it, so that zero has a place and long times do not push the others together.
 */
export function ComparisonPlot(props: ComparisonPlotProps) {
  const { points, unit, ticks, format, xTitle, yTitle, sides, onSelect } = props;
  const height = useChartHeight(props.height ?? 320);
  const chart = useChart();
  const { width } = chart;
  const sorted = useMemo(
    () =>
      points.map((point, index) => ({ ...point, index })).sort((a, b) => a.x - b.x || a.y - b.y),
    [points],
  );
  const layout = useMemo(() => {
    const largest = points.reduce((most, { x, y }) => Math.max(most, x, y), unit);
    const max = ticks.find(tick => tick > largest) ?? largest * 1.1;
    const shown = ticks.filter(tick => tick <= max);
    const left = Math.max(...shown.map(tick => textWidth(format(tick)))) + 12;
    const right = width - 12;
    const scale = (range: [number, number]) =>
      scaleSymlog<number>({ domain: [0, max], range, constant: unit });
    const x = scale([left, right]);
    const y = scale([height - BOTTOM, TOP]);
    const values: { readonly at: number; readonly label: string }[] = [];
    for (const tick of shown) {
      const at = y(tick);
      if ((values.at(-1)?.at ?? Infinity) - at >= MIN_TICK_DISTANCE)
        values.push({ at, label: format(tick) });
    }
    const across = shown.map(tick => ({ at: x(tick), label: format(tick) }));
    const labels = sparseTicks(across, width);
    const places = sorted.map(point => ({ x: x(point.x), y: y(point.y) }));
    return { x, y, places, max, axes: { values, labels, zero: y(0), left, right } };
  }, [points, sorted, unit, ticks, format, height, width]);
  const { x, y, places, max, axes } = layout;
  const { left, right } = axes;
  const bottom = height - BOTTOM;
  const fill = seriesColor('resolved');
  const active = chart.active === null ? undefined : places[chart.active];

  return (
    <CartesianFrame
      {...props}
      {...chart}
      height={height}
      columns={['Issue', xTitle, yTitle]}
      row={index => {
        const { label = '', x: across = 0, y: up = 0 } = sorted[index] ?? {};
        return [label, format(across), format(up)];
      }}
      places={places}
      reading={index => {
        const point = sorted[index] ?? { label: '', x: 0, y: 0, remark: '' };
        return {
          title: point.label,
          lines: [
            { label: xTitle, value: format(point.x) },
            { label: yTitle, value: format(point.y) },
          ],
          remarks: point.remark ? [point.remark] : [],
        };
      }}
      onSelect={index => onSelect(sorted[index]?.index ?? index)}
      axes={axes}
      valueTitle={`${yTitle}, log scale`}
    >
      <line className="tb-chart__mean" x1={x(0)} y1={y(0)} x2={x(max)} y2={y(max)} />
      <Dots places={places} color={fill} />
      <text className="tb-chart__label" x={left + 12} y={TOP + 14}>
        {sides.above}
      </text>
      <text className="tb-chart__label" x={right - 24} y={TOP + 2} textAnchor="end">
        {sides.equal}
      </text>
      <text className="tb-chart__label" x={right - 8} y={bottom - 28} textAnchor="end">
        {sides.below}
      </text>
      <text className="tb-chart__axis-title" x={right} y={bottom - 8} textAnchor="end">
        {xTitle}, log scale
      </text>
      {active && <circle className="tb-chart__dot" cx={active.x} cy={active.y} r={6} fill={fill} />}
    </CartesianFrame>
  );
}
