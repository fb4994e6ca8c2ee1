import { cutMarks, periodAxis } from '@tallyboard/report-kit/families/by-date/period-chart.ts';
import { PeriodControls } from '@tallyboard/report-kit/families/by-date/period-controls.tsx';
import { periodName } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import { PeriodEmpty, PeriodTable } from '@tallyboard/report-kit/families/by-date/period-view.tsx';
import {
  ELAPSED_NAMES,
  elapsedText,
  resolutionDrill,
} from '@tallyboard/report-kit/families/resolution-time/resolution-table.ts';
import { elapsedIn } from '@tallyboard/report-kit/figures/elapsed.ts';
import { ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import { LineChart } from '@tallyboard/ui/charts/line-chart.tsx';
import type { LineSeries } from '@tallyboard/ui/charts/series.ts';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { ResolutionTimeRow } from './compute.ts';
import { IssueScatter, type ResolutionTimeProps } from './issue-scatter.tsx';
import { resolutionTimeTable } from './table.ts';

/** Resolution time by period as lines, as a scatter plot of issues, and as a table. */
export default function ResolutionTimeView(props: ResolutionTimeProps) {
  const { result, compact } = props;
  const table = useReportTable(resolutionTimeTable, props);
  return (
    <ReportView compact={compact}>
      <PeriodControls {...props} {...result} />
      {result.total.n.issues.length === 0 ? (
        <PeriodEmpty {...props} extent={result.extent}>
          {result.range === null
            ? 'No resolved issues.'
            : 'No issues were resolved on these dates.'}
        </PeriodEmpty>
      ) : (
        <>
          <Lines {...props} />
          <IssueScatter {...props} />
          <PeriodTable {...props} table={table} unit={result.unit} title="Resolution time" />
        </>
      )}
    </ReportView>
  );
}

function Lines({ result, context, compact, onDrill }: ResolutionTimeProps) {
  const { rows, unit, total, elapsed } = result;
  const x = useMemo(() => periodAxis(rows, unit, context), [rows, unit, context]);
  const series = useMemo((): LineSeries[] => {
    const values = (time: (row: ResolutionTimeRow) => number | null) =>
      rows.map(row => {
        const value = time(row);
        return value === null ? null : elapsedIn(value, elapsed);
      });
    return [
      {
        id: 'mean',
        label: 'Mean',
        color: 'resolved',
        values: values(row => row.mean.value),
        marks: cutMarks(rows).filter(({ index }) => rows[index]?.mean.value !== null),
      },
      {
        id: 'median',
        label: 'Median',
        color: 1,
        style: 'dotted',
        values: values(row => row.median),
      },
      {
        id: 'percentile85',
        label: '85th percentile',
        color: 2,
        style: 'dashed',
        values: values(row => row.percentile85),
      },
    ];
  }, [rows, elapsed]);
  const open = (index: number) => {
    const row = rows[index];
    if (row && row.n.issues.length > 0)
      onDrill(resolutionDrill(periodName(row, unit), row.mean, elapsed));
  };
  return (
    <LineChart
      title="By resolution date"
      summary={`Mean ${elapsedText(total.mean.value, elapsed)} ${elapsed}.`}
      height={compact ? 220 : 280}
      x={x}
      series={series}
      format={value => formatNumber(value, 2)}
      yTitle={ELAPSED_NAMES[elapsed]}
      onSelect={open}
    />
  );
}
