import { memo } from 'react';

/** Margins above and below the plot, px. */
export const TOP = 24;
export const BOTTOM = 28;

/** Average width of a 12 px character, px; an overestimate. */
const CHARACTER = 6.6;

export const textWidth = (text: string): number => text.length * CHARACTER;

export const cutText = (text: string, width: number): string => {
  const room = Math.max(3, Math.floor(width / CHARACTER));
  return text.length <= room ? text : `${text.slice(0, room - 1)}…`;
};

export interface Tick {
  readonly at: number;
  readonly label: string;
  /** The whole text of a cut label. */
  readonly title?: string;
}

const LABEL_GAP = 12;

/**
 * Every nth tick, so that labels do not touch, with labels at the ends moved inside `from`..`to`; a label that would
 * then touch the one before is left out.
 */
export function sparseTicks(ticks: readonly Tick[], from: number, to: number): Tick[] {
  const widest = Math.max(0, ...ticks.map(tick => textWidth(tick.label)));
  const first = ticks[0]?.at ?? 0;
  const spacing = Math.abs((ticks.at(-1)?.at ?? 0) - first) / Math.max(1, ticks.length - 1);
  const every = Math.max(1, Math.ceil((widest + LABEL_GAP) / Math.max(spacing, 0.01)));
  const sparse: Tick[] = [];
  let end = -Infinity;
  for (let index = 0; index < ticks.length; index += every) {
    const tick = ticks[index];
    if (!tick) continue;
    const half = textWidth(tick.label) / 2;
    const at = Math.max(from + half, Math.min(tick.at, to - half));
    if (at - half < end + LABEL_GAP / 2) continue;
    end = at + half;
    sparse.push({ at, label: tick.label });
  }
  return sparse;
}

export interface AxesProps {
  /** Ticks of the value axis, each with a grid line. */
  readonly values: readonly Tick[];
  /** The place of zero on the value axis. */
  readonly zero: number;
  /** Labels of the other axis. */
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
export const Axes = memo(
  ({ values, zero, labels, left, right, height, title, horizontal }: AxesProps) => {
    const bottom = height - BOTTOM;
    const line = (at: number) =>
      horizontal
        ? { x1: at, x2: at, y1: TOP, y2: bottom }
        : { x1: left, x2: right, y1: at, y2: at };
    return (
      <g>
        {values.map(({ at }) => (
          <line key={at} className="tb-chart__grid" {...line(at)} />
        ))}
        <line className="tb-chart__zero" {...line(zero)} />
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
  },
);
