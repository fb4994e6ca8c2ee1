/** Axes and scales of charts with two axes. */
import { scaleLinear } from '@visx/scale';
import { type ComponentProps, memo, type ReactNode } from 'react';
import { ChartFrame, type Reading } from './chart-frame.tsx';
import { type BarSeries, type Placed, seriesColor } from './series.ts';

/** Margins above and below the plot, px. */
export const TOP = 24;
export const BOTTOM = 28;

/** Minimum width for names right of the plot, px. */
export const MIN_WIDTH_FOR_NAMES = 560;

/** Average width of a 12 px character, px; an overestimate. */
const CHARACTER = 6.6;

export const textWidth = (text: string): number => text.length * CHARACTER;

export const cutText = (text: string, width: number): string => {
  const room = Math.max(3, Math.floor(width / CHARACTER));
  return text.length <= room ? text : `${text.slice(0, room - 1)}…`;
};

/** Height of a line of a label, px. */
export const LINE_HEIGHT = 15;

/** Spreads ascending positions to be at least a line apart, and none below `most`. */
export function pushApart(ys: readonly number[], most: number): number[] {
  const moved = [...ys];
  for (let index = 1; index < moved.length; index++) {
    moved[index] = Math.max(moved[index] ?? 0, (moved[index - 1] ?? 0) + LINE_HEIGHT);
  }
  const mean = moved.reduce((sum, y, index) => sum + y - (ys[index] ?? 0), 0) / (moved.length || 1);
  const shift = Math.max(mean, (moved.at(-1) ?? 0) - most);
  return moved.map(y => y - shift);
}

interface Tick {
  readonly at: number;
  readonly label: string;
  /** The whole text of a cut label. */
  readonly title?: string;
}

const LABEL_GAP = 12;

/**
 * The first, every nth and the last tick, so that labels do not touch, with labels at the ends moved inside the width; a
 * label that would then touch the one before is left out.
 */
export function sparseTicks(ticks: readonly Tick[], width: number): Tick[] {
  const widest = Math.max(0, ...ticks.map(tick => textWidth(tick.label)));
  const first = ticks[0]?.at ?? 0;
  const spacing = Math.abs((ticks.at(-1)?.at ?? 0) - first) / Math.max(1, ticks.length - 1);
  const least = Math.max(1, Math.ceil((widest + LABEL_GAP) / Math.max(spacing, 0.01)));
  const last = ticks.length - 1;
  // Equal distances that reach the last tick, if they need not be much longer.
  const steps = Array.from({ length: Math.ceil(least / 2) + 1 }, (_, more) => least + more);
  const every = steps.find(step => last % step === 0) ?? least;
  const sparse: Tick[] = [];
  let end = -Infinity;
  ticks.forEach(({ at: place, label }, index) => {
    // The last tick has a label rather than one less than a step before it.
    if (index !== last && (index % every !== 0 || (index > 0 && last - index < every))) return;
    const half = textWidth(label) / 2;
    const at = Math.max(half, Math.min(place, width - half));
    if (at - half < end + LABEL_GAP / 2) return;
    end = at + half;
    sparse.push({ at, label });
  });
  return sparse;
}

type Domain = readonly [number, number];

/** Height of a line of text, px. */
const LABEL_ROOM = 16;

/** The part of an axis beyond its values that may be empty. */
const MAX_EMPTY = 0.1;

/**
 * A linear scale, rounded outwards to ticks, which are whole for `whole` values; where the last tick would be far beyond the
 * greatest or the least negative value, the scale ends at that. With `labelsBelow` there is room for the label of a negative
 * value.
 */
export function valueScale(
  domain: Domain,
  range: Domain,
  format: (value: number) => string,
  ticks: number,
  labelsBelow = false,
  whole = domain.every(Number.isInteger),
) {
  let count = Math.max(2, Math.floor(ticks));
  const scale = scaleLinear<number>({ domain: [...domain], range: [...range] });
  // Fewer ticks where there are no half issues, and where rounding would give two the same label.
  const fits = (values: readonly number[]) =>
    areDistinct(values.map(format)) && (!whole || values.every(Number.isInteger));
  while (count > 1 && !fits(scale.ticks(count))) count--;
  const [bottom = 0, top = 1] = scale.nice(count).domain();
  const [first = 0, second = 1] = scale.ticks(count);
  const step = second - first;
  const maxEmpty = MAX_EMPTY * (top - bottom);
  const room = labelsBelow ? (LABEL_ROOM / Math.abs(range[1] - range[0])) * (top - bottom) : 0;
  const least = domain[0] < 0 ? domain[0] - room : bottom;
  const low = least < bottom || least - bottom > maxEmpty ? least : bottom;
  const high = top - domain[1] > maxEmpty ? domain[1] : top;
  scale.domain([low, high]);
  // A sum of fractions may be just beside a tick.
  const start = Math.ceil((low - bottom) / step - 1e-6);
  const end = Math.floor((high - bottom) / step + 1e-6);
  const values = Array.from({ length: end - start + 1 }, (_, index): Tick => {
    const value = bottom + (start + index) * step;
    return { at: scale(value), label: format(value) };
  });
  return { scale, values, zero: scale(0) };
}

