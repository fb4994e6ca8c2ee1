import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { periodAxis } from '@tallyboard/report-kit/families/by-date/period-chart.ts';
import { limitLines, limitMarks, MARKS_LABEL } from '@tallyboard/report-kit/limits/limit-lines.ts';
import type { SeriesLimits } from '@tallyboard/report-kit/limits/period-series.ts';
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

/** What came in and went out on each day, each with its process limits. */
export function FlowChart(
  props: Pick<ViewProps<DeskBacklogSettings, DeskBacklogResult>, 'result' | 'context'> & {
    readonly limits: readonly SeriesLimits[];
    readonly compact?: boolean;
  },
) {
  const { result, context, limits, compact } = props;
  const x = useMemo(() => periodAxis(result.rows, 'day', context), [result.rows, context]);
  return limits.map(each => {
    const { id, label, points } = each.series;
    return (
      <LineChart
        key={id}
        title={`${label} by day`}
        height={compact ? 180 : 220}
        x={x}
        series={[
          {
            id,
            label,
            color: id === 'inflow' ? 'created' : 'resolved',
            values: points.map(({ value }) => value),
            marks: limitMarks(each),
          },
          ...limitLines(each, points.length),
        ]}
        format={formatCount}
        yTitle="Issues"
        marksLabel={MARKS_LABEL}
      />
    );
  });
}
