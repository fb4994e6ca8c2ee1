import { scaleLinear } from '@visx/scale';
import { useMemo } from 'react';
import { formatNumber } from '../text/numbers.ts';
import {
  BOTTOM,
  CartesianFrame,
  Cursor,
  extentWithZero,
  MIN_WIDTH_FOR_NAMES,
  placeScale,
  readSeries,
  sparseTicks,
  TOP,
  textWidth,
  valueAxis,
} from './cartesian.tsx';
import { type ChartProps, defaultHeight, useChart } from './chart-frame.tsx';
import { hasMarks, isMarked, LineEndLabels, LineLayer, PointLabels } from './line-layer.tsx';
import { dashPattern, type LineSeries, markerPath, type Placed, useSeries } from './series.ts';
import { useChartHeight } from './use-size.ts';

/** The horizontal axis: instants to scale, or bands of equal width. */
export type ChartX =
  | TimeX
  | {
      readonly kind: 'band';
      readonly labels: readonly string[];
      readonly axisLabels?: readonly string[];
    };

export interface TimeX {
  readonly kind: 'time';
  /** Epoch milliseconds, ascending. */
  readonly values: readonly number[];
  readonly format: (instant: number) => string;
  /** Title of a point; by default its label. */
  readonly formatLong?: (instant: number) => string;
  /** The labels that fit a width, px; by default the points. */
  readonly ticks?: (width: number) => readonly TimeTick[];
  /** Later time is squeezed into the end of the axis, behind a break mark. */
  readonly breakAt?: number | undefined;
}

export interface TimeTick {
  readonly at: number;
  readonly label: string;
}

const MAX_LABELLED_SERIES = 4;

interface LineChartProps extends ChartProps {
  readonly x: ChartX;
  readonly series: readonly LineSeries[];
  readonly format?: (value: number) => string;
  readonly yTitle?: string;
  /** The moment (time axis) or index (bands) of now. */
  readonly today?: number;
  /** Shaded spans behind the lines, such as non-working days, in the unit of `today`. */
  readonly shaded?: readonly { readonly from: number; readonly to: number }[];
  readonly pointLabels?: boolean;
  /** The axis reaches this value at least, to compare charts. */
  readonly max?: number;
  readonly onSelect?: (index: number) => void;
}

/** Lines over time or over bands; all series are read at one point by hover or arrow keys. */
export function LineChart(props: LineChartProps) {
  const { x, series, format = formatNumber, yTitle, max = 0 } = props;
  const chart = useChart();
  const height = useChartHeight(props.height ?? defaultHeight(chart.width, props.compact));
  const { visible, legend, onToggle } = useSeries(series);
  const named = visible.filter(({ quiet }) => !quiet);
  const layout = useMemo(
    () => lineLayout(x, visible, format, chart.width, height, props.today, max),
    [x, visible, format, chart.width, height, props.today, max],
  );
  const { places, px, py, axes } = layout;
  const { left, right } = axes;
  const bottom = height - BOTTOM;
  const inPlot = (place: number) => Math.max(left, Math.min(right, layout.scale(place)));
  const active = chart.active === null ? undefined : places[chart.active];

  return (
    <CartesianFrame
      {...props}
      {...chart}
      height={height}
      legend={legend.flatMap((item, index) => {
        const one = series[index];
        const line = one && {
          dash: dashPattern(one, index),
          marker: isMarked(one, series.length) ? markerPath(index) : undefined,
        };
        return one?.quiet ? [] : { ...item, line };
      })}
      onToggle={onToggle}
      marksLabel={visible.some(hasMarks) ? props.marksLabel : undefined}
      columns={['Point', ...visible.map(one => one.label)]}
      places={places}
      reading={index => ({
        title: pointLabel(x, index),
        lines: readSeries(visible, index, format),
        remarks: visible.flatMap(({ marks = [] }) =>
          marks.filter(mark => mark.index === index).map(mark => mark.text),
        ),
      })}
      valueAt={layout.scale.invert}
      axes={axes}
      valueTitle={yTitle}
      behind={props.shaded?.map(({ from, to }) => (
        <rect
          key={from}
          className="tb-chart__shade"
          x={inPlot(from)}
          y={TOP}
          width={inPlot(to) - inPlot(from)}
          height={bottom - TOP}
        />
      ))}
    >
      {layout.breakX !== null && <BreakMark at={layout.breakX} bottom={bottom} />}
      {props.today !== undefined && <Today at={layout.scale(props.today)} bottom={bottom} />}
      <LineLayer series={visible} px={px} py={py} />
      {props.pointLabels && (
        <PointLabels
          series={visible}
          px={px}
          py={py}
          format={format}
          bottom={bottom}
          named={layout.labelled}
        />
      )}
      {layout.labelled && (
        <LineEndLabels series={named} px={px} py={py} right={right} bottom={bottom} />
      )}
      {active && (
        <g className="tb-no-print">
          <Cursor at={active.x} height={height} />
          {visible.map(({ id, values, paint }) => {
            const value = values[chart.active ?? 0] ?? null;
            return value === null ? null : (
              <circle
                key={id}
                className="tb-chart__dot"
                cx={active.x}
                cy={py(value)}
                r={4}
                fill={paint}
              />
            );
          })}
        </g>
      )}
    </CartesianFrame>
  );
}

