import './aging-plot.css';
import { memo, useMemo } from 'react';
import { formatCount } from '../text/numbers.ts';
import {
  CartesianFrame,
  cutText,
  extentWithZero,
  TOP,
  textWidth,
  valueAxis,
} from './cartesian.tsx';
import { type ChartProps, type Reading, useChart } from './chart-frame.tsx';
import { spotReading } from './dots.tsx';
import { markerPath, type Placed, type SeriesColor, useSeries } from './series.ts';
import { useChartHeight } from './use-size.ts';

interface AgingColumn {
  readonly label: string;
  /** Issues in it, drawn or not. */
  readonly count: number;
  /** Upper ends of the bands, ascending; empty without any. */
  readonly bands: readonly number[];
}

export interface AgingPoint {
  readonly column: number;
  readonly age: number;
  readonly label: string;
  readonly kind: string;
  lines(): Reading['lines'];
}

interface PointKind {
  readonly id: string;
  readonly label: string;
  readonly color: SeriesColor;
}

/** Between two points of one height, px. */
const POINT_WIDTH = 9;
const DIGIT_WIDTH = 6.5;
/** Marks no line in a legend. */
const NO_LINE = '0 24';

interface AgingPlotProps extends ChartProps {
  readonly columns: readonly AgingColumn[];
  readonly points: readonly AgingPoint[];
  readonly kinds: readonly PointKind[];
  /** The names of the upper ends of the bands: '50%'. */
  readonly bandLabels: readonly string[];
  /** The band that points are measured against; the last label to be dropped. */
  readonly mainBand: number;
  /** Older points stand at the upper edge. */
  readonly max: number;
  readonly format: (value: number) => string;
  readonly yTitle: string;
  /** Gets the indices in `points` of all at one place. */
  readonly onSelect: (indices: readonly number[]) => void;
}

/**
 * Issues by age in each column, over bands of the ages at which others left the column. Where a height has more points than
 * fit side by side, those of a kind are one marker with their number.
 */
export function AgingPlot(props: AgingPlotProps) {
  const { columns, points, bandLabels, max, format, onSelect } = props;
  const height = useChartHeight(props.height ?? 320);
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
  const shown = useMemo(() => {
    const kinds = new Map(visible.map(kind => [kind.id, kind]));
    return points.flatMap((point, index) => {
      const kind = kinds.get(point.kind);
      return kind ? [{ ...point, index, y: y(point.age), kind, isBeyond: point.age > max }] : [];
    });
  }, [points, visible, y, max]);
  const spots = useMemo(
    () => spotsOf(shown, { step, left: axes.left, zero: axes.zero }),
    [shown, step, axes.left, axes.zero],
  );
  const active = chart.active === null ? undefined : spots[chart.active];
  const count = active?.members.length ?? 0;
  const frame =
    count > 1
      ? { width: pillWidth(count) + 4, height: PILL_HEIGHT + 6 }
      : { width: 2 * POINT_WIDTH - 2, height: 2 * POINT_WIDTH - 2 };
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
        const { label = '', age = 0, column = 0, kind } = shown[index] ?? {};
        return [label, format(age), columns[column]?.label ?? '', kind?.label ?? ''];
      }}
      rowCount={shown.length}
      places={spots}
      reading={index => {
        const spot = spots[index];
        if (!spot) return { title: '', lines: [] };
        const { label, kind, members } = spot;
        if (members.length === 1) return { title: label, lines: spot.lines() };
        const each = members.map(({ label, age }) => ({ label, value: format(age) }));
        return spotReading(kind.label, each);
      }}
      onSelect={index => onSelect(spots[index]?.members.map(member => member.index) ?? [])}
      axes={axes}
      valueTitle={props.yTitle}
      behind={
        <Bands
          columns={columns}
          labels={bandLabels}
          main={props.mainBand}
          y={y}
          zero={axes.zero}
          left={axes.left}
          step={step}
          format={format}
        />
      }
    >
      <Markers spots={spots} />
      {active && (
        <rect
          className="tb-aging__active"
          x={active.x - frame.width / 2}
          y={active.y - frame.height / 2}
          width={frame.width}
          height={frame.height}
          rx={frame.height / 2}
        />
      )}
    </CartesianFrame>
  );
}

/** Circle, square, diamond; a triangle is beyond the edge. */
const kindMarker = (index: number) => markerPath(index < 2 ? index : 3);

const MIN_LABELLED_HEIGHT = 13;

/** The labels that have room: that of the band which points are measured against before all, then from the lowest. */
function freeLabels(heights: readonly number[], main: number): readonly number[] {
  const order = [main, ...heights.keys()].filter(band => band < heights.length);
  const free: number[] = [];
  for (const band of new Set(order)) {
    const isFree = free.every(
      other => Math.abs((heights[other] ?? 0) - (heights[band] ?? 0)) >= MIN_LABELLED_HEIGHT,
    );
    if (isFree) free.push(band);
  }
  return free;
}

