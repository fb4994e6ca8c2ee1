import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { periodAxis } from '@tallyboard/report-kit/families/by-date/period-chart.ts';
import { periodName, periodSort } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import { PERIOD_CELLS } from '@tallyboard/report-kit/families/by-date/period-view.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { drillOf } from '@tallyboard/report-kit/table/report-table.ts';
import { TableView, useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import { LineChart } from '@tallyboard/ui/charts/line-chart.tsx';
import type { LineSeries } from '@tallyboard/ui/charts/series.ts';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { ThroughputResult } from './compute.ts';
import { type ThroughputSettings, throughputSettings } from './settings.ts';
import { signalTexts } from './signals.ts';
import { throughputTable } from './table.ts';

type Props = ViewProps<ThroughputSettings, ThroughputResult>;

const Control = settingControls(throughputSettings);

/** Finished issues by period with their natural process limits, what they signal, and the table. */
export default function ThroughputView(props: Props) {
  const { result } = props;
  const table = useReportTable(throughputTable, props);
  const signals = signalTexts(result);
  return (
    <ReportView compact>
      <div className="tb-options tb-toolbar tb-no-print">
        <Control {...props} name="timeUnit" />
        <Control {...props} name="lastDays" select labelStyle="hidden" />
      </div>
      <RunChart {...props} />
      {signals.length > 0 && (
        <ul>
          {signals.map(text => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <TableView
        // Resets page and sort when the unit changes.
        key={result.unit}
        {...props}
        label="Throughput by period"
        table={table}
        cells={PERIOD_CELLS}
        defaultSort={periodSort(result.unit)}
        pageSize={10}
      />
    </ReportView>
  );
}

function RunChart({ result, context, compact, onDrill }: Props) {
  const { rows, unit, xmr } = result;
  const x = useMemo(() => periodAxis(rows, unit, context), [rows, unit, context]);
  const series = useMemo((): LineSeries[] => {
    const marks = xmr?.signals.map(({ at }) => ({ index: at, text: 'Signal' })) ?? [];
    const line = (id: string, label: string, value: number): LineSeries => {
      return { id, label, values: rows.map(() => value), style: 'dashed', color: 'created' };
    };
    return [
      {
        id: 'finished',
        label: 'Finished',
        color: 'resolved',
        values: rows.map(row => row.finished.value),
        marks,
      },
      {
        id: 'started',
        label: 'Started',
        color: 1,
        style: 'dotted',
        values: rows.map(row => row.started.value),
      },
      ...(xmr
        ? [
            line('upper', 'Upper limit', xmr.upper),
            { ...line('mean', 'Mean', xmr.mean), color: 2 },
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
      summary={xmr ? `Mean ${formatNumber(xmr.mean, 1)} per ${unit}.` : 'No limits yet.'}
      height={compact ? 220 : 300}
      x={x}
      series={series}
      format={value => formatNumber(value, 1)}
      yTitle="Issues"
      onSelect={open}
    />
  );
}
