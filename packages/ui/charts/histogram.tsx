import { useMemo } from 'react';
import { formatCount } from '../text/numbers.ts';
import {
  BOTTOM,
  CartesianFrame,
  extentWithZero,
  nearestPoint,
  placeScale,
  sparseTicks,
  TOP,
  textWidth,
  valueAxis,
} from './cartesian.tsx';
import { type ChartProps, useChart } from './chart-frame.tsx';
import { seriesColor } from './series.ts';

interface Bin {
  readonly from: number;
  /** Excluded. */
  readonly to: number;
  readonly count: number;
}

/** Room above the bars for the names of the lines. */
const HEADROOM = 1.25;
const LINE_HEIGHT = 16;

/** How many issues lie in each of equal spans, with lines at statistics. */
export function Histogram(
  props: ChartProps & {
    readonly bins: readonly Bin[];
    /** The unit of the axis, in its head and after the bounds of a bin: 'days'. */
    readonly unit: string;
    readonly valueTitle: string;
    /** Vertical lines: median, 85th percentile. */
    readonly lines?: readonly { readonly value: number; readonly label: string }[];
    readonly onSelect?: (bin: number) => void;
  },
) {
  const { bins, unit, valueTitle, lines = [], height = 240 } = props;
  const chart = useChart();
  const { width } = chart;
  const layout = useMemo(() => {
    const largest = Math.max(0, ...bins.map(({ count }) => count));
    const extent = extentWithZero([largest * (lines.length > 0 ? HEADROOM : 1)]);
    const { scale: y, left, ...axis } = valueAxis(extent, formatCount, height);
    const right = width - 12;
    const last = bins.at(-1)?.to ?? 1;
    const x = placeScale(bins[0]?.from ?? 0, last, [left, right]);
    const edges = [...bins.map(({ from }) => from), last].map(value => ({
      at: x(value),
      label: formatCount(value),
    }));
    return { x, y, axes: { ...axis, labels: sparseTicks(edges, 0, width), left, right } };
  }, [bins, lines.length, height, width]);
  const { x, y, axes } = layout;
  const middle = ({ from, to }: Bin) => (x(from) + x(to)) / 2;

  return (
    <CartesianFrame
      {...props}
      {...chart}
      height={height}
      columns={[`From (${unit})`, `To (${unit})`, valueTitle]}
      row={index => {
        const { from = 0, to = 0, count = 0 } = bins[index] ?? {};
        return [from, to, count].map(formatCount);
      }}
      count={bins.length}
      reading={index => {
        const bin = bins[index] ?? { from: 0, to: 0, count: 0 };
        return {
          x: middle(bin),
          title: `${formatCount(bin.from)} – ${formatCount(bin.to)} ${unit}`,
          lines: [{ label: valueTitle, value: formatCount(bin.count) }],
        };
      }}
      nearest={at => nearestPoint(bins, bin => Math.abs(middle(bin) - at))}
      axes={axes}
      valueTitle={valueTitle}
    >
      {bins.map((bin, index) => {
        const barWidth = Math.max(1, x(bin.to) - x(bin.from) - 1);
        const text = formatCount(bin.count);
        return (
          bin.count > 0 && (
            <g key={bin.from}>
              <rect
                fill={seriesColor('resolved')}
                rx={Math.min(2, barWidth / 4)}
                className={index === chart.active ? 'tb-chart__bar--active' : undefined}
                x={x(bin.from)}
                y={y(bin.count)}
                width={barWidth}
                height={y(0) - y(bin.count)}
              />
              {textWidth(text) <= barWidth && (
                <text
                  className="tb-chart__value"
                  x={middle(bin)}
                  y={y(bin.count) - 4}
                  textAnchor="middle"
                >
                  {text}
                </text>
              )}
            </g>
          )
        );
      })}
      {lines.map(({ value, label }, index) => {
        const at = x(value);
        const before = at + textWidth(label) + 12 > axes.right;
        return (
          <g key={label}>
            <line className="tb-chart__mean" x1={at} x2={at} y1={TOP} y2={height - BOTTOM} />
            <text
              className="tb-chart__label"
              x={before ? at - 6 : at + 6}
              y={TOP + 8 + index * LINE_HEIGHT}
              textAnchor={before ? 'end' : 'start'}
            >
              {label}
            </text>
          </g>
        );
      })}
      <text className="tb-chart__axis-title" x={axes.right} y={10} textAnchor="end">
        {unit}
      </text>
    </CartesianFrame>
  );
}
