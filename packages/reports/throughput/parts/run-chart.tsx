import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { periodAxis } from '@tallyboard/report-kit/families/by-date/period-chart.ts';
import { periodName } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import { drillOf } from '@tallyboard/report-kit/table/report-table.ts';
import type { ChartProps } from '@tallyboard/ui/charts/chart-frame.tsx';
import { LineChart } from '@tallyboard/ui/charts/line-chart.tsx';
import { goalSeries, type LineSeries } from '@tallyboard/ui/charts/series.ts';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { ThroughputResult } from '../compute.ts';
import type { ThroughputSettings } from '../settings.ts';
import { signalText } from '../signals.ts';
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
  const rows = useMemo(
    // A period that has just begun would look like a fall.
    () => result.rows.filter(({ whole }) => whole || xmr === null),
    [result.rows, xmr],
  );
  const x = useMemo(() => periodAxis(rows, unit, context), [rows, unit, context]);
  const series = useMemo((): LineSeries[] => {
    const places = new Map(rows.map(({ position }, index) => [position, index]));
    const marks =
      xmr?.signals.map(signal => {
        return { index: places.get(signal.at) ?? 0, text: signalText(result, signal) };
      }) ?? [];
    const level = (
      id: string,
      label: string,
      value: number,
      look: Pick<LineSeries, 'quiet' | 'bandTo' | 'style'>,
    ): LineSeries => ({ id, label, values: rows.map(() => value), color: 'neutral', ...look });
    return [
      {
        id: 'finished',
        label: 'Finished',
        color: 'resolved',
        values: rows.map(row => row.finished.value),
        marks,
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
      ...(xmr
        ? [
            level('mean', 'Average, usual range', xmr.mean, { style: 'dashed' }),
            level('upper', 'Usually at most', xmr.upper, LIMIT),
            level('lower', 'Usually at least', xmr.lower, { ...LIMIT, bandTo: 'upper' }),
          ]
        : []),
      ...goalSeries(goal, rows.length),
    ];
  }, [result, rows, xmr, total, goal]);
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
      summary={xmr ? `Average ${formatNumber(xmr.mean, 1)} per ${unit}.` : 'No limits yet.'}
      height={height}
      zoom={zoom}
      x={x}
      series={series}
      format={value => formatNumber(value, 1)}
      yTitle="Issues"
      marksLabel="Unusual"
      onSelect={open}
    />
  );
}

const LIMIT = { style: 'dotted', quiet: true } as const;
