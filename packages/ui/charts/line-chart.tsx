import { scaleLinear } from '@visx/scale';
import { useMemo } from 'react';
import { formatNumber } from '../text/numbers.ts';
import { sparseTicks, type Tick, textWidth } from './axes.tsx';
import {
  BOTTOM,
  CartesianFrame,
  extentWithZero,
  MIN_WIDTH_FOR_NAMES,
  TOP,
  valueAxis,
  valueText,
  widened,
} from './cartesian.tsx';
import { type ChartProps, type Reading, useChart, useHiddenSeries } from './chart-frame.tsx';
import {
  hasMarkers,
  LineEndLabels,
  LineLayer,
  type PlacedSeries,
  PointLabels,
} from './line-layer.tsx';
import { dashPattern, markerPath, seriesColor } from './palette.ts';
import type { LineSeries } from './series.ts';

/** The horizontal axis: instants to scale, or bands of equal width. */
export type ChartX =
  | {
      readonly kind: 'time';
      /** Epoch milliseconds, ascending. */
      readonly values: readonly number[];
      /** The short text under the axis, in the reader's zone. */
      readonly format: (instant: number) => string;
      /** The long text of a point; else the short. */
      readonly formatLong?: (instant: number) => string;
      /** Instants to label; by default the points. */
      readonly ticks?: readonly number[];
    }
  | { readonly kind: 'band'; readonly labels: readonly string[] };

export interface LineChartProps extends ChartProps {
  readonly x: ChartX;
  readonly series: readonly LineSeries[];
  readonly format?: (value: number) => string;
  /** What the vertical axis counts, with its unit. */
  readonly yTitle?: string;
  /** The moment (time axis) or index (bands) of now. */
  readonly today?: number;
  /** Shaded spans behind the lines, such as non-working days, in the unit of `today`. */
  readonly shaded?: readonly { readonly from: number; readonly to: number }[];
  /** Writes each value at its point. */
  readonly pointLabels?: boolean;
  /** Opens what is behind a point. */
  readonly onSelect?: (index: number) => void;
}

const MAX_LABELLED_SERIES = 4;

/** Lines over time or over bands; all series are read at one point by hover or arrow keys. */
export function LineChart(props: LineChartProps) {
  const { x, series, format = formatNumber, yTitle, height = 280 } = props;
  const chart = useChart();
  const { hidden, toggle } = useHiddenSeries(series.map(({ id }) => id));
  const placed = useMemo(
    () =>
      series
        .map(
          (one, index): PlacedSeries => ({
            ...one,
            index,
            stroke: seriesColor(one.color ?? index),
          }),
        )
        .filter(({ id }) => !hidden.has(id)),
    [series, hidden],
  );
  const layout = useMemo(
    () => lineLayout(x, placed, format, chart.width, height, props.today),
    [x, placed, format, chart.width, height, props.today],
  );
  const { px, axis, right, count } = layout;
  const { y: py, left } = axis;
  const bottom = height - BOTTOM;

  const label = (index: number) => pointLabel(x, index);
  const readAt = (index: number): Reading => ({
    x: px(index),
    title: label(index),
    lines: placed.map(one => ({
      label: one.label,
      value: valueText(one.values[index], format),
      color: one.stroke,
    })),
    remarks: placed.flatMap(one =>
      (one.marks ?? []).filter(mark => mark.index === index).map(mark => mark.text),
    ),
  });

  return (
    <CartesianFrame
      {...props}
      {...chart}
      height={height}
      legend={series.map((one, index) => ({
        id: one.id,
        label: one.label,
        color: seriesColor(one.color ?? index),
        line: {
          dash: dashPattern(one.style ?? 'solid', index),
          marker: hasMarkers(one, series.length) ? markerPath(index) : undefined,
        },
        hidden: hidden.has(one.id),
      }))}
      onToggle={toggle}
      table={() => ({
        columns: ['Point', ...placed.map(one => one.label)],
        rows: Array.from({ length: count }, (_, index) => [
          label(index),
          ...placed.map(one => valueText(one.values[index], format)),
        ]),
      })}
      readings={{ count, at: readAt }}
      nearest={at => nearestIndex(count, px, at)}
      axis={axis}
      right={right}
      xTicks={layout.xTicks}
      valueTitle={yTitle}
      behind={(props.shaded ?? []).map(({ from, to }) => (
        <rect
          key={from}
          className="tb-chart__shade"
          x={Math.max(left, layout.place(from))}
          y={TOP}
          width={Math.max(
            0,
            Math.min(right, layout.place(to)) - Math.max(left, layout.place(from)),
          )}
          height={bottom - TOP}
        />
      ))}
    >
      {props.today !== undefined && (
        <Today at={layout.place(props.today)} top={TOP} bottom={bottom} />
      )}
      <LineLayer series={placed} px={px} py={py} />
      {props.pointLabels && <PointLabels series={placed} px={px} py={py} format={format} />}
      {layout.labelled && <LineEndLabels series={placed} px={px} py={py} right={right} />}
      {chart.active !== null && chart.active < count && (
        <g className="tb-no-print">
          <line
            className="tb-chart__cursor"
            x1={px(chart.active)}
            x2={px(chart.active)}
            y1={TOP}
            y2={bottom}
          />
          {placed.map(one => {
            const value = one.values[chart.active ?? 0];
            return value === null || value === undefined ? null : (
              <circle
                key={one.id}
                className="tb-chart__dot"
                cx={px(chart.active ?? 0)}
                cy={py(value)}
                r={4}
                fill={one.stroke}
              />
            );
          })}
        </g>
      )}
    </CartesianFrame>
  );
}

