import { scaleBand, scaleLinear } from '@visx/scale';
import { memo, useMemo } from 'react';
import { formatNumber } from '../text/numbers.ts';
import { cutText, sparseTicks, textWidth, XAxis, YAxis } from './axes.tsx';
import { type Bar, bars, valueExtent } from './bars.ts';
import { BOTTOM, TOP, valueAxis, valueText } from './cartesian.tsx';
import {
  ChartFrame,
  type ChartProps,
  type Reading,
  useChart,
  useHiddenSeries,
} from './chart-frame.tsx';
import { seriesColor } from './palette.ts';
import type { BarSeries } from './series.ts';

export interface BarChartProps extends ChartProps {
  readonly categories: readonly string[];
  readonly series: readonly BarSeries[];
  /** Side by side, or on top of one another. */
  readonly mode?: 'grouped' | 'stacked';
  /** Horizontal suits long names: people. Its height grows with the categories. */
  readonly orientation?: 'vertical' | 'horizontal';
  readonly format?: (value: number) => string;
  /** What is counted, with its unit. */
  readonly valueTitle?: string;
  readonly onSelect?: (category: number) => void;
}

const BAR_THICKNESS = 12;
const ROW_GAP = 12;

/** Bars by category, grouped or stacked, negative values below or left of zero. */
export function BarChart(props: BarChartProps) {
  const { categories, series, mode = 'grouped', orientation = 'vertical' } = props;
  const { format = formatNumber } = props;
  const chart = useChart();
  const { hidden, toggle } = useHiddenSeries(series.map(({ id }) => id));
  const shown = useMemo(
    () =>
      series
        .map((one, index) => ({ ...one, fill: seriesColor(one.color ?? index) }))
        .filter(({ id }) => !hidden.has(id)),
    [series, hidden],
  );
  const horizontal = orientation === 'horizontal';
  const height = horizontal
    ? rowsHeight(categories.length, mode === 'stacked' ? 1 : shown.length)
    : (props.height ?? 280);
  const layout = useMemo(
    () =>
      (horizontal ? horizontalLayout : verticalLayout)(
        categories,
        valueExtent(shown, mode),
        format,
        chart.width,
        height,
      ),
    [horizontal, categories, shown, mode, format, chart.width, height],
  );
  const { band, value, left, right } = layout;
  const drawn = useMemo(
    () => bars(shown, categories.length, mode, band.bandwidth()),
    [shown, categories.length, mode, band],
  );
  const center = (index: number) => (band(index) ?? 0) + band.bandwidth() / 2;

  const readAt = (index: number): Reading => ({
    x: horizontal
      ? Math.min(right, Math.max(...shown.map(one => value(one.values[index] ?? 0))))
      : center(index),
    y: horizontal ? center(index) : undefined,
    title: categories[index] ?? '',
    lines: shown.map(one => ({
      label: one.label,
      value: valueText(one.values[index], format),
      color: one.fill,
    })),
  });
  const nearest = (x: number, y: number) => {
    const at = Math.floor(((horizontal ? y : x) - (band.range()[0] ?? 0)) / band.step());
    return at >= 0 && at < categories.length ? at : null;
  };

  return (
    <ChartFrame
      {...props}
      {...chart}
      height={height}
      legend={series.map((one, index) => ({
        id: one.id,
        label: one.label,
        color: seriesColor(one.color ?? index),
        hidden: hidden.has(one.id),
      }))}
      onToggle={toggle}
      table={() => ({
        columns: ['Name', ...shown.map(one => one.label)],
        rows: categories.map((category, index) => [
          category,
          ...shown.map(one => valueText(one.values[index], format)),
        ]),
      })}
      readings={{ count: categories.length, at: readAt }}
      nearest={nearest}
    >
      {horizontal ? (
        <SideAxes
          layout={layout}
          height={height}
          title={props.valueTitle}
          categories={categories}
        />
      ) : (
        <>
          <YAxis
            ticks={layout.ticks}
            left={left}
            right={right}
            title={props.valueTitle}
            zero={value(0)}
          />
          <XAxis ticks={layout.categoryTicks} y={height - BOTTOM} />
        </>
      )}
      <Bars drawn={drawn} layout={layout} horizontal={horizontal} active={chart.active} />
    </ChartFrame>
  );
}