/** Width of the time behind a break, px. */
const SQUEEZED_WIDTH = 48;

function BreakMark({ at, bottom }: { readonly at: number; readonly bottom: number }) {
  return (
    <g className="tb-chart__break">
      <line x1={at} x2={at} y1={TOP} y2={bottom} />
      <path d={`M${at - 5},${bottom + 6}l4,-12M${at + 1},${bottom + 6}l4,-12`} />
    </g>
  );
}

function Today({ at, bottom }: { readonly at: number; readonly bottom: number }) {
  return (
    <g>
      <line className="tb-chart__today" x1={at} x2={at} y1={TOP - 6} y2={bottom} />
      <text className="tb-chart__label" x={at} y={TOP - 8} textAnchor="middle">
        Today
      </text>
    </g>
  );
}

function lineLayout(
  x: ChartX,
  series: readonly Placed<LineSeries>[],
  format: (value: number) => string,
  width: number,
  height: number,
  today: number | undefined,
  max: number,
) {
  const at = x.kind === 'time' ? x.values : [...x.labels.keys()];
  const domain = extentWithZero([...series.flatMap(({ values }) => values), max]);
  // Averages and limits, which are dashed, may be fractions of what is counted.
  const isWhole = series.every(
    one => one.style === 'dashed' || one.values.every(value => Number.isInteger(value ?? 0)),
  );
  const { scale: py, values, zero, left } = valueAxis(domain, format, height, isWhole);
  const named = series.filter(({ quiet }) => !quiet);
  const labelled =
    width >= MIN_WIDTH_FOR_NAMES && named.length > 1 && named.length <= MAX_LABELLED_SERIES;
  const longest = Math.max(...named.map(({ label }) => textWidth(label)));
  const right = width - (labelled ? Math.min(140, longest) + 12 : 8);
  const first = Math.min(at[0] ?? 0, today ?? Infinity);
  const last = Math.max(at.at(-1) ?? 1, today ?? -Infinity);
  const [from, to] = x.kind === 'time' ? [first, last] : [-0.5, at.length - 0.5];
  const { breakAt = Infinity } = x.kind === 'time' ? x : {};
  const isBroken = breakAt < to;
  const scale = isBroken
    ? scaleLinear<number>({
        domain: [from, breakAt, to],
        range: [left, right - SQUEEZED_WIDTH, right],
      })
    : placeScale(from, to, [left, right]);
  const breakX = isBroken ? scale(breakAt) : null;
  const places = at.map(place => ({ x: scale(place) }));
  const px = (index: number) => places[index]?.x ?? 0;
  const ticks =
    x.kind === 'time'
      ? timeTicks(x, right - left).map(({ at, label }) => ({ at: scale(at), label }))
      : (x.axisLabels ?? x.labels).map((label, index) => ({ at: px(index), label }));
  const labels = sparseTicks(ticks, width);
  return { places, px, py, scale, breakX, labelled, axes: { values, zero, labels, left, right } };
}

export const timeTicks = ({ values, format, ticks }: TimeX, width: number): readonly TimeTick[] =>
  ticks?.(width) ?? values.map(at => ({ at, label: format(at) }));

function pointLabel(x: ChartX, index: number): string {
  if (x.kind === 'band') return x.labels[index] ?? '';
  return (x.formatLong ?? x.format)(x.values[index] ?? 0);
}
