import { formatInstant } from '@tallyboard/core/time/format.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { PeriodView } from '@tallyboard/report-kit/families/by-date/period-view.tsx';
import { calendarTicks } from '@tallyboard/report-kit/families/by-date/time-axis.ts';
import {
  ELAPSED_NAMES,
  resolutionDrill,
  withUnit,
} from '@tallyboard/report-kit/families/resolution-time/resolution-table.ts';
import { chosenIssues } from '@tallyboard/report-kit/figures/chosen-issues.ts';
import { elapsedIn } from '@tallyboard/report-kit/figures/elapsed.ts';
import { useIssueRows } from '@tallyboard/report-kit/figures/issue-rows.tsx';
import { useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import { ScatterPlot } from '@tallyboard/ui/charts/scatter-plot.tsx';
import { formatCount, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { ResolutionTimeResult } from './compute.ts';
import { Lines } from './lines.tsx';
import type { ResolutionTimeSettings } from './settings.ts';
import { latestPoints, resolutionTimeTable } from './table.ts';

type Props = ViewProps<ResolutionTimeSettings, ResolutionTimeResult>;

/** Resolution time by period as lines, as a scatter plot of issues, and as a table. */
export default function ResolutionTimeView(props: Props) {
  const { result, settings, compact } = props;
  const { total, range } = result;
  const table = useReportTable(resolutionTimeTable, props);
  const whyEmpty =
    range === null ? 'No resolved issues.' : 'No issues were resolved on these dates.';
  return (
    <PeriodView
      {...props}
      table={table}
      title="Resolution time"
      whyEmpty={total.n.issues.length === 0 ? whyEmpty : null}
    >
      {(!compact || settings.chart === 'trend') && <Lines {...props} />}
      {(!compact || settings.chart === 'scatter') && <IssueScatter {...props} />}
    </PeriodView>
  );
}

/** Each resolved issue as a point, with lines for the median and the 85th percentile. */
function IssueScatter(props: Props) {
  const { result, context, compact, dataset, onDrill } = props;
  const { total, elapsed } = result;
  const shown = useMemo(() => latestPoints(result.points), [result.points]);
  const rows = useIssueRows(dataset, shown.rows);
  const points = useMemo(() => {
    const keys = new Map(rows.map(({ row, key }) => [row, key]));
    return Array.from(shown.rows, (row, index) => ({
      x: shown.at[index] ?? 0,
      y: elapsedIn(shown.took[index] ?? 0, elapsed),
      label: keys.get(row) ?? '',
    }));
  }, [shown, rows, elapsed]);
  const lines = useMemo(
    () =>
      [
        { label: 'Median', time: total.median },
        { label: '85th percentile', time: total.percentile85 },
      ].flatMap(({ label, time }) =>
        time === null ? [] : [{ label, value: elapsedIn(time, elapsed) }],
      ),
    [total, elapsed],
  );
  const formatX = useMemo(
    () => (instant: number) => formatInstant(instant, context.zone, context.dateFormat),
    [context.zone, context.dateFormat],
  );
  const ticks = useMemo(
    () => (span: Interval, width: number) => calendarTicks(span, context.zone, width),
    [context.zone],
  );
  const open = (indices: readonly number[]) => {
    const { rows, took } = shown;
    const { name, figure } = chosenIssues(indices, rows, took, at => points[at]?.label ?? '');
    onDrill(resolutionDrill(name, figure, elapsed));
  };
  const count = result.points.rows.length;
  return (
    <div>
      <ScatterPlot
        title="Issues"
        summary={`${formatCount(shown.rows.length)} issues.`}
        height={compact ? 200 : 280}
        points={points}
        lines={lines}
        formatX={formatX}
        ticks={ticks}
        format={value => formatNumber(value)}
        formatLine={value => withUnit(value, elapsed)}
        yTitle={ELAPSED_NAMES[elapsed]}
        onSelect={open}
      />
      {shown.rows.length < count && (
        <p className="tb-quiet">
          The {formatCount(shown.rows.length)} issues that were resolved last, of{' '}
          {formatCount(count)}. Lines and table count all.
        </p>
      )}
    </div>
  );
}
