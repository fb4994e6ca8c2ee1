/** Parts of charts with two axes. */
import { scaleLinear } from '@visx/scale';
import type { ComponentProps, ReactNode } from 'react';
import { Axes, type AxesProps, BOTTOM, TOP, textWidth } from './axes.tsx';
import { ChartFrame, type Reading } from './chart-frame.tsx';
import type { Placed } from './series.ts';

/** Minimum width for names right of the plot. */
export const MIN_WIDTH_FOR_NAMES = 560;

/** The vertical scale, rounded outwards to whole ticks; `left` of the plot is right of their labels. */
export function valueAxis(
  domain: readonly [number, number],
  format: (value: number) => string,
  height: number,
) {
  const scale = scaleLinear<number>({
    domain: [...domain],
    range: [height - BOTTOM, TOP],
    nice: true,
  });
  const values = scale
    .ticks(Math.max(2, Math.floor(height / 56)))
    .map(value => ({ at: scale(value), label: format(value) }));
  const left = Math.max(...values.map(tick => textWidth(tick.label)), 8) + 12;
  return { y: (value: number): number => scale(value), values, zero: scale(0), left };
}

/** The range of the values with zero in it; [0, 1] where all are zero. */
export function extentWithZero(values: Iterable<number | null>): [number, number] {
  let low = 0;
  let high = 0;
  for (const value of values) {
    if (value === null) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low === high ? [0, 1] : [low, high];
}

/** Widens an empty domain, which would make a scale infinite. */
export function widened(from: number, to: number): [number, number] {
  return from === to ? [from - 1, to + 1] : [from, to];
}

interface ValueSeries {
  readonly label: string;
  readonly values: readonly (number | null)[];
}

/** The values of all series at one point. */
export function readSeries(
  series: readonly Placed<ValueSeries>[],
  index: number,
  format: (value: number) => string,
): Reading['lines'] {
  return series.map(({ label, values, paint }) => {
    const value = values[index] ?? null;
    return { label, value: value === null ? '-' : format(value), color: paint };
  });
}

/** The index of the point at the least distance below `max`; null where there is none. */
export function nearestPoint<Point>(
  points: readonly Point[],
  distanceOf: (point: Point) => number,
  max = Infinity,
): number | null {
  let nearest: number | null = null;
  let least = max;
  points.forEach((point, index) => {
    const distance = distanceOf(point);
    if (distance >= least) return;
    nearest = index;
    least = distance;
  });
  return nearest;
}

type CartesianFrameProps = ComponentProps<typeof ChartFrame> & {
  readonly axes: Omit<AxesProps, 'height' | 'title' | 'horizontal'>;
  readonly valueTitle: string | undefined;
  readonly horizontal?: boolean;
  /** Drawn behind the axes. */
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
