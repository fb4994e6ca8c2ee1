import type { BarSeries } from './series.ts';

/** One rectangle: its category, where it starts in the category's band, and the values it spans. */
export interface Bar {
  readonly id: string;
  readonly category: number;
  readonly offset: number;
  readonly thickness: number;
  readonly from: number;
  readonly to: number;
  readonly fill: string;
}

type Filled = BarSeries & { readonly fill: string };

const MAX_BAR_WIDTH = 40;

/** The rectangles of a bar chart. Stacks grow from zero up for positive and down for negative values. */
export function bars(
  series: readonly Filled[],
  categories: number,
  mode: 'grouped' | 'stacked',
  bandwidth: number,
): Bar[] {
  const columns = mode === 'stacked' ? 1 : Math.max(1, series.length);
  const thickness = Math.min(MAX_BAR_WIDTH, bandwidth / columns);
  const start = (bandwidth - thickness * columns) / 2;
  const drawn: Bar[] = [];
  for (let category = 0; category < categories; category++) {
    let above = 0;
    let below = 0;
    series.forEach((one, index) => {
      const value = one.values[category];
      if (!value) return;
      const base = mode === 'grouped' ? 0 : value > 0 ? above : below;
      if (value > 0) above += value;
      else below += value;
      drawn.push({
        id: `${category} ${one.id}`,
        category,
        offset: start + (mode === 'grouped' ? index * thickness : 0),
        thickness: Math.max(1, thickness - (mode === 'grouped' && columns > 1 ? 1 : 0)),
        from: base,
        to: base + value,
        fill: one.fill,
      });
    });
  }
  return drawn;
}

/** From the least to the greatest end of any bar, with zero in it. */
export function valueExtent(
  series: readonly BarSeries[],
  mode: 'grouped' | 'stacked',
): [number, number] {
  const categories = Math.max(0, ...series.map(({ values }) => values.length));
  let low = 0;
  let high = 0;
  for (let category = 0; category < categories; category++) {
    let above = 0;
    let below = 0;
    for (const { values } of series) {
      const value = values[category] ?? 0;
      if (mode === 'grouped') {
        above = Math.max(above, value);
        below = Math.min(below, value);
      } else if (value > 0) above += value;
      else below += value;
    }
    high = Math.max(high, above);
    low = Math.min(low, below);
  }
  return low === high ? [0, 1] : [low, high];
}
