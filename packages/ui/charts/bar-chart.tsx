import { scaleBand } from '@visx/scale';
import { useMemo } from 'react';
import { formatNumber } from '../text/numbers.ts';
import {
  BOTTOM,
  CartesianFrame,
  cutText,
  extentWithZero,
  readSeries,
  sparseTicks,
  TOP,
  textWidth,
  valueAxis,
  valueScale,
} from './cartesian.tsx';
import { type ChartProps, useChart } from './chart-frame.tsx';
import { type BarSeries, type Placed, useSeries } from './series.ts';

const MAX_BAR_WIDTH = 40;
const ROW_BAR_WIDTH = 12;
const ROW_GAP = 12;

/** Bars by category, negative values below or left of zero. */
export function BarChart(
  props: ChartProps & {
    readonly categories: readonly string[];
    /** Side by side in each category. */
    readonly series: readonly BarSeries[];
    /** Horizontal suits long names: people. Its height grows with the categories. */
    readonly orientation?: 'vertical' | 'horizontal';
    readonly format?: (value: number) => string;
    /** What is counted, with its unit. */
    readonly valueTitle?: string;
    readonly onSelect?: (category: number) => void;
  },
) {
  const { categories, series, format = formatNumber } = props;
  const chart = useChart();
  const { visible, ...legend } = useSeries(series);
  const horizontal = props.orientation === 'horizontal';
  const rowHeight = visible.length * ROW_BAR_WIDTH + ROW_GAP;
  const height = horizontal ? TOP + BOTTOM + categories.length * rowHeight : (props.height ?? 280);
  const layout = useMemo(
    () => barLayout(categories, visible, format, chart.width, height, horizontal),
    [categories, visible, format, chart.width, height, horizontal],
  );
  const { band, center, scale, axes } = layout;
  return (
    <CartesianFrame
      {...props}
      {...chart}
      {...legend}
      height={height}
      columns={['Name', ...visible.map(one => one.label)]}
      count={categories.length}
      reading={index => ({
        x: horizontal
          ? Math.min(axes.right, Math.max(...visible.map(one => scale(one.values[index] ?? 0))))
          : center(index),
        y: horizontal ? center(index) : undefined,
        title: categories[index] ?? '',
        lines: readSeries(visible, index, format),
      })}
      nearest={(x, y) => {
        const at = Math.floor(((horizontal ? y : x) - (band.range()[0] ?? 0)) / band.step());
        return at >= 0 && at < categories.length ? at : null;
      }}
      axes={axes}
      valueTitle={props.valueTitle}
      horizontal={horizontal}
    >
      <Bars series={visible} layout={layout} horizontal={horizontal} active={chart.active} />
    </CartesianFrame>
  );
}

function Bars(props: {
  readonly series: readonly Placed<BarSeries>[];
  readonly layout: ReturnType<typeof barLayout>;
  readonly horizontal: boolean;
  readonly active: number | null;
}) {
  const { series, horizontal, active } = props;
  const { band, scale } = props.layout;
  const width = Math.min(MAX_BAR_WIDTH, band.bandwidth() / series.length);
  const start = (band.bandwidth() - width * series.length) / 2;
  const thickness = Math.max(1, width - (series.length > 1 ? 1 : 0));
  return series.map(({ id, values, paint }, place) =>
    values.map((amount, category) => {
      if (!amount) return null;
      const along = (band(category) ?? 0) + start + place * width;
      const from = Math.min(scale(0), scale(amount));
      const length = Math.max(1, Math.abs(scale(amount) - scale(0)));
      return (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a category.
          key={`${category} ${id}`}
          fill={paint}
          rx={Math.min(2, thickness / 4)}
          className={category === active ? 'tb-chart__bar--active' : undefined}
          x={horizontal ? from : along}
          y={horizontal ? along : from}
          width={horizontal ? length : thickness}
          height={horizontal ? thickness : length}
        />
      );
    }),
  );
}

/** Categories from left to right, or from top to bottom. */
function barLayout(
  categories: readonly string[],
  series: readonly BarSeries[],
  format: (value: number) => string,
  width: number,
  height: number,
  horizontal: boolean,
) {
  const domain = extentWithZero(series.flatMap(({ values }) => values));
  const nameWidth = Math.min(Math.max(...categories.map(textWidth), 24), width * 0.34);
  const upwards = valueAxis(domain, format, height);
  const left = horizontal ? nameWidth + 16 : upwards.left;
  const right = width - (horizontal ? 16 : 8);
  const { scale, values, zero } = horizontal
    ? valueScale(domain, [left, right], format, (right - left) / 80)
    : upwards;
  const band = scaleBand<number>({
    domain: [...categories.keys()],
    range: horizontal ? [TOP, height - BOTTOM] : [left, right],
    paddingInner: 0.3,
    paddingOuter: 0.15,
  });
  const center = (index: number) => (band(index) ?? 0) + band.bandwidth() / 2;
  const room = horizontal ? nameWidth : Math.max(64, band.step());
  const labels = categories.map((title, index) => {
    return { at: center(index), label: cutText(title, room), title };
  });
  const axes = horizontal
    ? { values: sparseTicks(values, left, width), labels, zero, left, right }
    : { values, labels: sparseTicks(labels, 0, width), zero, left, right };
  return { band, center, scale, axes };
}
