import { memo } from 'react';

/** 12 px text: wide letters are rarer than narrow ones, so this errs on the safe side. */
const CHARACTER = 6.6;

export const textWidth = (text: string): number => text.length * CHARACTER;

export const cutText = (text: string, width: number): string => {
  const room = Math.max(3, Math.floor(width / CHARACTER));
  return text.length <= room ? text : `${text.slice(0, room - 1)}…`;
};

export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** The ticks whose labels do not touch, always evenly counted from the first. */
export function sparseTicks(ticks: readonly Tick[]): readonly Tick[] {
  const needed = Math.max(0, ...ticks.map(tick => textWidth(tick.label))) + 12;
  const kept: Tick[] = [];
  for (const tick of ticks) {
    const last = kept.at(-1);
    if (!last || tick.at - last.at >= needed) kept.push(tick);
  }
  return kept;
}

interface XAxisProps {
  readonly ticks: readonly Tick[];
  readonly y: number;
  readonly left: number;
  readonly right: number;
}

/** Labels under the drawing; the first and last turn inwards so that none is cut. */
export const XAxis = memo(({ ticks, y, left, right }: XAxisProps) => (
  <g className="tb-chart__axis">
    {ticks.map(tick => {
      const half = textWidth(tick.label) / 2;
      const anchor =
        tick.at - half < left - 32 ? 'start' : tick.at + half > right ? 'end' : 'middle';
      return (
        <text
          key={tick.at}
          x={anchor === 'end' ? Math.max(tick.at, right) : tick.at}
          y={y + 18}
          textAnchor={anchor}
        >
          {tick.label}
        </text>
      );
    })}
  </g>
));

interface YAxisProps {
  readonly ticks: readonly Tick[];
  readonly left: number;
  readonly right: number;
  readonly title?: string;
  readonly zero: number | null;
}

/** Grid lines with their values; the zero line clear, the rest barely visible. */
export const YAxis = memo(({ ticks, left, right, title, zero }: YAxisProps) => (
  <g className="tb-chart__axis">
    {ticks.map(tick => (
      <g key={tick.at}>
        <line className="tb-chart__grid" x1={left} x2={right} y1={tick.at} y2={tick.at} />
        <text x={left - 8} y={tick.at} dy="0.32em" textAnchor="end">
          {tick.label}
        </text>
      </g>
    ))}
    {zero !== null && <line className="tb-chart__zero" x1={left} x2={right} y1={zero} y2={zero} />}
    {title && (
      <text className="tb-chart__axis-title" x={0} y={10}>
        {title}
      </text>
    )}
  </g>
));
