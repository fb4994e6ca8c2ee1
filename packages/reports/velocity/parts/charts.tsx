import { formatDay } from '@tallyboard/core/time/format.ts';
import { dayPattern } from '@tallyboard/report-kit/families/by-date/time-axis.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import { limitLines, limitMarks, MARKS_LABEL } from '@tallyboard/report-kit/limits/limit-lines.ts';
import { reportLimits } from '@tallyboard/report-kit/limits/with-limits.ts';
import { BarChart } from '@tallyboard/ui/charts/bar-chart.tsx';
import { LineChart } from '@tallyboard/ui/charts/line-chart.tsx';
import { goalLines, goalSeries } from '@tallyboard/ui/charts/series.ts';
import { shortNames } from '@tallyboard/ui/charts/short-names.ts';
import { ChartHeight } from '@tallyboard/ui/charts/use-size.ts';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { VelocityResult } from '../compute.ts';
import { MEASURES } from '../measures.ts';
import { velocityLimitSeries } from '../series.ts';
import type { VelocityProps } from '../table.ts';
import { amount, peopleSeries, totalSeries, velocitySeries } from './series.ts';

const UNIT_TITLES = { issues: 'Issue Count', points: 'Story Points', seconds: 'Hours' } as const;
const format = (value: number) => formatNumber(value, 1);

type ChartProps = Pick<
  VelocityProps,
  'result' | 'settings' | 'context' | 'onDrill' | 'onSprint'
> & {
  readonly compact?: boolean;
  /** By the density by default, px. */
  readonly height?: number;
};

const openPeriod =
  ({ result, onDrill, onSprint }: ChartProps) =>
  (index: number) => {
    const period = result.periods[index];
    if (!period) return;
    if (period.report && onSprint) {
      onSprint(period.report);
      return;
    }
    onDrill({
      title: `Completed · ${period.name}`,
      reason: MEASURES.completed[1],
      figure: period.measures.completed,
      part: partOf(result.unit),
    });
  };

/**
 * The names of the periods. On the axis an interval is its first day, and a sprint has no words that all of them share:
 * these are in the title of the axis.
 */
function usePeriodNames({ periods, periodKind, unit }: VelocityResult) {
  return useMemo(() => {
    const all = periods.map(({ name }) => name);
    const title = UNIT_TITLES[unit];
    if (periodKind === 'interval') {
      const days = periods.map(({ id }) => Number(id));
      const pattern = dayPattern(days[0] ?? 0, days.at(-1) ?? 0);
      const short = days.map(day => formatDay(day, pattern));
      return { all, short, valueTitle: `${title} by first day` };
    }
    const { prefix, names } = shortNames(all);
    return { all, short: names, valueTitle: prefix === '' ? title : `${title} by ${prefix}` };
  }, [periods, periodKind, unit]);
}

/** The process limits of the completed work; none unless they are asked for. */
const useCompletedLimits = ({ result, settings, context }: ChartProps) =>
  useMemo(
    () => reportLimits({ series: velocityLimitSeries }, result, settings, context)?.[0] ?? null,
    [result, settings, context],
  );

/** Committed and completed side by side, oldest period first. */
export function VelocityBars(props: ChartProps) {
  const { result, settings, compact } = props;
  const { periods, periodKind } = result;
  const { goal } = settings;
  const bar = (id: 'committed' | 'completed', color: 'neutral' | 'resolved') => ({
    id,
    label: MEASURES[id][0],
    color,
    values: periods.map(each => amount(result, each.measures[id]?.value)),
  });
  const committed = periodKind === 'sprint' ? [bar('committed', 'neutral')] : [];
  const names = usePeriodNames(result);
  const limits = useCompletedLimits(props);
  const lines = useMemo(() => {
    const ends = limits?.behaviour
      ? ([
          ['Usually at most', limits.behaviour.upper],
          ['Usually at least', limits.behaviour.lower],
        ] as const)
      : [];
    const value = amount(result, result.average?.completed.value);
    return [
      ...(value === null ? [] : [{ label: `Average ${format(value)}`, value }]),
      ...ends.map(([label, end]) => {
        const at = amount(result, end) ?? 0;
        return { label: `${label} ${format(at)}`, value: at };
      }),
      ...goalLines(goal),
    ];
  }, [result, goal, limits]);
  return (
    <BarChart
      title="Velocity"
      hideTitle
      height={props.height}
      compact={compact}
      categories={names.all}
      axisLabels={names.short}
      lines={lines}
      series={[...committed, bar('completed', 'resolved')]}
      format={format}
      valueTitle={names.valueTitle}
      onSelect={openPeriod(props)}
    />
  );
}

/** Total and average lines over the periods, and a chart for each person; where the height is given, all in one. */
export function VelocityLines(props: ChartProps) {
  const { result, settings, compact, height } = props;
  const limits = useCompletedLimits(props);
  const series = useMemo(
    () => [
      ...(height === undefined ? totalSeries : velocitySeries)(result, settings).map(line =>
        line.id === 'total completed' && limits ? { ...line, marks: limitMarks(limits) } : line,
      ),
      ...(limits
        ? limitLines(limits, result.periods.length, value => amount(result, value) ?? 0)
        : []),
      ...goalSeries(settings.goal, result.periods.length),
    ],
    [result, settings, height, limits],
  );
  const people = useMemo(() => peopleSeries(result, settings), [result, settings]);
  const names = usePeriodNames(result);
  const line = {
    x: { kind: 'band' as const, labels: names.all, axisLabels: names.short },
    format,
    yTitle: names.valueTitle,
    onSelect: openPeriod(props),
  };
  return (
    <>
      {series.length > 0 && (
        <LineChart
          {...line}
          title="Velocity"
          hideTitle
          height={height}
          compact={compact}
          series={series}
          marksLabel={limits ? MARKS_LABEL : undefined}
          pointLabels={settings.showLabels}
        />
      )}
      {height === undefined && people.charts.length > 0 && (
        <section aria-label="By person">
          <h3>By person</h3>
          <p className="tb-quiet">
            {people.charts[0]?.series
              .map(({ label, style }) => (style === 'dashed' ? `${label} (dashed)` : label))
              .join(' and ')}
          </p>
          <ChartHeight value={null}>
            <div className="tb-multiples">
              {people.charts.map(each => (
                <LineChart
                  {...line}
                  key={each.id}
                  title={each.name}
                  hideLegend
                  height={148}
                  max={people.max}
                  series={each.series}
                />
              ))}
            </div>
          </ChartHeight>
        </section>
      )}
    </>
  );
}