type Layout = ReturnType<typeof verticalLayout>;

function Bars(props: {
  readonly drawn: readonly Bar[];
  readonly layout: Layout;
  readonly horizontal: boolean;
  readonly active: number | null;
}) {
  const { drawn, layout, horizontal, active } = props;
  const { band, value } = layout;
  return drawn.map(bar => {
    const along = (band(bar.category) ?? 0) + bar.offset;
    const ends = [value(bar.from), value(bar.to)].sort((a, b) => a - b);
    const [low = 0, high = 0] = ends;
    const shared = {
      fill: bar.fill,
      rx: Math.min(2, bar.thickness / 4),
      className: bar.category === active ? 'tb-chart__bar--active' : undefined,
    };
    const length = Math.max(1, high - low);
    return horizontal ? (
      <rect key={bar.id} {...shared} x={low} y={along} width={length} height={bar.thickness} />
    ) : (
      <rect key={bar.id} {...shared} x={along} y={low} width={bar.thickness} height={length} />
    );
  });
}

const SideAxes = memo(
  (props: {
    readonly layout: Layout;
    readonly height: number;
    readonly title: string | undefined;
    readonly categories: readonly string[];
  }) => {
    const { layout, height, title, categories } = props;
    const { band, left } = layout;
    return (
      <g>
        {layout.ticks.map(tick => (
          <g key={tick.at}>
            <line
              className="tb-chart__grid"
              x1={tick.at}
              x2={tick.at}
              y1={TOP}
              y2={height - BOTTOM}
            />
            <text x={tick.at} y={height - BOTTOM + 18} textAnchor="middle">
              {tick.label}
            </text>
          </g>
        ))}
        <line
          className="tb-chart__zero"
          x1={layout.value(0)}
          x2={layout.value(0)}
          y1={TOP}
          y2={height - BOTTOM}
        />
        {categories.map((category, index) => (
          <text
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may share a name.
            key={index}
            x={left - 8}
            y={(band(index) ?? 0) + band.bandwidth() / 2}
            dy="0.32em"
            textAnchor="end"
          >
            <title>{category}</title>
            {cutText(category, left - 16)}
          </text>
        ))}
        {title && (
          <text className="tb-chart__axis-title" x={left} y={10}>
            {title}
          </text>
        )}
      </g>
    );
  },
);

const rowsHeight = (categories: number, perCategory: number) =>
  TOP + BOTTOM + categories * (Math.max(1, perCategory) * BAR_THICKNESS + ROW_GAP);

function verticalLayout(
  categories: readonly string[],
  domain: [number, number],
  format: (value: number) => string,
  width: number,
  height: number,
) {
  const { y: value, ticks, left } = valueAxis(domain, format, height);
  const right = width - 8;
  const band = categoryBand(categories.length, left, right);
  const categoryTicks = sparseTicks(
    categories.map((label, index) => ({
      at: (band(index) ?? 0) + band.bandwidth() / 2,
      label: cutText(label, Math.max(64, band.step())),
    })),
    0,
    width,
  );
  return { band, value, ticks, categoryTicks, left, right };
}

function horizontalLayout(
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
  const ticks = sparseTicks(
    scale
      .ticks(Math.max(2, Math.floor((right - left) / 80)))
      .map(tick => ({ at: scale(tick), label: format(tick) })),
    left,
    width,
  );
  const band = categoryBand(categories.length, TOP, height - BOTTOM);
  return { band, value: (at: number) => scale(at), ticks, categoryTicks: [], left, right };
}

const categoryBand = (count: number, from: number, to: number) =>
  scaleBand<number>({
    domain: Array.from({ length: count }, (_, index) => index),
    range: [from, to],
    paddingInner: 0.3,
    paddingOuter: 0.15,
  });
