/**
 * Series colours. The eight of a group were chosen among the chart tokens for the largest smallest distance (OKLab)
 * between any two, in light and in dark, as seen with and without protanopia, deuteranopia and tritanopia: 6.9, where
 * the token set's own categorical order has 1.8. Dash and marker distinguish them without colour.
 */

/** A colour with a meaning, or the place in a group of series. */
export type SeriesColor = 'resolved' | 'created' | 'neutral' | number;

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

const MEANINGS = {
  resolved: '--ds-chart-blue-bolder',
  created: '--ds-chart-red-bolder',
  neutral: '--ds-chart-neutral',
};

/** The CSS value of a colour; groups longer than eight repeat, with another dash and marker. */
export const seriesColor = (color: SeriesColor): string =>
  `var(${typeof color === 'number' ? GROUP[color % GROUP.length] : MEANINGS[color]})`;

const DASHES = ['', '2 3', '8 3 2 3'];

/** The dash pattern of a line: what is planned is dashed; solid lines past the eighth get patterns. */
export function dashPattern(
  style: 'solid' | 'dashed' | 'dotted',
  index: number,
): string | undefined {
  if (style === 'dashed') return '6 4';
  if (style === 'dotted') return '1 4';
  return DASHES[Math.floor(index / GROUP.length) % DASHES.length] || undefined;
}

const MARKERS = [
  'M-3,0a3,3 0 1,0 6,0a3,3 0 1,0 -6,0',
  'M-3,-3h6v6h-6z',
  'M0,-4L4,3H-4z',
  'M0,-4L4,0L0,4L-4,0z',
];

/** The path of a point's mark around 0,0: circle, square, triangle, diamond in turn. */
export const markerPath = (index: number): string => MARKERS[index % MARKERS.length] ?? '';
