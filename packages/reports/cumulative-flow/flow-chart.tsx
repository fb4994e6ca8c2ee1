import { parseDay } from '@tallyboard/core/time/day.ts';
import { startOfDay } from '@tallyboard/core/time/zone.ts';
import type { WallPictureProps } from '@tallyboard/report-kit/contract.ts';
import { timeAxis } from '@tallyboard/report-kit/families/by-date/time-axis.ts';
import { AreaChart, type AreaSeries } from '@tallyboard/ui/charts/area-chart.tsx';
import type { ChartProps } from '@tallyboard/ui/charts/chart-frame.tsx';
import { formatCount, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { CumulativeFlowResult } from './compute.ts';
import { areStartsUnknown, rulerAt } from './ruler.ts';
import type { CumulativeFlowSettings } from './settings.ts';
import { dayLabel, WIP_REASON, wipAt } from './table.ts';

type Props = WallPictureProps<CumulativeFlowSettings, CumulativeFlowResult>;

/** The columns on each other by day, the last at the bottom, with a ruler between start and finish. */
export function FlowChart(props: Omit<Props, 'height'> & Pick<ChartProps, 'height' | 'zoom'>) {
  const { result, settings, context, onDrill } = props;
  const { days, estimation } = result;
  const { mode } = settings;
  const { zone, dateFormat } = context;
  const instants = useMemo(
    () => days.map(({ day }) => startOfDay(parseDay(day) ?? 0, zone)),
    [days, zone],
  );
  const series = useMemo(() => areas(result, mode), [result, mode]);
  const x = useMemo(() => timeAxis(instants, context), [instants, context]);
  const hasRuler = estimation === 'count' && !areStartsUnknown(result);
  const unit = estimation === 'points' ? 'points' : 'issues';
  return (
    <AreaChart
      title="Cumulative flow"
      hideTitle
      summary={`${formatCount(days.at(-1)?.wip ?? 0)} issues in progress on the last day.`}
      height={props.height}
      zoom={props.zoom}
      x={x}
      series={series}
      floor={floorOf(result, mode)}
      format={format}
      yTitle={YTITLES[unit]}
      rulerAt={hasRuler ? at => rulerAt(result, at, mode) : undefined}
      onSelect={at => {
        const day = days[at];
        if (day)
          onDrill({
            title: `In progress · ${dayLabel(day.day, dateFormat)}`,
            reason: WIP_REASON,
            figure: wipAt(result, at),
          });
      }}
    />
  );
}

/** From the top to the bottom. */
function areas(
  { columns, days, workflow }: CumulativeFlowResult,
  mode: CumulativeFlowSettings['mode'],
): readonly AreaSeries[] {
  return columns.map((label, place) => ({
    id: String(place),
    label,
    ...colorOf(place, workflow),
    values: days.map(day =>
      mode === 'present'
        ? (day.present[place] ?? 0)
        : (day.reached[place] ?? 0) - (day.reached[place + 1] ?? 0),
    ),
  }));
}

const YTITLES = { issues: 'Issues', points: 'Points' } as const;
const format = (value: number) => formatNumber(value, 1);

/** What was finished before the first day lies below the chart; moves back may leave less of it. */
function floorOf(
  { days, workflow }: CumulativeFlowResult,
  mode: CumulativeFlowSettings['mode'],
): number {
  const last = workflow.columns.length - 1;
  const least = days.reduce((low, day) => Math.min(low, day[mode][last] ?? 0), Infinity);
  return Number.isFinite(least) ? least : 0;
}

/** The colours of the status categories; columns of one category differ by strength, the later the stronger. */
function colorOf(
  place: number,
  { columns, start, finish }: CumulativeFlowResult['workflow'],
): Pick<AreaSeries, 'color' | 'opacity'> {
  const shade = (from: number, to: number) => 0.4 + (0.6 * (place - from + 1)) / (to - from);
  if (place < start) return { color: 'status-to-do', opacity: shade(0, start) / 2 };
  if (place < finish) return { color: 'status-in-progress', opacity: shade(start, finish) };
  return { color: 'status-done', opacity: shade(finish, columns.length) };
}