const areDistinct = (labels: readonly string[]) => new Set(labels).size === labels.length;

/** The vertical scale; `left` of the plot is right of its labels. */
export function valueAxis(
  domain: Domain,
  format: (value: number) => string,
  height: number,
  whole?: boolean,
) {
  const axis = valueScale(domain, [height - BOTTOM, TOP], format, height / 56, true, whole);
  return { ...axis, left: Math.max(...axis.values.map(tick => textWidth(tick.label)), 8) + 12 };
}

/** The range of the values with zero in it; [0, 1] where all are zero. */
export function extentWithZero(values: readonly (number | null)[]): Domain {
  const numbers = values.map(value => value ?? 0);
  const low = numbers.reduce((least, value) => Math.min(least, value), 0);
  const high = numbers.reduce((most, value) => Math.max(most, value), 0);
  return low === high ? [0, 1] : [low, high];
}

/** A scale of instants or positions; an empty domain, which would be infinite, is widened. */
export const placeScale = (from: number, to: number, range: Domain) =>
  scaleLinear<number>({
    domain: from === to ? [from - 1, to + 1] : [from, to],
    range: [...range],
  });

export function readSeries(
  series: readonly Placed<BarSeries>[],
  index: number,
  format: (value: number) => string,
): Reading['lines'] {
  return series.map(({ label, values, paint, colors }) => {
    const value = values[index] ?? null;
    const own = colors?.[index];
    const color = own === undefined ? paint : seriesColor(own);
    return { label, value: value === null ? '-' : format(value), color };
  });
}

export const Cursor = ({ at, height }: { readonly at: number; readonly height: number }) => (
  <line className="tb-chart__cursor tb-no-print" x1={at} x2={at} y1={TOP} y2={height - BOTTOM} />
);

interface AxesProps {
  /** Ticks of the value axis, each with a grid line. */
  readonly values: readonly Tick[];
  readonly zero: number;
  readonly labels: readonly Tick[];
  readonly left: number;
  readonly right: number;
  readonly height: number;
  /** What the value axis counts, with its unit. */
  readonly title: string | undefined;
  /** Values from left to right and labels at the left; else values upwards and labels below. */
  readonly horizontal: boolean;
}

/** Both axes; the zero line clear, the other grid lines barely visible. Not drawn again while a point is read. */
const Axes = memo((props: AxesProps) => {
  const { values, labels, left, right, height, title, horizontal } = props;
  const bottom = height - BOTTOM;
  const line = (at: number) =>
    horizontal ? { x1: at, x2: at, y1: TOP, y2: bottom } : { x1: left, x2: right, y1: at, y2: at };
  return (
    <g>
      {values.map(({ at }) => (
        <line key={at} className="tb-chart__grid" {...line(at)} />
      ))}
      <line className="tb-chart__zero" {...line(props.zero)} />
      {(horizontal ? labels : values).map(tick => (
        <text key={tick.at} x={left - 8} y={tick.at} dy="0.32em" textAnchor="end">
          {tick.title && <title>{tick.title}</title>}
          {tick.label}
        </text>
      ))}
      {(horizontal ? values : labels).map(tick => (
        <text key={tick.at} x={tick.at} y={bottom + 18} textAnchor="middle">
          {tick.label}
        </text>
      ))}
      {title && (
        <text className="tb-chart__axis-title" x={horizontal ? left : 0} y={10}>
          {title}
        </text>
      )}
    </g>
  );
});

type CartesianFrameProps = ComponentProps<typeof ChartFrame> & {
  readonly axes: Omit<AxesProps, 'height' | 'title' | 'horizontal'>;
  readonly valueTitle: string | undefined;
  readonly horizontal?: boolean;
  readonly behind?: ReactNode;
};

export function CartesianFrame(props: CartesianFrameProps) {
  const { axes, valueTitle, horizontal = false, behind, children, ...frame } = props;
  return (
    <ChartFrame {...frame}>
      {behind}
      <Axes {...axes} height={frame.height} title={valueTitle} horizontal={horizontal} />
      {children}
    </ChartFrame>
  );
}
