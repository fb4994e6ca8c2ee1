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
  /** It has no end; `to` is that of its bar. */
  readonly open?: true | undefined;
  readonly count: number;
}

/** Room above the bars for the name of a line, as a part of their height. */
const HEADROOM = 0.125;
const LINE_HEIGHT = 16;

/** How many issues lie in each of equal spans, with lines at statistics. */
export function Histogram(
  props: ChartProps & {
    readonly bins: readonly Bin[];
    /** Values are whole numbers, so that a bin ends with the one before `to`. */
    readonly whole?: boolean;
    /** The unit of the axis, in its head and after the bounds of a bin: 'days'. */
    readonly unit: string;
    readonly formatBound?: (value: number) => string;
    /** The label of a bin of whole numbers on the axis, by its first one; by default its bounds. */
    readonly formatTick?: ((value: number) => string) | undefined;
    readonly valueTitle: string;
    readonly format?: (count: number) => string;
    /** Vertical lines: median, 85th percentile. */
    readonly lines?: readonly { readonly value: number; readonly label: string }[];
    readonly onSelect?: (bin: number) => void;
    /** Saves the bins as a table; the menu of the chart offers it. */
    readonly onExport?: (
      table: {
        readonly columns: readonly string[];
        readonly rows: readonly (readonly (string | number)[])[];
      },
      title: string,
    ) => void;
  },
) {
  const { bins, unit, valueTitle, lines = NO_LINES, height = 240, whole = false } = props;
  const { format = formatCount, formatBound = formatCount, formatTick, onExport } = props;
  const chart = useChart();
  const { width } = chart;
  const layout = useMemo(() => {
    const largest = Math.max(0, ...bins.map(({ count }) => count));
    const extent = extentWithZero([largest * (1 + HEADROOM * lines.length)]);
    const { scale: y, left, ...axis } = valueAxis(extent, format, height);
    const right = width - 12;
    const last = bins.at(-1)?.to ?? 1;
    const x = placeScale(bins[0]?.from ?? 0, last, [left, right]);
    // A whole number is in the middle of its room.
    const valueAt = whole ? (value: number) => x(value + 0.5) : x;
    const texts = bins.map(bin => boundsText(bin, whole, formatBound));
    const ticks = whole
      ? bins.map((bin, index) => {
          return { at: middleOf(bin, x), label: formatTick?.(bin.from) ?? texts[index] ?? '' };
        })
      : [...bins.map(({ from }) => from), ...(bins.at(-1)?.open ? [] : [last])].map(value => {
          return { at: x(value), label: formatBound(value) };
        });
    const labels = sparseTicks(ticks, 0, width);
    return { x, y, valueAt, texts, axes: { ...axis, labels, left, right } };
  }, [bins, whole, lines.length, format, formatBound, formatTick, height, width]);
  const { x, y, valueAt, texts, axes } = layout;
  const middle = (bin: Bin) => middleOf(bin, x);
  // Each line begins at its name, below the names of the lines left of it.
  const marked = lines
    .toSorted((a, b) => a.value - b.value)
    .map((line, index) => ({ ...line, at: valueAt(line.value), top: TOP + index * LINE_HEIGHT }));
  const columns = [...['From', 'To'].map(head => (unit ? `${head} (${unit})` : head)), valueTitle];
  const lastOf = (to: number) => (whole ? to - 1 : to);
  const barWidth = ({ from, to }: Bin) => Math.max(1, x(to) - x(from) - 1);
  const isNumbered = bins.every(bin => textWidth(format(bin.count)) <= barWidth(bin));

  return (
    <CartesianFrame
      {...props}
      {...chart}
      height={height}
      columns={columns}
      row={index => {
        const { from = 0, to = 0, open, count = 0 } = bins[index] ?? {};
        return [formatBound(from), open ? '' : formatBound(lastOf(to)), format(count)];
      }}
      onCsv={
        onExport &&
        (() => {
          // Numbers stay numbers; days are texts.
          const bound = formatBound === formatCount ? (value: number) => value : formatBound;
          const rows = bins.map(({ from, to, open, count }) => [
            bound(from),
            open ? '' : bound(lastOf(to)),
            count,
          ]);
          onExport({ columns, rows }, props.title);
        })
      }
      count={bins.length}
      reading={index => {
        const bin = bins[index] ?? { from: 0, to: 0, count: 0 };
        return {
          x: middle(bin),
          title: `${texts[index]} ${unit}`.trim(),
          lines: [{ label: valueTitle, value: format(bin.count) }],
        };
      }}
      nearest={at => nearestPoint(bins, bin => Math.abs(middle(bin) - at))}
      axes={axes}
      valueTitle={valueTitle}
    >
      {bins.map(
        (bin, index) =>
          bin.count > 0 && (
            <rect
              key={bin.from}
              fill={seriesColor('resolved')}
              rx={Math.min(2, barWidth(bin) / 4)}
              className={index === chart.active ? 'tb-chart__bar--active' : undefined}
              x={x(bin.from)}
              y={y(bin.count)}
              width={barWidth(bin)}
              height={y(0) - y(bin.count)}
            />
          ),
      )}
      {marked.map(({ label, at, top }) => (
        <line
          key={label}
          className="tb-chart__mean"
          x1={at}
          x2={at}
          y1={top}
          y2={height - BOTTOM}
        />
      ))}
      {isNumbered &&
        bins.map(
          bin =>
            bin.count > 0 && (
              <text
                key={bin.from}
                className="tb-chart__value"
                x={middle(bin)}
                y={y(bin.count) - 4}
                textAnchor="middle"
              >
                {format(bin.count)}
              </text>
            ),
        )}
      {marked.map(({ label, at, top }) => {
        const before = at + textWidth(label) + 12 > axes.right;
        return (
          <text
            key={label}
            className="tb-chart__label"
            x={before ? at - 6 : at + 6}
            y={top + 8}
            textAnchor={before ? 'end' : 'start'}
          >
            {label}
          </text>
        );
      })}
      <text className="tb-chart__axis-title" x={axes.right} y={10} textAnchor="end">
        {unit}
      </text>
    </CartesianFrame>
  );
}

const NO_LINES: readonly never[] = [];

const middleOf = ({ from, to }: Bin, x: (value: number) => number) => (x(from) + x(to)) / 2;

/** '3 – 5', '5 or more', of whole numbers '3' or '3 – 4'. */
function boundsText(
  { from, to, open }: Bin,
  whole: boolean,
  format: (value: number) => string,
): string {
  if (open) return `${format(from)} or more`;
  const last = whole ? to - 1 : to;
  return last === from ? format(from) : `${format(from)} – ${format(last)}`;
}
