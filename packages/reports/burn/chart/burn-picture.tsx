import type { CalendarDefinition } from '@tallyboard/core/model/context.ts';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import { endOfDay, localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import { calendarTicks } from '@tallyboard/report-kit/families/by-date/time-axis.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import { LineChart } from '@tallyboard/ui/charts/line-chart.tsx';
import { ChartHeight } from '@tallyboard/ui/charts/use-size.ts';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { BurnChart } from '../compute.ts';
import { isBurnup } from '../settings.ts';
import { figureAt } from '../states.ts';
import type { ChartProps } from '../table.ts';
import { burnLines, peopleLines } from './chart-lines.ts';
import { burnWorkingDays } from './ideal.ts';

/** The lines over time, with shaded days off, marked scope changes and today. */
export function BurnPicture(
  props: Pick<ChartProps, 'chart' | 'settings' | 'context' | 'result' | 'onDrill'> & {
    readonly compact?: boolean;
    /** By the density by default, px. */
    readonly height?: number;
  },
) {
  const { chart, settings, context, result, compact, onDrill } = props;
  const { zone, calendar } = context;
  const dateFormat = settings.dateFormat ?? context.dateFormat;
  const { instants, series } = useMemo(
    () => burnLines(chart, settings, zone),
    [chart, settings, zone],
  );
  const days = useMemo(
    () => ({
      ...axisOf(chart, zone),
      shaded: dayShades(chart, settings.workingDays, calendar, zone),
    }),
    [chart, settings.workingDays, calendar, zone],
  );
  const measure = isBurnup(settings.type) ? 'completed' : 'remaining';
  const name = measure === 'completed' ? 'Completed' : 'Remaining';
  const left = chart.totals[measure].value ?? 0;
  const open = (index: number) => {
    const at = Math.min(instants[index] ?? chart.until, chart.until);
    const when = formatInstant(at, zone, `${dateFormat} HH:mm`);
    onDrill({
      title: `${name} · ${when}`,
      reason:
        measure === 'completed'
          ? 'In scope and done at this time.'
          : 'In scope and not done at this time.',
      figure: figureAt(chart.states, at, measure),
      part: partOf(result.unit),
    });
  };
  return (
    <div>
      <LineChart
        title={chart.name}
        summary={`${name} ${formatNumber(left, 2)} ${result.unit} of ${formatNumber(chart.totals.scope.value, 2)} in scope.`}
        height={props.height}
        compact={compact}
        x={{
          kind: 'time',
          values: instants,
          ticks: days.ticks,
          breakAt: days.breakAt,
          format: at => formatInstant(at, zone, 'MMM D'),
          formatLong: at => formatInstant(at, zone, `${dateFormat} HH:mm`),
        }}
        series={series}
        marksLabel="Scope change"
        shaded={days.shaded}
        format={value => formatNumber(value, 1)}
        yTitle={result.unit === 'points' ? 'Story Points' : 'Issue Count'}
        today={chart.today ?? undefined}
        onSelect={open}
      />
    </div>
  );
}

/** A sprint that is open long after its end would have no room on its axis: the time behind a quarter more is squeezed. */
const MAX_OVERDUE = 0.25;

function axisOf({ from, to, sprints }: BurnChart, zone: ZoneId) {
  const end = Math.max(...sprints.map(sprint => sprint.end ?? to));
  const breakAt = sprints.length > 0 ? Math.round(end + MAX_OVERDUE * (end - from)) : to;
  const isLate = breakAt < to;
  const axis = { from, to: isLate ? breakAt : to };
  return {
    breakAt: isLate ? breakAt : undefined,
    ticks: (width: number) => calendarTicks(axis, zone, width, true),
  };
}

/** The individual lines: a chart for each of the largest, and one of the others. */
export function BurnOfPeople({ chart, settings, context, result }: ChartProps) {
  const { zone } = context;
  const { instants, charts, max } = useMemo(() => peopleLines(chart, settings), [chart, settings]);
  if (charts.length === 0) return null;
  const [first] = charts;
  const kinds = first?.series.map(({ label, style }) =>
    style === 'dashed' ? `${label.toLowerCase()} (dashed)` : label,
  );
  return (
    <section aria-label="By person">
      <h3>By person</h3>
      <p className="tb-quiet">{kinds?.join(' and ')}</p>
      <ChartHeight value={null}>
        <div className="tb-multiples">
          {charts.map(({ id, name, series }) => (
            <LineChart
              key={id}
              title={name}
              hideLegend
              height={148}
              max={max}
              x={{
                kind: 'time',
                values: instants,
                ...axisOf(chart, zone),
                format: at => formatInstant(at, zone, `${context.dateFormat} HH:mm`),
              }}
              series={series}
              format={value => formatNumber(value, 1)}
              yTitle={result.unit === 'points' ? 'Story Points' : 'Issue Count'}
              today={chart.today ?? undefined}
            />
          ))}
        </div>
      </ChartHeight>
    </section>
  );
}

/** In longer charts days are too narrow to be told apart. */
const MAX_SHADED_DAYS = 150;

/** Consecutive days off are one span. */
function dayShades(
  { from, to }: BurnChart,
  flags: readonly boolean[],
  calendar: CalendarDefinition | null,
  zone: ZoneId,
): readonly { readonly from: Instant; readonly to: Instant }[] {
  const isWorking = burnWorkingDays(flags, calendar);
  const first = localDay(from, zone);
  const last = localDay(to - 1, zone);
  if (last - first > MAX_SHADED_DAYS) return [];
  const spans: { from: Instant; to: Instant }[] = [];
  for (let day = first; day <= last; day++) {
    if (isWorking(day)) continue;
    const start = Math.max(from, startOfDay(day, zone));
    const end = Math.min(to, endOfDay(day, zone));
    const before = spans.at(-1);
    if (before?.to === start) before.to = end;
    else spans.push({ from: start, to: end });
  }
  return spans;
}
