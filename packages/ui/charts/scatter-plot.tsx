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
import { seriesColor } from './series.ts';

export interface ScatterPoint {
  /** Epoch milliseconds over time. */
  readonly x: number;
  readonly y: number;
  readonly label: string;
}

const X_TICKS = 24;

/** Issues over time, with percentile lines. Points on each other show how many they are. Arrow keys move in time. */
export function ScatterPlot(
  props: ChartProps & {
    readonly points: readonly ScatterPoint[];
    readonly formatX: (instant: number) => string;
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
  const { points, formatX, format = formatNumber, lines = [], height = 280, onSelect } = props;
  const { formatLine = format } = props;
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
    const from = sorted[0]?.x ?? 0;
    const to = sorted.at(-1)?.x ?? 1;
    const x = placeScale(from, to, [left + 6, right]);
    const ticks = Array.from({ length: X_TICKS + 1 }, (_, index) => {
      const at = from + ((to - from) * index) / X_TICKS;
      return { at: x(at), label: formatX(at) };
    });
    const labels = sparseTicks(ticks, chart.width);
    const places = sorted.map(point => ({ x: x(point.x), y: y(point.y) }));
    return { x, y, places, spots: spotsOf(places), beside, axes: { ...axis, labels, left, right } };
  }, [points, sorted, lines, format, formatLine, formatX, height, chart.width]);
  const { x, y, places, spots, beside, axes } = layout;
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
      <Dots places={places} color={fill} />
      <Counts spots={spots} color={fill} />
      {placeLabels(lines, y).map(({ value, label, at }) => (
        <g key={label}>
          <line className="tb-chart__today" x1={left} x2={right} y1={y(value)} y2={y(value)} />
          <text
            className="tb-chart__label"
            x={beside ? right + 8 : right}
            y={beside ? at : at - 5}
            dy={beside ? '0.32em' : undefined}
            textAnchor={beside ? 'start' : 'end'}
          >
            {label} {formatLine(value)}
          </text>
        </g>
      ))}
      {active && <circle className="tb-chart__dot" cx={active.x} cy={active.y} r={6} fill={fill} />}
    </CartesianFrame>
  );
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

/** Where the labels of lines stand, from the lowest line up, so that close ones do not overlap. */
function placeLabels<Line extends { readonly value: number }>(
  lines: readonly Line[],
  y: (value: number) => number,
): readonly (Line & { readonly at: number })[] {
  let last = Number.POSITIVE_INFINITY;
  return lines
    .toSorted((a, b) => a.value - b.value)
    .map(line => {
      last = Math.min(y(line.value), last - LABEL_HEIGHT);
      return { ...line, at: last };
    });
}
