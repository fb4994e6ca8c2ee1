import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { periodAxis } from '@tallyboard/report-kit/families/by-date/period-chart.ts';
import { periodName } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import { limitLines, limitMarks, MARKS_LABEL } from '@tallyboard/report-kit/limits/limit-lines.ts';
import { reportLimits } from '@tallyboard/report-kit/limits/with-limits.ts';
import { drillOf } from '@tallyboard/report-kit/table/report-table.ts';
import type { ChartProps } from '@tallyboard/ui/charts/chart-frame.tsx';
import { LineChart } from '@tallyboard/ui/charts/line-chart.tsx';
import { goalSeries, type LineSeries } from '@tallyboard/ui/charts/series.ts';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { ThroughputResult } from '../compute.ts';
import { throughputSeries } from '../series.ts';
import type { ThroughputSettings } from '../settings.ts';
import { throughputTable } from '../table.ts';

type Props = Pick<
  ViewProps<ThroughputSettings, ThroughputResult>,
  'result' | 'settings' | 'context' | 'onDrill'
> & {
  readonly zoom?: ChartProps['zoom'];
  /** px. */
  readonly height: number;
};

/** Finished and started issues by period, with the limits. */
export function RunChart({ result, settings, context, zoom, height, onDrill }: Props) {
  const { goal } = settings;
  const { unit, xmr, total } = result;
  const limits = useMemo(
    () => reportLimits({ series: throughputSeries }, result, settings, context)?.[0] ?? null,
    [result, settings, context],
  );
  const isLimited = limits?.behaviour !== null && limits !== null;
  const rows = useMemo(
    // A period that has just begun would look like a fall.
    () => result.rows.filter(({ whole }) => whole || !isLimited),
    [result.rows, isLimited],
  );
  const x = useMemo(() => periodAxis(rows, unit, context), [rows, unit, context]);
  const series = useMemo((): LineSeries[] => {
    const drawn = rows.map(({ position }) => position);
    return [
      {
        id: 'finished',
        label: 'Finished',
        color: 'resolved',
        values: rows.map(row => row.finished.value),
        ...(limits && { marks: limitMarks(limits, drawn) }),
      },
      // Without histories no start is known.
      ...(total.started.value > 0
        ? [
            {
              id: 'started',
              label: 'Started',
              color: 1,
              style: 'dotted' as const,
              values: rows.map(row => row.started.value),
            },
          ]
        : []),
      ...(limits ? limitLines(limits, rows.length) : []),
      ...goalSeries(goal, rows.length),
    ];
  }, [rows, limits, total, goal]);
  const open = (index: number) => {
    const row = rows[index];
    const column = throughputTable(result).columns.find(({ id }) => id === 'finished');
    const drill = row && column && drillOf(column, row, periodName(row, unit));
    if (drill) onDrill(drill);
  };
  return (
    <LineChart
      title="Finished by period"
      hideTitle
      summary={xmr ? `Average ${formatNumber(xmr.mean, 1)} per ${unit}.` : undefined}
      height={height}
      zoom={zoom}
      x={x}
      series={series}
      format={value => formatNumber(value, 1)}
      yTitle="Issues"
      marksLabel={limits ? MARKS_LABEL : undefined}
      onSelect={open}
    />
  );
}
