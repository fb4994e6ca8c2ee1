import './area-chart.css';
import { memo, useId, useMemo } from 'react';
import {
  CartesianFrame,
  Cursor,
  cutText,
  MIN_WIDTH_FOR_NAMES,
  placeScale,
  readSeries,
  sparseTicks,
  TOP,
  textWidth,
  valueAxis,
} from './cartesian.tsx';
import {
  type ChartProps,
  defaultHeight,
  type Place,
  type Reading,
  useChart,
} from './chart-frame.tsx';
import { type TimeX, timeTicks } from './line-chart.tsx';
import { type BarSeries, type Placed, useSeries } from './series.ts';
import { useChartHeight } from './use-size.ts';

export interface AreaSeries extends BarSeries {
  /** From 0 to 1, for series of one colour. */
  readonly opacity: number;
  /** The part of each value, from 0 to 1, that is hatched at the top of the area. */
  readonly hatched?: readonly number[];
}

/** A distance up and a distance back from one point, with their texts. */
export interface Ruler {
  /** Heights in the stack. */
  readonly bottom: number;
  readonly top: number;
  /** The index of the point at the other end; null if it lies before the first. */
  readonly back: number | null;
  readonly upText: string;
  readonly backText: string;
  readonly lines: Reading['lines'];
}

const MAX_NAME_WIDTH = 120;

interface AreaChartProps extends ChartProps {
  readonly x: TimeX;
  /** From the top to the bottom. */
  readonly series: readonly AreaSeries[];
  /** The least value of the last series; the axis starts there, or at the tick below. */
  readonly floor: number;
  readonly format: (value: number) => string;
  readonly yTitle: string;
  /** At a point; without a pointer at the last one. */
  readonly rulerAt?: ((index: number) => Ruler | null) | undefined;
  /** Further sentences about a point. */
  readonly remarksAt?: (index: number) => readonly string[];
  readonly onSelect: (index: number) => void;
}

/** Areas on each other over time; all are read at one point by hover or arrow keys. */
export function AreaChart(props: AreaChartProps) {
  const { series, format, yTitle, rulerAt } = props;
  const { values: instants, format: formatLong } = props.x;
  const chart = useChart();
  const { width } = chart;
  const height = useChartHeight(props.height ?? defaultHeight(width, props.compact));
  const { visible, legend, onToggle } = useSeries(series);
  const isWhole = visible.length === series.length;
  const floor = isWhole ? props.floor : 0;
  const layout = useMemo(() => {
    const tops = stackTops(visible, instants.length);
    const highest = (tops[0] ?? []).reduce((most, value) => Math.max(most, value), floor + 1);
    const { scale: y, left, ...axis } = valueAxis([floor, highest], format, height);
    const named = width >= MIN_WIDTH_FOR_NAMES;
    const longest = Math.max(0, ...visible.map(({ label }) => textWidth(label)));
    const right = width - (named ? Math.min(MAX_NAME_WIDTH, longest) + 12 : 8);
    const x = placeScale(instants[0] ?? 0, instants.at(-1) ?? 1, [left, right]);
    const places = instants.map(instant => ({ x: x(instant) }));
    const ticks = timeTicks(props.x, right - left).map(({ at, label }) => ({ at: x(at), label }));
    const [low = 0] = y.domain();
    // Areas that start above zero show less than their size.
    const title = low > 0 ? `${yTitle}, from ${format(low)}` : yTitle;
    const axes = { ...axis, zero: y(low), labels: sparseTicks(ticks, width), left, right };
    return { tops, x, y, places, named, title, axes };
  }, [visible, props.x, instants, floor, format, yTitle, width, height]);
  const { tops, x, y, places, named, title, axes } = layout;
  const at = chart.active ?? instants.length - 1;
  const ruler = isWhole && instants.length > 0 ? rulerAt?.(at) : null;
  return (
    <CartesianFrame
      {...props}
      {...chart}
      height={height}
      legend={legend.map((item, at) => {
        return { ...item, color: mixed(item.color, series[at]?.opacity) };
      })}
      onToggle={onToggle}
      columns={['Day', ...visible.map(({ label }) => label)]}
      row={index => [
        formatLong(instants[index] ?? 0),
        ...readSeries(visible, index, format).map(({ value }) => value),
      ]}
      places={places}
      reading={index => ({
        title: formatLong(instants[index] ?? 0),
        lines: [
          ...readSeries(visible, index, format).map((line, at) => {
            return { ...line, color: mixed(line.color ?? '', visible[at]?.opacity) };
          }),
          ...((isWhole && rulerAt?.(index)?.lines) || []),
        ],
        remarks: props.remarksAt?.(index) ?? [],
      })}
      valueAt={x.invert}
      axes={axes}
      valueTitle={title}
      behind={
        <Areas series={visible} tops={tops} places={places} y={y} floor={y.domain()[0] ?? 0} />
      }
    >
      {named && <Names series={visible} tops={tops} y={y} floor={floor} x={axes.right + 8} />}
      {ruler && (
        <RulerLines
          ruler={ruler}
          at={x(instants[at] ?? 0)}
          back={ruler.back === null ? axes.left : x(instants[ruler.back] ?? 0)}
          y={y}
        />
      )}
      {chart.active !== null && !ruler && <Cursor at={x(instants[at] ?? 0)} height={height} />}
    </CartesianFrame>
  );
}

