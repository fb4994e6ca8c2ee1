import { useMemo } from 'react';
import { formatCount } from '../text/numbers.ts';
import {
  BOTTOM,
  CartesianFrame,
  extentWithZero,
  placeScale,
  sparseTicks,
  TOP,
  textWidth,
  valueAxis,
} from './cartesian.tsx';
import { type ChartProps, useChart } from './chart-frame.tsx';
import { seriesColor } from './series.ts';
import { useChartHeight } from './use-size.ts';

interface Bin {
  readonly from: number;
  /** Excluded. */
  readonly to: number;
  /** It has no end; `to` is that of its bar. */
  readonly open?: true | undefined;
  readonly count: number;
}

/** Room above the bars for the name of a line, as a part of their height. */
const HEADROOM = 0.19;
const LINE_HEIGHT = 16;
/** Between a line and the value left of it, px. */
const LINE_GAP = 5;

interface HistogramProps extends ChartProps {
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
  readonly onExport: (
    table: {
      readonly columns: readonly string[];
      readonly rows: readonly (readonly (string | number)[])[];
    },
    title: string,
  ) => void;
}

/** How many issues lie in each of equal spans, with lines at statistics. */
export function Histogram(props: HistogramProps) {
  const { bins, unit, valueTitle, lines = NO_LINES, whole = false } = props;
  const { format = formatCount, formatBound = formatCount, formatTick, onExport } = props;
  const height = useChartHeight(props.height ?? 240);
  const chart = useChart();
  const { width } = chart;
  const layout = useMemo(() => {
    const largest = Math.max(0, ...bins.map(({ count }) => count));
    const extent = extentWithZero([largest * (1 + HEADROOM * lines.length)]);
    const { scale: y, left, ...axis } = valueAxis(extent, format, height);
    const right = width - 12;
    const { to: last = 1, open } = bins.at(-1) ?? {};
    const x = placeScale(bins[0]?.from ?? 0, last, [left, right]);
    const bars = bins.map((bin): Bar => {
      const span = Math.max(1, x(bin.to) - x(bin.from) - 1);
      const label = boundsText(bin, whole, formatBound);
      return { ...bin, label, x: (x(bin.from) + x(bin.to)) / 2, left: x(bin.from), width: span };
    });
    const ends = [...bins.map(({ from }) => from), ...(open ? [] : [last])];
    const ticks = whole
      ? bars.map(({ x: at, from, label, open }) => {
          return { at, label: open ? `${formatBound(from)}+` : (formatTick?.(from) ?? label) };
        })
      : ends.map(value => ({ at: x(value), label: formatBound(value) }));
    return { x, y, bars, axes: { ...axis, labels: sparseTicks(ticks, width), left, right } };
  }, [bins, whole, lines.length, format, formatBound, formatTick, height, width]);
  const { x, y, bars, axes } = layout;
  const drawn = bars.filter(({ count }) => count > 0);
  const bottom = height - BOTTOM;
  // A whole number is in the middle of its room. Each line begins at its name, below the names of the lines left of it.
  const marked = lines
    .toSorted((a, b) => a.value - b.value)
    .map(({ value, label }, index) => {
      return { label, at: x(value + (whole ? 0.5 : 0)), top: TOP + index * LINE_HEIGHT };
    });
  const columns = [...['From', 'To'].map(head => (unit ? `${head} (${unit})` : head)), valueTitle];
  const bounds = <Text,>({ from, to, open }: Bin, bound: (value: number) => Text) => [
    bound(from),
    open ? '' : bound(whole ? to - 1 : to),
  ];

  return (
    <CartesianFrame
      {...props}
      {...chart}
      height={height}
      columns={columns}
      row={index => {
        const bin = bins[index] ?? NO_BIN;
        return [...bounds(bin, formatBound), format(bin.count)];
      }}
      onCsv={() => {
        // Numbers stay numbers; days are texts.
        const bound = formatBound === formatCount ? (value: number) => value : formatBound;
        const rows = bins.map(bin => [...bounds<number | string>(bin, bound), bin.count]);
        onExport({ columns, rows }, props.title);
      }}
      places={bars}
      reading={index => {
        const { label, count } = bars[index] ?? { label: '', count: 0 };
        return {
          title: `${label} ${unit}`.trim(),
          lines: [{ label: valueTitle, value: format(count) }],
        };
      }}
      axes={axes}
      valueTitle={valueTitle}
    >
      {drawn.map(bar => (
        <rect
          key={bar.from}
          fill={seriesColor('resolved')}
          rx={Math.min(2, bar.width / 4)}
          className={bar === bars[chart.active ?? -1] ? 'tb-chart__bar--active' : undefined}
          // All beyond the last bound, in one bar.
          fillOpacity={bar.open && 0.5}
          x={bar.left}
          y={y(bar.count)}
          width={bar.width}
          height={y(0) - y(bar.count)}
        />
      ))}
      {marked.map(({ label, at, top }) => (
        <line key={label} className="tb-chart__mean" x1={at} x2={at} y1={top} y2={bottom} />
      ))}
      <BarValues bars={drawn} lines={marked} y={y} format={format} />
      {marked.map(line => (
        <LineName key={line.label} {...line} right={axes.right} />
      ))}
      <text className="tb-chart__axis-title" x={axes.right} y={10} textAnchor="end">
        {unit}
      </text>
    </CartesianFrame>
  );
}

const NO_LINES: readonly never[] = [];
const NO_BIN: Bin = { from: 0, to: 0, count: 0 };

interface Bar extends Bin {
  readonly label: string;
  readonly x: number;
  readonly left: number;
  readonly width: number;
}

/** Above the bars if all have the room; left of a line through the middle of a bar that is wide enough. */
function BarValues(props: {
  readonly bars: readonly Bar[];
  readonly lines: readonly { readonly at: number }[];
  readonly y: (count: number) => number;
  readonly format: (count: number) => string;
}) {
  const { bars, lines, y, format } = props;
  if (bars.some(({ count, width }) => textWidth(format(count)) > width)) return null;
  return bars.map(({ from, x, count, width }) => {
    const half = textWidth(format(count)) / 2 + 2;
    const hasRoom = 2 * half + LINE_GAP <= width / 2;
    const crossed = hasRoom && lines.find(({ at }) => Math.abs(at - x) < half);
    return (
      <text
        key={from}
        className="tb-chart__value"
        x={crossed ? crossed.at - LINE_GAP : x}
        y={y(count) - 4}
        textAnchor={crossed ? 'end' : 'middle'}
      >
        {format(count)}
      </text>
    );
  });
}

function LineName(props: Record<'at' | 'top' | 'right', number> & { readonly label: string }) {
  const { label, at, top, right } = props;
  const before = at + textWidth(label) + 12 > right;
  const x = before ? at - 6 : at + 6;
  return (
    <text className="tb-chart__label" x={x} y={top + 8} textAnchor={before ? 'end' : 'start'}>
      {label}
    </text>
  );
}

/** '3 – 5', '5 or more', of whole numbers '3' or '3 – 4'. */
export function boundsText(
  { from, to, open }: Pick<Bin, 'from' | 'to' | 'open'>,
  whole: boolean,
  format: (value: number) => string,
): string {
  if (open) return `${format(from)} or more`;
  const last = whole ? to - 1 : to;
  return last === from ? format(from) : `${format(from)} – ${format(last)}`;
}
