/** What charts with two axes share: margins, the value axis, and the frame with both axes. */
import { scaleLinear } from '@visx/scale';
import type { ComponentProps, ReactNode } from 'react';
import { type Tick, textWidth, XAxis, YAxis } from './axes.tsx';
import { ChartFrame } from './chart-frame.tsx';

/** Margins above and below the plot, px. */
export const TOP = 24;
export const BOTTOM = 28;

/** From this width on there is room for names to the right of the plot. */
export const MIN_WIDTH_FOR_NAMES = 560;

export interface ValueAxis {
  readonly y: (value: number) => number;
  readonly ticks: readonly Tick[];
  /** Where the plot begins, right of the tick labels. */
  readonly left: number;
}

/** The vertical scale of a plot, rounded outwards to whole ticks. */
export function valueAxis(
  domain: readonly [number, number],
  format: (value: number) => string,
  height: number,
): ValueAxis {
  const scale = scaleLinear<number>({
    domain: [...domain],
    range: [height - BOTTOM, TOP],
    nice: true,
  });
  const ticks = scale
    .ticks(Math.max(2, Math.floor(height / 56)))
    .map(value => ({ at: scale(value), label: format(value) }));
  const left = Math.max(...ticks.map(tick => textWidth(tick.label)), 8) + 12;
  return { y: value => scale(value), ticks, left };
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

/** A domain that is never a single point, so that a scale over it stays finite. */
export function widened(from: number, to: number): [number, number] {
  return from === to ? [from - 1, to + 1] : [from, to];
}

export const valueText = (value: number | null | undefined, format: (value: number) => string) =>
  value === null || value === undefined ? '-' : format(value);

interface CartesianFrameProps extends ComponentProps<typeof ChartFrame> {
  readonly axis: ValueAxis;
  readonly right: number;
  readonly xTicks: readonly Tick[];
  readonly valueTitle: string | undefined;
  /** Drawn behind the axes. */
  readonly behind?: ReactNode;
}

/** A chart frame with a value axis at the left and labels below. */
export function CartesianFrame({
  axis,
  right,
  xTicks,
  valueTitle,
  behind,
  children,
  ...frame
}: CartesianFrameProps) {
  return (
    <ChartFrame {...frame}>
      {behind}
      <YAxis
        ticks={axis.ticks}
        left={axis.left}
        right={right}
        title={valueTitle}
        zero={axis.y(0)}
      />
      <XAxis ticks={xTicks} y={frame.height - BOTTOM} />
      {children}
    </ChartFrame>
  );
}
