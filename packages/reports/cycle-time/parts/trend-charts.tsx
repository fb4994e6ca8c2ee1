import { percent } from '@tallyboard/core/measure/statistics.ts';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { flowDays, flowUnit } from '@tallyboard/report-kit/families/flow/flow-units.ts';
import { limitLines, limitMarks, MARKS_LABEL } from '@tallyboard/report-kit/limits/limit-lines.ts';
import { LimitsList } from '@tallyboard/report-kit/limits/limits-list.tsx';
import type { SeriesLimits } from '@tallyboard/report-kit/limits/period-series.ts';
import { reportLimits } from '@tallyboard/report-kit/limits/with-limits.ts';
import { LineChart } from '@tallyboard/ui/charts/line-chart.tsx';
import type { LineSeries } from '@tallyboard/ui/charts/series.ts';
import { formatNumber, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { CycleTimeResult } from '../compute.ts';
import { cycleTimeSeries } from '../series.ts';
import type { CycleTimeSettings } from '../settings.ts';
import { ROLLING_DAYS, type TrendPeriod } from '../trend.ts';

type Props = Pick<
  ViewProps<CycleTimeSettings, CycleTimeResult>,
  'result' | 'settings' | 'context' | 'compact' | 'onDrill'
>;

const useLimits = ({ result, settings, context }: Props): readonly SeriesLimits[] =>
  useMemo(
    () => reportLimits({ series: cycleTimeSeries }, result, settings, context) ?? [],
    [result, settings, context],
  );

const limitsIn = (all: readonly SeriesLimits[], id: string) =>
  all.find(({ series }) => series.id === id);

/** Percentiles of each period, and those of the last 90 days. */
export function PercentileTrend(props: Props) {
  const { result, settings, compact, onDrill } = props;
  const limits = useLimits(props);
  const { trend, unit } = result;
  const series = useMemo((): readonly LineSeries[] => {
    const of85 = limitsIn(limits, 'percentile85');
    const values = (read: (period: TrendPeriod) => number | null) =>
      trend.map(period => {
        const value = read(period);
        return value === null ? null : flowDays(value, unit);
      });
    return [
      {
        id: '50',
        label: '50%',
        color: 1,
        values: values(({ own }) => own.percentile50.value),
      },
      {
        id: '85',
        label: '85%',
        color: 'resolved',
        values: values(({ own }) => own.percentile85.value),
        ...(of85 && { marks: limitMarks(of85) }),
      },
      {
        id: 'rolling',
        label: `85%, rolling ${ROLLING_DAYS} days`,
        color: 'neutral',
        style: 'dashed',
        values: values(({ rolling }) => rolling[85]),
      },
      ...(of85
        ? limitLines(of85, trend.length, value => flowDays(value, unit), 'Usual range of 85%')
        : []),
    ];
  }, [trend, unit, limits]);
  if (trend.length < 2) return null;
  return (
    <>
      <LineChart
        title={`Cycle time by ${settings.period}`}
        summary={`50th and 85th percentile of each ${settings.period}, and the 85th of the last ${ROLLING_DAYS} days.`}
        height={compact ? 180 : 240}
        x={{ kind: 'band', labels: trend.map(({ label }) => label) }}
        series={series}
        format={formatDays}
        yTitle="Days"
        marksLabel={limits.length > 0 ? MARKS_LABEL : undefined}
        onSelect={at => {
          const period = trend[at];
          if (period)
            onDrill({
              title: `85th percentile · ${period.label}`,
              reason: 'Finished in this period; 85% of these issues took no longer.',
              figure: period.own.percentile85,
              part: flowUnit(unit).part,
            });
        }}
      />
      <LimitsList limits={limits} compact={compact} />
    </>
  );
}

/** How much of each period was within the service level. */
export function Attainment(props: Props) {
  const { result, settings, compact, onDrill } = props;
  const limits = useLimits(props);
  const { trend, serviceLevel } = result;
  const series = useMemo((): readonly LineSeries[] => {
    const within = limitsIn(limits, 'within');
    return [
      {
        id: 'attained',
        label: 'Within target',
        color: 'resolved',
        values: trend.map(({ within, count }) =>
          within && count.value > 0 ? percent(within.value, count.value) : null,
        ),
        ...(within && { marks: limitMarks(within) }),
      },
      {
        id: 'target',
        label: 'Goal',
        color: 'neutral',
        style: 'dashed',
        values: trend.map(() => serviceLevel?.percent ?? null),
      },
      ...(within ? limitLines(within, trend.length) : []),
    ];
  }, [trend, serviceLevel, limits]);
  if (serviceLevel === null || trend.length < 2) return null;
  return (
    <LineChart
      title={`Finished within ${serviceLevel.days} days by ${settings.period}`}
      summary={`The goal is ${formatPercent(serviceLevel.percent)}.`}
      height={compact ? 180 : 240}
      x={{ kind: 'band', labels: trend.map(({ label }) => label) }}
      series={series}
      format={formatPercent}
      yTitle="Percent"
      max={100}
      marksLabel={limits.length > 0 ? MARKS_LABEL : undefined}
      onSelect={at => {
        const period = trend[at];
        if (period?.within)
          onDrill({
            title: `Within ${serviceLevel.days} days · ${period.label}`,
            reason: `Finished in this period within ${serviceLevel.days} days.`,
            figure: period.within,
          });
      }}
    />
  );
}

const formatDays = (days: number) => formatNumber(days, 1);