function Today({ at, top, bottom }: Record<'at' | 'top' | 'bottom', number>) {
  return (
    <g>
      <line className="tb-chart__today" x1={at} x2={at} y1={top - 6} y2={bottom} />
      <text className="tb-chart__label" x={at} y={top - 8} textAnchor="middle">
        Today
      </text>
    </g>
  );
}

/** Scales, ticks and margins of a line chart at a size. */
function lineLayout(
  x: ChartX,
  series: readonly PlacedSeries[],
  format: (value: number) => string,
  width: number,
  height: number,
  today: number | undefined,
) {
  const count = x.kind === 'time' ? x.values.length : x.labels.length;
  const axis = valueAxis(extentWithZero(series.flatMap(({ values }) => values)), format, height);
  const labelled =
    width >= MIN_WIDTH_FOR_NAMES && series.length > 1 && series.length <= MAX_LABELLED_SERIES;
  const endRoom = labelled
    ? Math.min(140, Math.max(...series.map(s => textWidth(s.label)))) + 12
    : 8;
  const right = width - endRoom;
  const [from, to] =
    x.kind === 'time'
      ? [
          Math.min(x.values[0] ?? 0, today ?? Infinity),
          Math.max(x.values.at(-1) ?? 1, today ?? -Infinity),
        ]
      : [-0.5, count - 0.5];
  const place = scaleLinear<number>({ domain: widened(from, to), range: [axis.left, right] });
  const px = (index: number) => place(x.kind === 'time' ? (x.values[index] ?? 0) : index);
  const xTicks = sparseTicks(tickPlaces(x, place), 0, width);
  return { count, px, axis, place, right, xTicks, labelled };
}

function tickPlaces(x: ChartX, place: (at: number) => number): Tick[] {
  if (x.kind === 'band') return x.labels.map((label, index) => ({ at: place(index), label }));
  return (x.ticks ?? x.values).map(instant => ({ at: place(instant), label: x.format(instant) }));
}

function pointLabel(x: ChartX, index: number): string {
  if (x.kind === 'band') return x.labels[index] ?? '';
  return (x.formatLong ?? x.format)(x.values[index] ?? 0);
}

/** Points ascend from left to right, so halving finds the nearest. */
function nearestIndex(count: number, px: (index: number) => number, at: number): number | null {
  if (count === 0) return null;
  let low = 0;
  let high = count - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (px(middle) <= at) low = middle;
    else high = middle;
  }
  return at - px(low) <= px(high) - at ? low : high;
}
