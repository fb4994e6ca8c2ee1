import { scaleBand } from '@visx/scale';
import { type ComponentProps, useMemo } from 'react';
import { formatNumber } from '../text/numbers.ts';
import { usePrintLayout } from '../text/print.ts';
import {
  BOTTOM,
  CartesianFrame,
  cutText,
  extentWithZero,
  LINE_HEIGHT,
  pushApart,
  readSeries,
  sparseTicks,
  TOP,
  textWidth,
  valueAxis,
  valueScale,
} from './cartesian.tsx';
import { type ChartProps, defaultHeight, useChart } from './chart-frame.tsx';
import { type BarSeries, type Placed, seriesColor, useSeries } from './series.ts';
import { useChartHeight } from './use-size.ts';

const MAX_BAR_WIDTH = 40;
const ROW_BAR_WIDTH = 14;
const ROW_GAP = 12;
/** Between a bar and its value, px. */
const LABEL_GAP = 6;
/** Along rows. */
const MAX_TICKS = 8;
/** Thinner bars have no values. */
const MIN_LABELLED = { upright: 20, row: 11 } as const;
/** Height to width, so that a chart fits on a printed page below its heading. */
const MAX_PRINT_SHAPE = 1.05;

/** Bars by category, negative values below or left of zero, with their values where there is room. */
export function BarChart(
  props: ChartProps & {
    readonly categories: readonly string[];
    readonly axisLabels?: readonly string[];
    /** Dashed lines across upright bars, such as an average. */
    readonly lines?: readonly { readonly label: string; readonly value: number }[];
    readonly series: readonly BarSeries[];
    /** Read with the bars, and without bars of their own. */
    readonly beside?: readonly BarSeries[];
    /** Horizontal suits long names: people. Its height grows with the categories. */
    readonly orientation?: 'vertical' | 'horizontal';
    readonly format?: (value: number) => string;
    /** The value on a bar, if it says more than the axis: '45 · 7%'. */
    readonly formatLabel?: (value: number) => string;
    /** What is counted, with its unit. */
    readonly valueTitle?: string;
    readonly onSelect?: (category: number) => void;
  },
) {
  const { categories, series, format = formatNumber, formatLabel = format } = props;
  const { axisLabels = categories, lines = NO_LINES, beside = [] } = props;
  const chart = useChart();
  const { visible, ...legend } = useSeries(series);
  const horizontal = props.orientation === 'horizontal';
  const rowHeight = visible.length * ROW_BAR_WIDTH + ROW_GAP;
  const rowsHeight = TOP + BOTTOM + categories.length * rowHeight;
  const maxHeight = usePrintLayout() ? chart.width * MAX_PRINT_SHAPE : Number.POSITIVE_INFINITY;
  const upright = useChartHeight(props.height ?? defaultHeight(chart.width, props.compact));
  const height = horizontal ? (props.height ?? Math.min(rowsHeight, maxHeight)) : upright;
  const layout = useMemo(() => {
    const words = { format, formatLabel, axisLabels, lines };
    return barLayout(categories, visible, words, chart.width, height, horizontal);
  }, [
    categories,
    visible,
    format,
    formatLabel,
    axisLabels,
    lines,
    chart.width,
    height,
    horizontal,
  ]);
  const { band, center, scale, axes } = layout;
  return (
    <CartesianFrame
      {...props}
      {...chart}
      {...legend}
      height={height}
      columns={['Name', ...[...visible, ...beside].map(one => one.label)]}
      places={categories.map((_, index) => {
        if (!horizontal) return { x: center(index) };
        const ends = visible.map(one => scale(one.values[index] ?? 0));
        return { x: Math.min(axes.right, Math.max(...ends)), y: center(index) };
      })}
      reading={index => ({
        title: categories[index] ?? '',
        lines: [
          ...readSeries(visible, index, formatLabel),
          ...beside.map(({ label, values }) => {
            return { label, value: format(values[index] ?? 0) };
          }),
        ],
      })}
      pointAt={(x, y) => {
        const at = Math.floor(((horizontal ? y : x) - (band.range()[0] ?? 0)) / band.step());
        return at >= 0 && at < categories.length ? at : null;
      }}
      axes={axes}
      valueTitle={props.valueTitle}
      horizontal={horizontal}
    >
      <Bars series={visible} layout={layout} horizontal={horizontal} active={chart.active} />
      {layout.lines.map(({ label, value, y }) => (
        <g key={label}>
          <line
            className="tb-chart__average"
            x1={axes.left}
            x2={axes.right}
            y1={scale(value)}
            y2={scale(value)}
          />
          <text className="tb-chart__label" x={axes.right + 6} y={y} dy="0.32em">
            {label}
          </text>
        </g>
      ))}
      {layout.labels.map(({ key, text, ...place }) => (
        <text key={key} className="tb-chart__value" {...place}>
          {text}
        </text>
      ))}
    </CartesianFrame>
  );
}

const NO_LINES: NonNullable<ComponentProps<typeof BarChart>['lines']> = [];

