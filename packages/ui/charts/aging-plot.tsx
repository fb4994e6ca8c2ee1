import './aging-plot.css';
import { memo, useMemo } from 'react';
import { formatCount, formatNumber } from '../text/numbers.ts';
import {
  CartesianFrame,
  cutText,
  extentWithZero,
  nearestPoint,
  TOP,
  textWidth,
  valueAxis,
} from './cartesian.tsx';
import { type ChartProps, type Reading, useChart } from './chart-frame.tsx';
import { MAX_DISTANCE } from './scatter-plot.tsx';
import { markerPath, type SeriesColor, useSeries } from './series.ts';

interface AgingColumn {
  readonly label: string;
  /** Issues in it, drawn or not. */
  readonly count: number;
  /** Upper ends of the bands, ascending; empty without any. */
  readonly bands: readonly number[];
}

export interface AgingPoint {
  /** The place of its column. */
  readonly column: number;
  readonly age: number;
  readonly label: string;
  /** The id of its kind. */
  readonly kind: string;
  readonly lines: Reading['lines'];
}

interface PointKind {
  readonly id: string;
  readonly label: string;
  readonly color: SeriesColor;
}

/** Between two points of one height, px. */
const POINT_WIDTH = 9;
/** Marks no line in a legend. */
const NO_LINE = '0 24';

/** Issues by age in each column, over bands of the ages at which others left the column. */
export function AgingPlot(
  props: ChartProps & {
    readonly columns: readonly AgingColumn[];
    readonly points: readonly AgingPoint[];
    /** Each with a marker of its own. */
    readonly kinds: readonly PointKind[];
    /** The names of the upper ends of the bands: '50%'. */
    readonly bandLabels: readonly string[];
    /** Older points stand at the upper edge. */
    readonly max: number;
    readonly format?: (value: number) => string;
    readonly yTitle: string;
    readonly onSelect?: (index: number) => void;
  },
) {
  const { columns, points, bandLabels, max, format = formatNumber, height = 320 } = props;
  const { onSelect } = props;
  const chart = useChart();
  const { width } = chart;
  const { visible, legend, onToggle } = useSeries(props.kinds);
  const layout = useMemo(() => {
    const highest = [...columns.flatMap(({ bands }) => bands), ...points.map(({ age }) => age)];
    const domain = extentWithZero(highest.map(value => Math.min(value, max)));
    const { scale, left, ...axis } = valueAxis(domain, format, height);
    const right = width - 8;
    const step = (right - left) / Math.max(1, columns.length);
    const labels = columns.map(({ label, count }, at) => {
      const end = ` · ${formatCount(count)}`;
      const name = cutText(label, step - 8 - textWidth(end));
      return { at: left + (at + 0.5) * step, label: `${name}${end}`, title: `${label}${end}` };
    });
    const y = (age: number) => Math.max(TOP, scale(age));
    return { y, step, axes: { ...axis, labels, left, right } };
  }, [columns, points, max, format, height, width]);
  const { y, step, axes } = layout;
  const placed = useMemo(() => {
    const kinds = new Map(visible.map(kind => [kind.id, kind]));
    const taken = new Map<string, number>();
    return points.flatMap((point, index) => {
      const kind = kinds.get(point.kind);
      if (!kind) return [];
      const at = y(point.age);
      const place = `${point.column} ${Math.round(at / POINT_WIDTH)}`;
      const before = taken.get(place) ?? 0;
      taken.set(place, before + 1);
      // Points of one height stand side by side: 0, 1, -1, 2, -2.
      const side = Math.ceil(before / 2) * (before % 2 === 1 ? 1 : -1) * POINT_WIDTH;
      const room = Math.max(0, step / 2 - POINT_WIDTH);
      const x = axes.left + (point.column + 0.5) * step + (room === 0 ? 0 : side % room);
      return [{ ...point, index, x, y: at, kind, isBeyond: point.age > max }];
    });
  }, [points, visible, y, step, axes.left, max]);
  const active = chart.active === null ? undefined : placed[chart.active];
  return (
    <CartesianFrame
      {...props}
      {...chart}
      height={height}
      legend={legend.map((item, index) => {
        return { ...item, line: { dash: NO_LINE, marker: kindMarker(index) } };
      })}
      onToggle={onToggle}
      columns={['Issue', props.yTitle, 'Column', 'State']}
      row={index => {
        const { label = '', age = 0, column = 0, kind } = placed[index] ?? {};
        return [label, format(age), columns[column]?.label ?? '', kind?.label ?? ''];
      }}
      count={placed.length}
      reading={index => {
        const { x = 0, y: at = 0, label = '', lines = [] } = placed[index] ?? {};
        return { x, y: at, title: label, lines };
      }}
      nearest={(px, py) =>
        nearestPoint(placed, point => Math.hypot(point.x - px, point.y - py), MAX_DISTANCE)
      }
      onSelect={onSelect && (index => onSelect(placed[index]?.index ?? index))}
      axes={axes}
      valueTitle={props.yTitle}
      behind={
        <Bands
          columns={columns}
          labels={bandLabels}
          y={y}
          zero={axes.zero}
          left={axes.left}
          step={step}
          format={format}
        />
      }
    >
      <Markers points={placed} />
      {active && (
        <circle className="tb-aging__active" cx={active.x} cy={active.y} r={POINT_WIDTH - 1} />
      )}
    </CartesianFrame>
  );
}

