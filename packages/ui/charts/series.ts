import { useMemo, useState } from 'react';
import { formatNumber } from '../text/numbers.ts';

interface Series {
  readonly id: string;
  readonly label: string;
  readonly color?: SeriesColor | undefined;
}

export interface BarSeries extends Series {
  /** One per category or point; null has no bar, and is a gap in a line. */
  readonly values: readonly (number | null)[];
  /** The colours of bars, if they differ within the series. */
  readonly colors?: readonly SeriesColor[];
}

export interface LineSeries extends BarSeries {
  /** Solid for what happened; dashed for committed, ideal and average. */
  readonly style?: 'solid' | 'dashed' | 'dotted';
  /** Holds each value until the next point. */
  readonly step?: boolean;
  /** A limit: neither in the legend nor named at its end. */
  readonly quiet?: boolean;
  /** The id of a line; the space between both is shaded. */
  readonly bandTo?: string;
  /** Marks on the line with a remark, such as scope changes. */
  readonly marks?: readonly { readonly index: number; readonly text: string }[];
}

/** The goal of a gadget as a line across bars or dots; 0 is none. */
export const goalLines = (goal: number) =>
  goal === 0 ? [] : [{ label: `Goal ${formatNumber(goal)}`, value: goal }];

/** The goal of a gadget among the lines over so many points; 0 is none. */
export const goalSeries = (goal: number, count: number): readonly LineSeries[] =>
  goalLines(goal).map(({ label, value }) => ({
    id: 'goal',
    label,
    color: 'status-none',
    style: 'dashed',
    values: Array.from({ length: count }, () => value),
  }));

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

/** A colour with a meaning, or the place in a group of series. */
export type SeriesColor = keyof typeof MEANINGS | number;

const MEANINGS = {
  resolved: '--ds-chart-blue-bolder',
  created: '--ds-chart-red-bolder',
  neutral: '--ds-chart-neutral',
  'status-to-do': '--ds-chart-neutral',
  'status-in-progress': '--ds-chart-information',
  'status-done': '--ds-chart-success',
  'status-none': '--ds-chart-gray-boldest',
};

/**
 * The eight chart tokens with the largest minimum distance (OKLab) of any two, in light and dark, with and without
 * protanopia, deuteranopia and tritanopia: 6.9; the tokens' own order has 1.8.
 */
const GROUP = [
  '--ds-chart-blue-bolder',
  '--ds-chart-orange-bolder',
  '--ds-chart-purple-boldest',
  '--ds-chart-green-bold',
  '--ds-chart-magenta-bold',
  '--ds-chart-orange-boldest',
  '--ds-chart-green-boldest',
  '--ds-chart-red-bold',
];

/** The CSS value of a colour. After eight, colours repeat with another dash and marker. */
export const seriesColor = (color: SeriesColor): string =>
  `var(${typeof color === 'number' ? GROUP[color % GROUP.length] : MEANINGS[color]})`;

const DASHES = ['', '2 3', '8 3 2 3'];

/** The dash pattern of a line; solid lines past the eighth have one too. */
export function dashPattern({ style }: LineSeries, index: number): string | undefined {
  if (style === 'dashed') return '6 4';
  if (style === 'dotted') return '1 4';
  return DASHES[Math.floor(index / GROUP.length) % DASHES.length] || undefined;
}

/** The diamond of a mark around 0,0. */
export const MARK_PATH = 'M0,-5L5,0L0,5L-5,0z';

const MARKERS = [
  'M-3,0a3,3 0 1,0 6,0a3,3 0 1,0 -6,0',
  'M-3,-3h6v6h-6z',
  'M0,-4L4,3H-4z',
  'M0,-4L4,0L0,4L-4,0z',
];

/** The path of a marker around 0,0: circle, square, triangle, diamond in turn. */
export const markerPath = (index: number): string => MARKERS[index % MARKERS.length] ?? '';