/** The colour of an area on the surface. */
const mixed = (color: string, opacity = 1): string =>
  `color-mix(in srgb, ${color} ${100 * opacity}%, var(--ds-surface))`;

type Scale = ((value: number) => number) & { readonly domain: () => number[] };

/** The upper edge of each series, from the top to the bottom. */
function stackTops(series: readonly BarSeries[], count: number): readonly (readonly number[])[] {
  let below = new Array<number>(count).fill(0);
  return series
    .toReversed()
    .map(({ values }) => {
      below = below.map((sum, index) => sum + (values[index] ?? 0));
      return below;
    })
    .reverse();
}

interface AreasProps {
  readonly series: readonly Placed<AreaSeries>[];
  readonly tops: readonly (readonly number[])[];
  readonly y: Scale;
  readonly floor: number;
}

/** Not drawn again while a point is read. */
const Areas = memo(
  ({ series, tops, places, y, floor }: AreasProps & { readonly places: readonly Place[] }) => {
    const pattern = useId();
    const edge = (values: readonly number[] | undefined) =>
      places.map(({ x }, index) => `${x},${y(Math.max(floor, values?.[index] ?? floor))}`);
    const area = (top: readonly number[] | undefined, bottom: readonly number[] | undefined) =>
      `M${[...edge(top), ...edge(bottom).reverse()].join('L')}Z`;
    return (
      <>
        {series.some(({ hatched }) => hatched) && <Hatch id={pattern} />}
        {series.map(({ id, paint, opacity, hatched, values }, place) => {
          const top = tops[place];
          const below = top?.map(
            (sum, index) => sum - (values[index] ?? 0) * (hatched?.[index] ?? 0),
          );
          return (
            <g key={id}>
              <path d={area(top, tops[place + 1])} fill={paint} fillOpacity={opacity} />
              {hatched && <path d={area(top, below)} fill={`url(#${pattern})`} />}
              <path className="tb-area__edge" d={`M${edge(top).join('L')}`} />
            </g>
          );
        })}
      </>
    );
  },
);

/** Slanted lines in the colour of the surface. */
const Hatch = ({ id }: { readonly id: string }) => (
  <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <line className="tb-area__hatch" y2={6} />
  </pattern>
);

const LINE_HEIGHT = 14;

/** Names in the middle of the last heights, where there is room. */
function Names({ series, tops, y, floor, x }: AreasProps & { readonly x: number }) {
  let free = TOP - LINE_HEIGHT;
  return series.map(({ id, label }, place) => {
    const middle =
      ((tops[place]?.at(-1) ?? 0) + Math.max(floor, tops[place + 1]?.at(-1) ?? floor)) / 2;
    const at = Math.max(y(middle), free + LINE_HEIGHT);
    free = at;
    return (
      <text key={id} className="tb-chart__label" x={x} y={at} dy="0.32em">
        {cutText(label, MAX_NAME_WIDTH)}
      </text>
    );
  });
}

function RulerLines(props: {
  readonly ruler: Ruler;
  readonly at: number;
  readonly back: number;
  readonly y: Scale;
}) {
  const { ruler, at, back, y } = props;
  const [low, high] = [y(ruler.bottom), y(ruler.top)];
  const cap = (x: number, level: number) => `M${x - 4},${level}h8`;
  const isRight = at - back < 60;
  return (
    <g className="tb-area__ruler">
      <path d={`M${at},${low}V${high}${cap(at, low)}${cap(at, high)}`} />
      <path d={`M${back},${low}H${at}M${back},${low - 4}v8`} />
      <text
        className="tb-chart__value"
        x={at - 6}
        // Clear of the text below the other line.
        y={Math.min((low + high) / 2, low - LINE_HEIGHT / 2)}
        dy="0.32em"
        textAnchor="end"
      >
        {ruler.upText}
      </text>
      <text
        className="tb-chart__value"
        x={isRight ? at - 6 : (back + at) / 2}
        y={low + LINE_HEIGHT}
        textAnchor={isRight ? 'end' : 'middle'}
      >
        {ruler.backText}
      </text>
    </g>
  );
}
