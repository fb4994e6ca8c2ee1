import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { limitLines, limitMarks, MARKS_LABEL } from '@tallyboard/report-kit/limits/limit-lines.ts';
import { LimitsList } from '@tallyboard/report-kit/limits/limits-list.tsx';
import { reportLimits } from '@tallyboard/report-kit/limits/with-limits.ts';
import { LineChart } from '@tallyboard/ui/charts/line-chart.tsx';
import { goalSeries } from '@tallyboard/ui/charts/series.ts';
import { formatPercent } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { FlowEfficiencyResult } from './compute.ts';
import { flowEfficiencySeries } from './series.ts';
import type { FlowEfficiencySettings } from './settings.ts';
import { TIME } from './table.ts';

/** The flow efficiency of the issues finished in each period. */
export function EfficiencyTrend({
  result,
  settings,
  context,
  compact,
  onDrill,
}: ViewProps<FlowEfficiencySettings, FlowEfficiencyResult>) {
  const { trend } = result;
  const { period, goal } = settings;
  const x = useMemo(
    () => ({ kind: 'band' as const, labels: trend.map(({ label }) => label) }),
    [trend],
  );
  const limits = useMemo(
    () => reportLimits({ series: flowEfficiencySeries }, result, settings, context) ?? [],
    [result, settings, context],
  );
  const series = useMemo(
    () => [
      {
        id: 'efficiency',
        label: 'Flow efficiency',
        color: 'resolved' as const,
        values: trend.map(({ efficiency }) => (efficiency === null ? null : 100 * efficiency)),
        marks: limits.flatMap(each => limitMarks(each)),
      },
      ...limits.flatMap(each => limitLines(each, trend.length)),
      ...goalSeries(goal, trend.length),
    ],
    [trend, goal, limits],
  );
  if (trend.length < 2) return null;
  return (
    <>
      <LineChart
        title={`Flow efficiency by ${period}`}
        height={compact ? 180 : 240}
        x={x}
        series={series}
        format={formatPercent}
        yTitle="Percent"
        max={100}
        marksLabel={limits.length > 0 ? MARKS_LABEL : undefined}
        onSelect={at => {
          const chosen = trend[at];
          if (chosen)
            onDrill({
              title: `Flow efficiency · ${chosen.label}`,
              reason:
                'Finished in this period. Its time in progress, less that in which it waited.',
              figure: chosen.active,
              part: TIME.part,
            });
        }}
      />
      <LimitsList limits={limits} compact={compact} />
    </>
  );
}