/** Not drawn again while a point is read. */
const Bands = memo(
  (props: {
    readonly columns: readonly AgingColumn[];
    readonly labels: readonly string[];
    readonly main: number;
    readonly y: (age: number) => number;
    readonly zero: number;
    readonly left: number;
    readonly step: number;
    readonly format: (value: number) => string;
  }) => {
    const { columns, labels, main, y, zero, left, step, format } = props;
    return columns.map(({ label: name, bands }, column) => {
      if (bands.length === 0) return null;
      const x = left + column * step;
      const ends = [zero, ...bands.map(y), TOP];
      const texts = bands.map((value, band) => `${labels[band]} ${format(value)}`);
      const free = freeLabels(bands.map(y), main).filter(
        band => textWidth(texts[band] ?? '') < step - 8,
      );
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
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a band.
              <g key={band}>
                <line className="tb-aging__edge" x1={x + 1} x2={x + step - 1} y1={at} y2={at} />
                {free.includes(band) && (
                  <text className="tb-chart__label" x={x + step - 5} y={at - 3} textAnchor="end">
                    {texts[band]}
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

/** Relative, so that the markers of many points are one path. */
const MARKERS = [
  'm-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z',
  'm-4,-4h8v8h-8z',
  'm0,-5.2l5.2,5.2l-5.2,5.2l-5.2,-5.2z',
];
const BEYOND = 'm0,-7.8l6.5,10.4h-13z';

/** A place in the drawing with the points there, which are of one kind; it is the first of them. */
type AgingSpot = ShownPoint & { readonly x: number; readonly members: readonly ShownPoint[] };

type ShownPoint = Omit<AgingPoint, 'kind'> & {
  /** In `points`. */
  readonly index: number;
  readonly y: number;
  readonly isBeyond: boolean;
  readonly kind: Placed<PointKind>;
};

const PILL_HEIGHT = 16;

/** A marker and a number. */
const pillWidth = (count: number): number => 19 + formatCount(count).length * DIGIT_WIDTH;

/** A larger part of a column's points that do not fit side by side puts all of them into pills. */
const MAX_CROWDED = 0.5;

/** The points of one height side by side: 0, 1, -1, 2, -2; in a pill for each kind where they are too many. */
function spotsOf(
  points: readonly ShownPoint[],
  { left, zero, step }: { readonly left: number; readonly zero: number; readonly step: number },
): readonly AgingSpot[] {
  const heightOf = ({ y }: ShownPoint) => Math.floor((zero - y) / POINT_WIDTH);
  const isCrowded = (height: readonly ShownPoint[]) =>
    height.length * POINT_WIDTH > step - POINT_WIDTH;
  return [...Map.groupBy(points, ({ column }) => column)].flatMap(([column, own]) => {
    const center = left + (column + 0.5) * step;
    const crowded = [...Map.groupBy(own, heightOf).values()].filter(isCrowded).flat().length;
    const inPills = crowded > MAX_CROWDED * own.length;
    // A pill is as high as two rows of points.
    const rows = Map.groupBy(own, point => Math.floor(heightOf(point) / 2));
    return [...rows].flatMap(([row, members]): readonly AgingSpot[] => {
      const heights = [...Map.groupBy(members, heightOf).values()];
      if (!inPills && !heights.some(isCrowded))
        return heights.flatMap(height => sideBySide(height, center));
      const kinds = [...Map.groupBy(members, ({ kind }) => kind.index)].sort(([a], [b]) => a - b);
      const width = kinds.reduce((sum, [, each]) => sum + pillWidth(each.length), 0);
      let end = center - width / 2;
      return kinds.flatMap(([, each]) => {
        end += pillWidth(each.length);
        return spotOf(each, end - pillWidth(each.length) / 2, zero - (2 * row + 1) * POINT_WIDTH);
      });
    });
  });
}

const sideBySide = (points: readonly ShownPoint[], center: number): readonly AgingSpot[] =>
  points.flatMap((point, place) => {
    const side = Math.ceil(place / 2) * (place % 2 === 1 ? 1 : -1);
    return spotOf([point], center + side * POINT_WIDTH, point.y);
  });

function spotOf(members: readonly ShownPoint[], x: number, y: number): readonly AgingSpot[] {
  const [first] = members;
  return first ? [{ ...first, members, x, y }] : [];
}

/** Few elements, however many points: each would be laid out and painted at each move of the pointer. */
const Markers = memo(({ spots }: { readonly spots: readonly AgingSpot[] }) => {
  const shapeOf = ({ kind, isBeyond }: AgingSpot) =>
    isBeyond ? BEYOND : (MARKERS[kind.index] ?? '');
  const single = spots.filter(({ members }) => members.length === 1);
  const groups = Map.groupBy(single, spot => `${spot.kind.paint} ${spot.isBeyond}`);
  return (
    <>
      {[...groups].map(([key, members]) => (
        <path
          key={key}
          className="tb-aging__point"
          fill={members[0]?.kind.paint}
          d={members.map(spot => `M${spot.x},${spot.y}${shapeOf(spot)}`).join('')}
        />
      ))}
      {spots.map(spot => {
        const { x, y, kind, members } = spot;
        const width = pillWidth(members.length) - 2;
        return (
          members.length > 1 && (
            <g key={spot.index}>
              <rect
                className="tb-aging__pill"
                stroke={kind.paint}
                x={x - width / 2}
                y={y - PILL_HEIGHT / 2}
                width={width}
                height={PILL_HEIGHT}
                rx={PILL_HEIGHT / 2}
              />
              <path fill={kind.paint} d={`M${x - width / 2 + 8},${y}${shapeOf(spot)}`} />
              <text className="tb-aging__count" x={x - width / 2 + 14} y={y} dy="0.35em">
                {formatCount(members.length)}
              </text>
            </g>
          )
        );
      })}
    </>
  );
});