/** Circle, square, diamond; a triangle is beyond the edge. */
const kindMarker = (index: number) => markerPath(index < 2 ? index : 3);

const MIN_LABELLED_HEIGHT = 13;

/** Not drawn again while a point is read. */
const Bands = memo(
  (props: {
    readonly columns: readonly AgingColumn[];
    readonly labels: readonly string[];
    readonly y: (age: number) => number;
    readonly zero: number;
    readonly left: number;
    readonly step: number;
    readonly format: (value: number) => string;
  }) => {
    const { columns, labels, y, zero, left, step, format } = props;
    return columns.map(({ label: name, bands }, column) => {
      if (bands.length === 0) return null;
      const x = left + column * step;
      const ends = [zero, ...bands.map(y), TOP];
      let free = Infinity;
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
        <g key={`${column} ${name}`}>
          {ends.slice(1).map((end, band) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a band.
              key={band}
              className={`tb-aging__band tb-aging__band--${band}`}
              x={x + 1}
              y={end}
              width={step - 2}
              height={Math.max(0, (ends[band] ?? end) - end)}
            />
          ))}
          {bands.map((value, band) => {
            const at = y(value);
            const text = `${labels[band]} ${format(value)}`;
            const isFree = free - at >= MIN_LABELLED_HEIGHT && textWidth(text) < step - 8;
            if (isFree) free = at;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a band.
              <g key={band}>
                <line className="tb-aging__edge" x1={x + 1} x2={x + step - 1} y1={at} y2={at} />
                {isFree && (
                  <text className="tb-chart__label" x={x + step - 5} y={at - 3} textAnchor="end">
                    {text}
                  </text>
                )}
              </g>
            );
          })}
        </g>
      );
    });
  },
);

const BEYOND = 'M0,-6L5,2H-5z';

const Markers = memo(
  (props: {
    readonly points: readonly {
      readonly index: number;
      readonly x: number;
      readonly y: number;
      readonly isBeyond: boolean;
      readonly kind: { readonly index: number; readonly paint: string };
    }[];
  }) =>
    props.points.map(({ index, x, y, isBeyond, kind }) => (
      <path
        key={index}
        className="tb-aging__point"
        d={isBeyond ? BEYOND : kindMarker(kind.index)}
        fill={kind.paint}
        transform={`translate(${x} ${y}) scale(1.3)`}
      />
    )),
);
