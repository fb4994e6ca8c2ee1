import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { periodAxis } from '@tallyboard/report-kit/families/by-date/period-chart.ts';
import { periodName } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import { drillOf } from '@tallyboard/report-kit/table/report-table.ts';
import type { ChartProps } from '@tallyboard/ui/charts/chart-frame.tsx';
import { LineChart } from '@tallyboard/ui/charts/line-chart.tsx';
import type { LineSeries } from '@tallyboard/ui/charts/series.ts';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { ThroughputResult, ThroughputRow } from '../compute.ts';
import type { ThroughputSettings } from '../settings.ts';
import { throughputTable } from '../table.ts';

type Props = Pick<
  ViewProps<ThroughputSettings, ThroughputResult>,
  'result' | 'context' | 'onDrill'
> & {
  readonly zoom?: ChartProps['zoom'];
  /** px. */
  readonly height: number;
};

/** Finished and started issues by period, with the limits. */
export function RunChart({ result, context, zoom, height, onDrill }: Props) {
  const { rows, unit, xmr } = result;
  const x = useMemo(() => periodAxis(rows, unit, context), [rows, unit, context]);
  const series = useMemo((): LineSeries[] => {
    // A period that has just begun would look like a fall.
    const isDrawn = ({ whole }: ThroughputRow) => whole || xmr === null;
    const marks = xmr?.signals.map(({ at }) => ({ index: at, text: 'Signal' })) ?? [];
    const line = (id: string, label: string, value: number): LineSeries => {
      return { id, label, values: rows.map(() => value), style: 'dashed', color: 'created' };
    };
    return [
      {
        id: 'finished',
        label: 'Finished',
        color: 'resolved',
        values: rows.map(row => (isDrawn(row) ? row.finished.value : null)),
        marks,
      },
      {
        id: 'started',
        label: 'Started',
        color: 1,
        style: 'dotted',
        values: rows.map(row => (isDrawn(row) ? row.started.value : null)),
      },
      ...(xmr
        ? [
            line('upper', 'Upper limit', xmr.upper),
            { ...line('mean', 'Centre', xmr.mean), color: 2 },
            line('lower', 'Lower limit', xmr.lower),
          ]
        : []),
    ];
  }, [rows, xmr]);
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
      summary={xmr ? `Centre ${formatNumber(xmr.mean, 1)} per ${unit}.` : 'No limits yet.'}
      height={height}
      zoom={zoom}
      x={x}
      series={series}
      format={value => formatNumber(value, 1)}
      yTitle="Issues"
      onSelect={open}
    />
  );
}
