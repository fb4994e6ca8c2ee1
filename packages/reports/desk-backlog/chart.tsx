import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { periodAxis } from '@tallyboard/report-kit/families/by-date/period-chart.ts';
import { drillOf } from '@tallyboard/report-kit/table/report-table.ts';
import { LineChart } from '@tallyboard/ui/charts/line-chart.tsx';
import type { LineSeries } from '@tallyboard/ui/charts/series.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { DeskBacklogResult } from './compute.ts';
import type { DeskBacklogSettings } from './settings.ts';
import { deskBacklogTable } from './table.ts';

/** Open issues at the end of each day, and those with a breached SLA. */
export function BacklogChart(
  props: Pick<
    ViewProps<DeskBacklogSettings, DeskBacklogResult>,
    'result' | 'context' | 'onDrill'
  > & { readonly compact?: boolean; readonly height?: number },
) {
  const { result, context, onDrill, compact, height = compact ? 220 : 300 } = props;
  const { rows, total } = result;
  const x = useMemo(() => periodAxis(rows, 'day', context), [rows, context]);
  const series = useMemo(
    (): LineSeries[] => [
      { id: 'open', label: 'Open', color: 'resolved', values: rows.map(row => row.open.value) },
      {
        id: 'breached',
        label: 'SLA breached',
        color: 'created',
        values: rows.map(row => row.breached.value),
      },
    ],
    [rows],
  );
  const open = (index: number) => {
    const row = rows[index];
    const column = deskBacklogTable(result).columns.find(({ id }) => id === 'open');
    const drill = row && column && drillOf(column, row, row.label);
    if (drill) onDrill(drill);
  };
  return (
    <LineChart
      title="Open issues"
      hideTitle
      summary={`${formatCount(total.open.value)} open, ${formatCount(total.breached.value)} with a breached SLA.`}
      height={height}
      x={x}
      series={series}
      format={formatCount}
      yTitle="Issues"
      onSelect={open}
    />
  );
}
