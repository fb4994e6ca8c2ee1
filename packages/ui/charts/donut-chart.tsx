import { Pie } from '@visx/shape';
import { useMemo } from 'react';
import { formatCount, formatPercent } from '../text/numbers.ts';
import { ChartFrame, type ChartProps, useChart, useHiddenSeries } from './chart-frame.tsx';
import { type SeriesColor, seriesColor } from './palette.ts';

export interface DonutSlice {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  readonly color?: SeriesColor;
}

export interface DonutChartProps extends ChartProps {
  readonly slices: readonly DonutSlice[];
  readonly format?: (value: number) => string;
  /** Under the total in the middle: 'issues'. */
  readonly unit?: string;
  readonly onSelect?: (slice: number) => void;
}

const GAP = 0.008;

/** Shares of a whole, with the whole in the middle. Slices past the eighth are paler, and each has its label. */
export function DonutChart(props: DonutChartProps) {
  const { slices, format = formatCount, unit, height = 240, onSelect } = props;
  const chart = useChart();
  const { hidden, toggle } = useHiddenSeries(slices.map(({ id }) => id));
  const shown = useMemo(
    () =>
      slices
        .map((slice, index) => ({
          ...slice,
          index,
          fill: sliceColor(slice, index),
        }))
        .filter(({ id }) => !hidden.has(id)),
    [slices, hidden],
  );
  const total = shown.reduce((sum, { value }) => sum + value, 0);
  const radius = Math.min(chart.width, height) / 2 - 4;
  const center = { x: chart.width / 2, y: height / 2 };
  const share = (value: number) => (total ? (value / total) * 100 : 0);
  const text = (value: number) => `${format(value)} (${formatPercent(share(value), 1)})`;
  const arcs = useMemo(() => angles(shown.map(({ value }) => value)), [shown]);

  return (
    <ChartFrame
      {...props}
      {...chart}
      height={height}
      legend={slices.map((slice, index) => ({
        id: slice.id,
        label: slice.label,
        color: sliceColor(slice, index),
        hidden: hidden.has(slice.id),
      }))}
      onToggle={toggle}
      table={() => ({
        columns: ['Name', 'Value', 'Share'],
        rows: shown.map(({ label, value }) => [
          label,
          format(value),
          formatPercent(share(value), 1),
        ]),
      })}
      readings={{
        count: shown.length,
        at: index => {
          const slice = shown[index];
          const middle = ((arcs[index]?.from ?? 0) + (arcs[index]?.to ?? 0)) / 2;
          return {
            x: center.x + Math.sin(middle) * radius * 0.8,
            y: center.y - Math.cos(middle) * radius * 0.8,
            title: slice?.label ?? '',
            lines: slice
              ? [{ label: unit ?? 'Value', value: text(slice.value), color: slice.fill }]
              : [],
          };
        },
      }}
      nearest={(x, y) => sliceAt(x - center.x, y - center.y, radius, arcs)}
      onSelect={onSelect && (index => onSelect(shown[index]?.index ?? index))}
    >
      <g transform={`translate(${center.x} ${center.y})`}>
        <Pie
          data={shown}
          pieValue={slice => slice.value}
          pieSort={null}
          pieSortValues={null}
          outerRadius={radius}
          innerRadius={radius * 0.62}
          padAngle={shown.length > 1 ? GAP : 0}
        >
          {pie =>
            pie.arcs.map((arc, index) => (
              <path
                key={arc.data.id}
                d={pie.path(arc) ?? ''}
                fill={arc.data.fill}
                className={index === chart.active ? 'tb-chart__bar--active' : undefined}
              />
            ))
          }
        </Pie>
        <text className="tb-chart__center" textAnchor="middle" dy={unit ? '0.1em' : '0.32em'}>
          {format(total)}
        </text>
        {unit && (
          <text textAnchor="middle" dy="1.8em">
            {unit}
          </text>
        )}
      </g>
    </ChartFrame>
  );
}

/** The second and third eight are paler towards the page, to distinguish neighbours of one colour. */
function sliceColor(slice: DonutSlice, index: number): string {
  const color = seriesColor(slice.color ?? index);
  const strength = 100 - 32 * Math.min(2, Math.floor(index / 8));
  return strength === 100 ? color : `color-mix(in srgb, ${color} ${strength}%, var(--ds-surface))`;
}

interface Angles {
  readonly from: number;
  readonly to: number;
}

function angles(values: readonly number[]): Angles[] {
  const total = values.reduce((sum, value) => sum + value, 0) || 1;
  let sum = 0;
  return values.map(value => {
    const from = (sum / total) * 2 * Math.PI;
    sum += value;
    return { from, to: (sum / total) * 2 * Math.PI };
  });
}

function sliceAt(x: number, y: number, radius: number, arcs: readonly Angles[]): number | null {
  const distance = Math.hypot(x, y);
  if (distance > radius || distance < radius * 0.5) return null;
  const angle = (Math.atan2(x, -y) + 2 * Math.PI) % (2 * Math.PI);
  const found = arcs.findIndex(({ from, to }) => angle >= from && angle < to);
  return found < 0 ? null : found;
}
