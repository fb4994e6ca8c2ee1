import { formatInstant } from '@tallyboard/core/time/format.ts';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import type { PeriodSettings } from '@tallyboard/report-kit/families/by-date/period-settings.ts';
import {
  ELAPSED_NAMES,
  resolutionDrill,
} from '@tallyboard/report-kit/families/resolution-time/resolution-table.ts';
import { elapsedIn } from '@tallyboard/report-kit/figures/elapsed.ts';
import { statisticOf } from '@tallyboard/report-kit/figures/figures.ts';
import { useIssueRows } from '@tallyboard/report-kit/figures/use-issue-rows.ts';
import { ScatterPlot } from '@tallyboard/ui/charts/scatter-plot.tsx';
import { formatCount, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { ResolutionTimeResult } from './compute.ts';
import { latestPoints } from './latest-points.ts';

export type ResolutionTimeProps = ViewProps<PeriodSettings, ResolutionTimeResult>;

/** Each resolved issue as a point, with lines for the median and the 85th percentile. */
export function IssueScatter(props: ResolutionTimeProps) {
  const { result, context, compact, dataset, onDrill } = props;
  const { total, elapsed } = result;
  const shown = useMemo(() => latestPoints(result.points), [result.points]);
  const { rows } = useIssueRows(dataset, shown.rows);
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
        { label: '85%', time: total.percentile85 },
      ].flatMap(({ label, time }) =>
        time === null ? [] : [{ label, value: elapsedIn(time, elapsed) }],
      ),
    [total, elapsed],
  );
  const formatX = useMemo(
    () => (instant: number) => formatInstant(instant, context.zone, context.dateFormat),
    [context.zone, context.dateFormat],
  );
  const open = (index: number) => {
    const row = shown.rows[index];
    const point = points[index];
    if (row === undefined || !point) return;
    const took = shown.took[index] ?? 0;
    const mean = statisticOf('mean', Uint32Array.of(row), [took]);
    onDrill(resolutionDrill(point.label, mean, elapsed));
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
        format={value => formatNumber(value, 2)}
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
