import { useMemo } from 'react';
import { formatNumber } from '../text/numbers.ts';
import {
  CartesianFrame,
  extentWithZero,
  MIN_WIDTH_FOR_NAMES,
  placeScale,
  sparseTicks,
  textWidth,
  valueAxis,
} from './cartesian.tsx';
import { type ChartProps, type Reading, useChart } from './chart-frame.tsx';
import { Counts, Dots, type Spot, spotReading, spotsOf } from './dots.tsx';
import type { TimeTick } from './line-chart.tsx';
import { seriesColor } from './series.ts';
import { useChartHeight } from './use-size.ts';

export interface ScatterPoint {
  /** Epoch milliseconds over time. */
  readonly x: number;
  readonly y: number;
  readonly label: string;
}

/** Issues over time, with percentile lines. Points on each other show how many they are. Arrow keys move in time. */
export function ScatterPlot(
  props: ChartProps & {
    readonly points: readonly ScatterPoint[];
    readonly formatX: (instant: number) => string;
    /** The labels of a span of time that fit a width, px; by default its ends. */
    readonly ticks?: (
      span: { readonly from: number; readonly to: number },
      width: number,
    ) => readonly TimeTick[];
    readonly format?: (value: number) => string;
    /** The value of a horizontal line, with its unit. */
    readonly formatLine?: (value: number) => string;
    readonly yTitle: string;
    /** Horizontal lines: median, 85th percentile. */
    readonly lines?: readonly { readonly value: number; readonly label: string }[];
    /** Gets the indices in `points` of all at one spot. */
    readonly onSelect?: (indices: readonly number[]) => void;
  },
) {
  const { points, formatX, ticks, format = formatNumber, lines = [], onSelect } = props;
  const { formatLine = format } = props;
  const height = useChartHeight(props.height ?? 280);
  const chart = useChart();
  const sorted = useMemo(
    () => points.map((point, index) => ({ ...point, index })).sort((a, b) => a.x - b.x),
    [points],
  );
  const layout = useMemo(() => {
    const values = [...points.map(point => point.y), ...lines.map(line => line.value)];
    const { scale: y, left, ...axis } = valueAxis(extentWithZero(values), format, height);
    const names = lines.map(line => textWidth(`${line.label} ${formatLine(line.value)}`));
    const beside = chart.width >= MIN_WIDTH_FOR_NAMES;
    const right = chart.width - 12 - (beside ? Math.max(0, ...names) : 0);
    const [from, to] = [sorted[0]?.x ?? 0, sorted.at(-1)?.x ?? 1];
    const x = placeScale(from, to, [left + 6, right]);
    const tickAt = (at: number) => ({ at, label: formatX(at) });
    const places = ticks?.({ from, to: to + 1 }, right - left) ?? [from, to].map(tickAt);
    const labels = sparseTicks(
      places.map(({ at, label }) => ({ at: x(at), label })),
      chart.width,
    );
    const dots = sorted.map(point => ({ x: x(point.x), y: y(point.y) }));
    const named = namesOf(lines, { y, formatLine, beside, right });
    return {
      x,
      y,
      dots,
      spots: spotsOf(dots),
      beside,
      named,
      axes: { ...axis, labels, left, right },
    };
  }, [points, sorted, lines, format, formatLine, formatX, ticks, height, chart.width]);
  const { x, y, dots, spots, beside, named, axes } = layout;
  const { left, right } = axes;
  const fill = seriesColor('resolved');
  const active = chart.active === null ? undefined : spots[chart.active];
  const pointsAt = (spot: Spot | undefined) =>
    (spot?.members ?? []).flatMap(member => sorted[member] ?? []);

  return (
    <CartesianFrame
      {...props}
      {...chart}
      height={height}
      columns={['Issue', 'When', props.yTitle]}
      row={index => {
        const { label = '', x: at = 0, y: value = 0 } = sorted[index] ?? {};
        return [label, formatX(at), format(value)];
      }}
      rowCount={sorted.length}
      places={spots}
      reading={index => readingOf(pointsAt(spots[index]), formatX, format)}
      onSelect={onSelect && (index => onSelect(pointsAt(spots[index]).map(point => point.index)))}
      valueAt={x.invert}
      axes={axes}
      valueTitle={props.yTitle}
    >
      <Lines lines={lines} left={left} right={right} y={y} />
      <Dots places={dots} color={fill} />
      <Counts spots={spots} names={named} />
      {named.map(({ text, x: start, y: baseline }) => (
        <text
          key={text}
          className="tb-chart__label"
          x={beside ? start : right}
          y={baseline}
          textAnchor={beside ? 'start' : 'end'}
        >
          {text}
        </text>
      ))}
      {active && <circle className="tb-chart__dot" cx={active.x} cy={active.y} r={6} fill={fill} />}
    </CartesianFrame>
  );
}

function Lines(props: {
  readonly lines: readonly { readonly value: number; readonly label: string }[];
  readonly left: number;
  readonly right: number;
  readonly y: (value: number) => number;
}) {
  const { lines, left, right, y } = props;
  return lines.map(({ value, label }) => (
    <line
      key={label}
      className="tb-chart__today"
      x1={left}
      x2={right}
      y1={y(value)}
      y2={y(value)}
    />
  ));
}

/** The names of lines where they are drawn: right of them, or above their ends where the chart is narrow. */
function namesOf(
  lines: readonly { readonly value: number; readonly label: string }[],
  chart: {
    readonly y: (value: number) => number;
    readonly formatLine: (value: number) => string;
    readonly beside: boolean;
    readonly right: number;
  },
) {
  const { y, formatLine, beside, right } = chart;
  return placeLabels(lines, y, beside).map(({ value, label, at }) => {
    const text = `${label} ${formatLine(value)}`;
    const width = textWidth(text);
    return { text, x: beside ? right + 8 : right - width, y: beside ? at + 4 : at - 5, width };
  });
}

function readingOf(
  points: readonly ScatterPoint[],
  formatX: (instant: number) => string,
  format: (value: number) => string,
): Reading {
  const [first, ...others] = points;
  if (!first) return { title: '', lines: [] };
  if (others.length === 0)
    return { title: first.label, lines: [{ label: formatX(first.x), value: format(first.y) }] };
  const each = points.map(({ label, y }) => ({ label, value: format(y) }));
  return spotReading(formatX(first.x), each);
}

const LABEL_HEIGHT = 14;

/**
 * Where the labels of lines stand: beside the plot apart from each other, from the lowest line up; in it, among the dots,
 * only those that have room at their line, from the highest down.
 */
function placeLabels<Line extends { readonly value: number }>(
  lines: readonly Line[],
  y: (value: number) => number,
  beside: boolean,
): readonly (Line & { readonly at: number })[] {
  const ascending = lines.toSorted((a, b) => a.value - b.value);
  if (beside) {
    let above = Number.POSITIVE_INFINITY;
    return ascending.map(line => {
      above = Math.min(y(line.value), above - LABEL_HEIGHT);
      return { ...line, at: above };
    });
  }
  let last = Number.NEGATIVE_INFINITY;
  return ascending.toReversed().flatMap(line => {
    const at = y(line.value);
    if (at < last + LABEL_HEIGHT) return [];
    last = at;
    return [{ ...line, at }];
  });
}
