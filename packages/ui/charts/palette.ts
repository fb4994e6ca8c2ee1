/**
 * Series colours: the eight chart tokens with the largest minimum distance (OKLab) of any two, in light and dark, with
 * and without protanopia, deuteranopia and tritanopia: 6.9; the tokens' own order has 1.8. Dash and marker differ too.
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

/** The CSS value of a colour. After eight colours repeat, with another dash and marker. */
export const seriesColor = (color: SeriesColor): string =>
  `var(${typeof color === 'number' ? GROUP[color % GROUP.length] : MEANINGS[color]})`;

const DASHES = ['', '2 3', '8 3 2 3'];

/** The dash pattern of a line; solid lines past the eighth have one too. */
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

/** The path of a marker around 0,0: circle, square, triangle, diamond in turn. */
export const markerPath = (index: number): string => MARKERS[index % MARKERS.length] ?? '';
