import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { limitLines, limitMarks, MARKS_LABEL } from '@tallyboard/report-kit/limits/limit-lines.ts';
import { LimitsList } from '@tallyboard/report-kit/limits/limits-list.tsx';
import { reportLimits } from '@tallyboard/report-kit/limits/with-limits.ts';
import { LineChart } from '@tallyboard/ui/charts/line-chart.tsx';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { TimesheetResult } from '../result.ts';
import { timesheetSeries } from '../series.ts';
import type { TimesheetSettings } from '../settings.ts';

/** Logged hours of each day or week with their process limits; nothing unless the settings ask for them. */
export function LoggedChart(
  props: Pick<
    ViewProps<TimesheetSettings, TimesheetResult>,
    'result' | 'settings' | 'context' | 'compact'
  >,
) {
  const { result, settings, context, compact } = props;
  const limits = useMemo(
    () => reportLimits({ series: timesheetSeries }, result, settings, context) ?? [],
    [result, settings, context],
  );
  const [logged] = limits;
  if (!logged) return null;
  const { points, period } = logged.series;
  return (
    <>
      <LineChart
        title={`Logged by ${period}`}
        height={compact ? 180 : 240}
        x={{ kind: 'band', labels: points.map(({ label }) => label) }}
        series={[
          {
            id: 'logged',
            label: 'Logged',
            color: 'resolved',
            values: points.map(({ value }) => (value === null ? null : value / 3600)),
            marks: limitMarks(logged),
          },
          ...limitLines(logged, points.length, seconds => seconds / 3600),
        ]}
        format={hours => formatNumber(hours, 1)}
        yTitle="Hours"
        marksLabel={MARKS_LABEL}
      />
      <LimitsList limits={limits} compact={compact} />
    </>
  );
}
