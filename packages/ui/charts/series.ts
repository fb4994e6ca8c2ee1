import { useMemo, useState } from 'react';
import { type SeriesColor, seriesColor } from './palette.ts';

interface Series {
  readonly id: string;
  readonly label: string;
  readonly color?: SeriesColor;
}

export interface BarSeries extends Series {
  /** One per category; null has no bar. */
  readonly values: readonly (number | null)[];
}

export interface LineSeries extends Series {
  /** One per point of `x`; null leaves a gap. */
  readonly values: readonly (number | null)[];
  /** Solid for what happened; dashed for committed, ideal and average. */
  readonly style?: 'solid' | 'dashed' | 'dotted';
  /** Holds each value until the next point. */
  readonly step?: boolean;
  /** Marks on the line with a remark, such as scope changes. */
  readonly marks?: readonly { readonly index: number; readonly text: string }[];
}

/** A series with its place among all of them and its colour in CSS. */
export type Placed<One> = One & { readonly index: number; readonly paint: string };

/** The visible series, and the legend, which hides all but the last of them. */
export function useSeries<One extends Series>(
  series: readonly One[],
  colorOf: (color: SeriesColor) => string = seriesColor,
) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const placed = useMemo(
    () =>
      series.map((one, index): Placed<One> => {
        return { ...one, index, paint: colorOf(one.color ?? index) };
      }),
    [series, colorOf],
  );
  const visible = useMemo(() => placed.filter(({ id }) => !hidden.has(id)), [placed, hidden]);
  const onToggle = (id: string) => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    if (series.some(other => !next.has(other.id))) setHidden(next);
  };
  const legend = placed.map(({ id, label, paint }) => {
    return { id, label, color: paint, hidden: hidden.has(id) };
  });
  return { visible, legend, onToggle };
}
