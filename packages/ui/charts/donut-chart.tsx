import { arc, pie } from '@visx/shape';
import { useMemo } from 'react';
import { formatCount, formatPercent } from '../text/numbers.ts';
import { ChartFrame, type ChartProps, useChart } from './chart-frame.tsx';
import { type Placed, type SeriesColor, seriesColor, useSeries } from './series.ts';
import { useChartHeight } from './use-size.ts';

interface DonutSlice {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  readonly color?: SeriesColor | undefined;
}

const GAP = 0.008;

/** Shares of a whole, with the total in the middle. */
export function DonutChart(
  props: ChartProps & {
    readonly slices: readonly DonutSlice[];
    /** Below the total: 'issues'. */
    readonly unit: string;
    /** What shares are of; the sum of the slices by default. */
    readonly base?: number;
    readonly onSelect?: (slice: number) => void;
  },
) {
  const { slices, unit, onSelect } = props;
  const height = useChartHeight(props.height ?? 240);
  const chart = useChart();
  const { visible, legend, onToggle } = useSeries(slices, sliceColor);
  const total = visible.reduce((sum, { value }) => sum + value, 0);
  const base = props.base ?? total;
  const radius = Math.min(chart.width, height) / 2 - 4;
  const center = { x: chart.width / 2, y: height / 2 };
  const share = (value: number) => formatPercent(base ? (value / base) * 100 : 0);
  const withShare = (value: number) => `${formatCount(value)} · ${share(value)}`;
  const arcs = useMemo(() => layoutOf([...visible]), [visible]);
  const path = arc<(typeof arcs)[number]>({ innerRadius: radius * 0.62, outerRadius: radius });

  return (
    <ChartFrame
      {...props}
      {...chart}
      legend={legend.map(({ label, ...item }, index) => ({
        ...item,
        label: item.hidden ? label : `${label} ${withShare(slices[index]?.value ?? 0)}`,
      }))}
      onToggle={onToggle}
      height={height}
      columns={['Name', 'Value', 'Share']}
      row={index => {
        const { label = '', value = 0 } = visible[index] ?? {};
        return [label, formatCount(value), share(value)];
      }}
      places={arcs.map(({ startAngle, endAngle }) => {
        const middle = (startAngle + endAngle) / 2;
        return {
          x: center.x + Math.sin(middle) * radius * 0.8,
          y: center.y - Math.cos(middle) * radius * 0.8,
        };
      })}
      reading={index => {
        const { label: title = '', value = 0, paint: color } = visible[index] ?? {};
        return { title, lines: [{ label: unit, value: withShare(value), color }] };
      }}
      pointAt={(x, y) => {
        const distance = Math.hypot(x - center.x, y - center.y);
        if (distance > radius || distance < radius * 0.5) return null;
        const angle = (Math.atan2(x - center.x, center.y - y) + 2 * Math.PI) % (2 * Math.PI);
        const at = arcs.findIndex(each => angle >= each.startAngle && angle < each.endAngle);
        return at < 0 ? null : at;
      }}
      onSelect={onSelect && (index => onSelect(visible[index]?.index ?? index))}
    >
      <g transform={`translate(${center.x} ${center.y})`}>
        {arcs.map((each, index) => (
          <path
            key={each.data.id}
            d={path(each) ?? ''}
            fill={each.data.paint}
            className={index === chart.active ? 'tb-chart__bar--active' : undefined}
          />
        ))}
        <text className="tb-chart__center" textAnchor="middle" dy="0.1em">
          {formatCount(total)}
        </text>
        <text textAnchor="middle" dy="1.8em">
          {unit}
        </text>
      </g>
    </ChartFrame>
  );
}

/** The second and third eight are paler. */
function sliceColor(place: SeriesColor): string {
  const color = seriesColor(place);
  if (typeof place === 'string') return color;
  const strength = 100 - 32 * Math.min(2, Math.floor(Number(place) / 8));
  return strength === 100 ? color : `color-mix(in srgb, ${color} ${strength}%, var(--ds-surface))`;
}

/** The angles of the slices, clockwise from the top in their order. */
const layoutOf = (slices: Placed<DonutSlice>[]) =>
  pie<Placed<DonutSlice>>({
    value: ({ value }) => value,
    sort: null,
    sortValues: null,
    padAngle: slices.length > 1 ? GAP : 0,
  })(slices);
