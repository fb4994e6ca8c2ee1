import { memo } from 'react';

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
  const kept: Tick[] = [];
  let end = -Infinity;
  for (let index = 0; index < ticks.length; index += every) {
    const tick = ticks[index];
    if (!tick) continue;
    const half = textWidth(tick.label) / 2;
    const at = Math.max(from + half, Math.min(tick.at, to - half));
    if (at - half < end + LABEL_GAP / 2) continue;
    end = at + half;
    kept.push({ at, label: tick.label });
  }
  return kept;
}

/** Labels under the drawing. */
export const XAxis = memo(
  ({ ticks, y }: { readonly ticks: readonly Tick[]; readonly y: number }) => (
    <g className="tb-chart__axis">
      {ticks.map(tick => (
        <text key={tick.at} x={tick.at} y={y + 18} textAnchor="middle">
          {tick.label}
        </text>
      ))}
    </g>
  ),
);

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
