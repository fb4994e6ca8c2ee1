import { scaleBand, scaleLinear } from '@visx/scale';
import { useMemo } from 'react';
import { formatNumber } from '../text/numbers.ts';
import { BOTTOM, cutText, sparseTicks, TOP, textWidth } from './axes.tsx';
import { CartesianFrame, extentWithZero, readSeries, valueAxis } from './cartesian.tsx';
import { type ChartProps, useChart } from './chart-frame.tsx';
import { type BarSeries, type Placed, useSeries } from './series.ts';

export interface BarChartProps extends ChartProps {
  readonly categories: readonly string[];
  /** Side by side in each category. */
  readonly series: readonly BarSeries[];
  /** Horizontal suits long names: people. Its height grows with the categories. */
  readonly orientation?: 'vertical' | 'horizontal';
  readonly format?: (value: number) => string;
  /** What is counted, with its unit. */
  readonly valueTitle?: string;
  readonly onSelect?: (category: number) => void;
}

const MAX_BAR_WIDTH = 40;
const ROW_BAR_WIDTH = 12;
const ROW_GAP = 12;

/** Bars by category, negative values below or left of zero. */
export function BarChart(props: BarChartProps) {
  const { categories, series, format = formatNumber } = props;
  const chart = useChart();
  const { visible, ...legend } = useSeries(series);
  const horizontal = props.orientation === 'horizontal';
  const rowHeight = visible.length * ROW_BAR_WIDTH + ROW_GAP;
  const height = horizontal ? TOP + BOTTOM + categories.length * rowHeight : (props.height ?? 280);
  const layout = useMemo(() => {
    const domain = extentWithZero(visible.flatMap(({ values }) => values));
    return (horizontal ? rows : columns)(categories, domain, format, chart.width, height);
  }, [horizontal, categories, visible, format, chart.width, height]);
  const { band, value, axes } = layout;
  const center = centerIn(band);

  return (
    <CartesianFrame
      {...props}
      {...chart}
      {...legend}
      height={height}
      columns={['Name', ...visible.map(one => one.label)]}
      readings={{
        count: categories.length,
        at: index => ({
          x: horizontal
            ? Math.min(axes.right, Math.max(...visible.map(one => value(one.values[index] ?? 0))))
            : center(index),
          y: horizontal ? center(index) : undefined,
          title: categories[index] ?? '',
          lines: readSeries(visible, index, format),
        }),
      }}
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

type Layout = ReturnType<typeof columns>;

function Bars(props: {
  readonly series: readonly Placed<BarSeries>[];
  readonly layout: Layout;
  readonly horizontal: boolean;
  readonly active: number | null;
}) {
  const { series, layout, horizontal, active } = props;
  const { band, value } = layout;
  const width = Math.min(MAX_BAR_WIDTH, band.bandwidth() / series.length);
  const start = (band.bandwidth() - width * series.length) / 2;
  const thickness = Math.max(1, width - (series.length > 1 ? 1 : 0));
  return series.map(({ id, values, paint }, place) =>
    values.map((amount, category) => {
      if (!amount) return null;
      const along = (band(category) ?? 0) + start + place * width;
      const from = Math.min(value(0), value(amount));
      const length = Math.max(1, Math.abs(value(amount) - value(0)));
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

/** Categories from left to right. */
function columns(
  categories: readonly string[],
  domain: [number, number],
  format: (value: number) => string,
  width: number,
  height: number,
) {
  const { y, values, zero, left } = valueAxis(domain, format, height);
  const right = width - 8;
  const band = categoryBand(categories.length, left, right);
  const ticks = categories.map((label, index) => {
    return { at: centerIn(band)(index), label: cutText(label, Math.max(64, band.step())) };
  });
  return {
    band,
    value: y,
    axes: { values, zero, labels: sparseTicks(ticks, 0, width), left, right },
  };
}

/** Categories from top to bottom. */
function rows(
  categories: readonly string[],
  domain: [number, number],
  format: (value: number) => string,
  width: number,
  height: number,
): Layout {
  const longest = Math.max(...categories.map(textWidth), 24);
  const left = Math.min(longest, width * 0.34) + 16;
  const right = width - 16;
  const scale = scaleLinear<number>({ domain, range: [left, right], nice: true });
  const ticks = scale
    .ticks(Math.max(2, Math.floor((right - left) / 80)))
    .map(tick => ({ at: scale(tick), label: format(tick) }));
  const band = categoryBand(categories.length, TOP, height - BOTTOM);
  const labels = categories.map((title, index) => {
    return { at: centerIn(band)(index), label: cutText(title, left - 16), title };
  });
  const values = sparseTicks(ticks, left, width);
  return { band, value: at => scale(at), axes: { values, zero: scale(0), labels, left, right } };
}

type Band = ReturnType<typeof categoryBand>;

const categoryBand = (count: number, from: number, to: number) =>
  scaleBand<number>({
    domain: Array.from({ length: count }, (_, index) => index),
    range: [from, to],
    paddingInner: 0.3,
    paddingOuter: 0.15,
  });

const centerIn = (band: Band) => (index: number) => (band(index) ?? 0) + band.bandwidth() / 2;