function Bars(props: {
  readonly series: readonly Placed<BarSeries>[];
  readonly layout: ReturnType<typeof barLayout>;
  readonly horizontal: boolean;
  readonly active: number | null;
}) {
  const { series, horizontal, active } = props;
  const { scale, width, along } = props.layout;
  const thickness = Math.max(1, width - (series.length > 1 ? 1 : 0));
  return series.map(({ id, values, paint, colors }, place) =>
    values.map((amount, category) => {
      if (!amount) return null;
      const start = along(category, place);
      const from = Math.min(scale(0), scale(amount));
      const length = Math.max(1, Math.abs(scale(amount) - scale(0)));
      const color = colors?.[category];
      return (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a category.
          key={`${category} ${id}`}
          fill={color === undefined ? paint : seriesColor(color)}
          rx={Math.min(2, thickness / 4)}
          className={category === active ? 'tb-chart__bar--active' : undefined}
          x={horizontal ? from : start}
          y={horizontal ? start : from}
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
  series: readonly Placed<BarSeries>[],
  words: Record<'format' | 'formatLabel', (value: number) => string> & {
    readonly axisLabels: readonly string[];
    readonly lines: typeof NO_LINES;
  },
  chartWidth: number,
  height: number,
  horizontal: boolean,
) {
  const { format, formatLabel, axisLabels, lines } = words;
  const domain = extentWithZero([
    ...series.flatMap(({ values }) => values),
    ...lines.map(({ value }) => value),
  ]);
  const beside = Math.max(0, ...lines.map(({ label }) => textWidth(label)));
  const nameWidth = Math.min(Math.max(...categories.map(textWidth), 24), chartWidth * 0.34);
  const upwards = valueAxis(domain, format, height);
  const texts = series.flatMap(({ values }) => values.map(value => formatLabel(value ?? 0)));
  const longest = Math.max(0, ...texts.map(textWidth)) + LABEL_GAP;
  // Values beside rows have room right of the longest bar, and left of it where bars go both ways.
  const left = horizontal ? nameWidth + 16 + (domain[0] < 0 ? longest : 0) : upwards.left;
  const right = chartWidth - (horizontal ? Math.max(16, longest) : 8 + beside);
  const { scale, values, zero } = horizontal
    ? valueScale(domain, [left, right], format, Math.min(MAX_TICKS, (right - left) / 80))
    : upwards;
  const band = scaleBand<number>({
    domain: [...categories.keys()],
    range: horizontal ? [TOP, height - BOTTOM] : [left, right],
    paddingInner: 0.3,
    paddingOuter: 0.15,
  });
  const width = Math.min(MAX_BAR_WIDTH, band.bandwidth() / Math.max(1, series.length));
  const inset = (band.bandwidth() - width * series.length) / 2;
  const along = (category: number, place: number) => (band(category) ?? 0) + inset + place * width;
  const center = (index: number) => (band(index) ?? 0) + band.bandwidth() / 2;
  const room = horizontal ? nameWidth : Math.max(64, band.step());
  const names = categories.map((title, index) => {
    return { at: center(index), label: cutText(axisLabels[index] ?? title, room), title };
  });
  const axes = horizontal
    ? {
        values: sparseTicks(values, chartWidth),
        labels: names,
        zero,
        left: nameWidth + 16,
        right,
      }
    : { values, labels: sparseTicks(names, chartWidth), zero, left, right };
  const labels =
    width >= MIN_LABELLED[horizontal ? 'row' : 'upright'] &&
    (horizontal || longest <= width + LABEL_GAP)
      ? barLabels(series, { scale, along, width, horizontal, format: formatLabel })
      : [];
  const named = lines.toSorted((a, b) => b.value - a.value);
  const ys = pushApart(
    named.map(({ value }) => scale(value)),
    height - BOTTOM - LINE_HEIGHT / 2,
  );
  return {
    band,
    center,
    scale,
    axes,
    width,
    along,
    labels,
    lines: named.map((line, at) => ({ ...line, y: ys[at] })),
  };
}

/** The values of bars, beyond their ends. */
function barLabels(
  series: readonly Placed<BarSeries>[],
  layout: {
    readonly scale: (value: number) => number;
    readonly along: (category: number, place: number) => number;
    readonly width: number;
    readonly horizontal: boolean;
    readonly format: (value: number) => string;
  },
) {
  const { scale, along, width, horizontal, format } = layout;
  return series.flatMap(({ id, values }, place) =>
    values.flatMap((value, category) => {
      if (value === null) return [];
      const middle = along(category, place) + width / 2;
      const sign = value < 0 ? -1 : 1;
      const label = { key: `${category} ${id}`, text: format(value) };
      return horizontal
        ? {
            ...label,
            x: scale(value) + sign * LABEL_GAP,
            y: middle,
            dy: '0.35em',
            textAnchor: value < 0 ? ('end' as const) : ('start' as const),
          }
        : {
            ...label,
            x: middle,
            y: scale(value) - sign * LABEL_GAP,
            dy: value < 0 ? '0.7em' : undefined,
            textAnchor: 'middle' as const,
          };
    }),
  );
}
