import { formatInstant } from '@tallyboard/core/time/format.ts';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { PERCENTILES } from '@tallyboard/report-kit/families/flow/flow-percentiles.ts';
import { flowDays, flowUnit } from '@tallyboard/report-kit/families/flow/flow-units.ts';
import { statisticOf } from '@tallyboard/report-kit/figures/figures.ts';
import { useIssueRows } from '@tallyboard/report-kit/figures/issue-keys.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { arePeople, nameCells } from '@tallyboard/report-kit/table/group-name.tsx';
import { TableView, useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import { Histogram } from '@tallyboard/ui/charts/histogram.tsx';
import { ScatterPlot } from '@tallyboard/ui/charts/scatter-plot.tsx';
import { formatCount, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { CycleTimeResult } from './compute.ts';
import { type CycleTimeSettings, cycleTimeSettings } from './settings.ts';
import { cycleTimeTable } from './table.ts';

type Props = ViewProps<CycleTimeSettings, CycleTimeResult>;

const Control = settingControls(cycleTimeSettings);
/** Points of a scatter plot; more are neither readable nor fast. */
const MAX_POINTS = 2000;
/** Longer cycle times, in 95th percentiles, would flatten all others. */
const MAX_HEIGHT = 3;

export default function CycleTimeView(props: Props) {
  const { result, settings } = props;
  const { groupedBy } = result;
  const table = useReportTable(cycleTimeTable, props);
  return (
    <ReportView compact>
      <div className="tb-options tb-toolbar tb-no-print">
        <Control {...props} name="unit" />
        <Control {...props} name="groupBy" select />
        {settings.groupBy === null && <Control {...props} name="period" />}
      </div>
      <IssueScatter {...props} />
      <Distribution {...props} />
      <TableView
        // Resets the sort when the grouping changes.
        key={groupedBy.id}
        {...props}
        label={`Cycle time by ${groupedBy.label}`}
        table={table}
        cells={nameCells(arePeople(groupedBy.id))}
      />
    </ReportView>
  );
}

/** Finished issues by the date of the finish, with lines at percentiles. */
function IssueScatter(props: Props) {
  const { result, context, compact, dataset, onDrill } = props;
  const { finished, percentiles, unit } = result;
  const limit = (percentiles[95] ?? 0) * MAX_HEIGHT;
  const shown = useMemo(() => latest(finished, limit), [finished, limit]);
  const keys = useIssueRows(dataset, shown.rows);
  const points = useMemo(() => {
    const byRow = new Map(keys.map(({ row, key }) => [row, key]));
    return Array.from(shown.rows, (row, at) => ({
      x: shown.finish[at] ?? 0,
      y: flowDays(shown.value[at] ?? 0, unit),
      label: byRow.get(row) ?? '',
    }));
  }, [shown, keys, unit]);
  const lines = useMemo(
    () =>
      PERCENTILES.flatMap(share => {
        const value = percentiles[share];
        return value === null ? [] : [{ label: `${share}%`, value: flowDays(value, unit) }];
      }),
    [percentiles, unit],
  );
  const formatX = useMemo(
    () => (instant: number) => formatInstant(instant, context.zone, context.dateFormat),
    [context.zone, context.dateFormat],
  );
  const { part } = flowUnit(unit);
  return (
    <div>
      <ScatterPlot
        title="Cycle time by finish date"
        summary={lines
          .map(({ label, value }) => `${label} within ${format(value)} days.`)
          .join(' ')}
        height={compact ? 220 : 320}
        points={points}
        lines={lines}
        formatX={formatX}
        format={format}
        yTitle="Days"
        onSelect={at => {
          const row = shown.rows[at];
          if (row === undefined) return;
          const figure = statisticOf('mean', Uint32Array.of(row), [shown.value[at] ?? 0]);
          onDrill({ title: `Cycle time · ${points[at]?.label}`, reason: REASON, figure, part });
        }}
      />
      {shown.rows.length < finished.rows.length && (
        <p className="tb-quiet">
          {formatCount(shown.rows.length)} of {formatCount(finished.rows.length)} issues are drawn:
          the latest, up to {format(flowDays(limit, unit))} days. Lines and table count all.
        </p>
      )}
    </div>
  );
}

const REASON = 'Finished, and counted with the time from start to finish.';
const format = (days: number) => formatNumber(days, 1);

/** The latest issues that took no longer than `limit`. */
function latest(
  { rows, start, finish, value }: CycleTimeResult['finished'],
  limit: number,
): CycleTimeResult['finished'] {
  const drawn = Uint32Array.from(rows.keys()).filter(at => (value[at] ?? 0) <= limit);
  const chosen = drawn
    .sort((a, b) => (finish[b] ?? 0) - (finish[a] ?? 0))
    .slice(0, MAX_POINTS)
    .sort();
  const pick = (values: Float64Array) => Float64Array.from(chosen, at => values[at] ?? 0);
  return {
    rows: Uint32Array.from(chosen, at => rows[at] ?? 0),
    start: pick(start),
    finish: pick(finish),
    value: pick(value),
  };
}

/** Finished issues by cycle time. */
function Distribution({ result, compact, onDrill }: Props) {
  const { bands, percentiles, unit } = result;
  const bins = useMemo(
    () => bands.map(({ from, to, count }) => ({ from, to, count: count.value })),
    [bands],
  );
  const lines = useMemo(
    () =>
      ([50, 85] as const).flatMap(share => {
        const value = flowDays(percentiles[share] ?? 0, unit);
        return [{ value, label: `${share}% ${format(value)} d` }];
      }),
    [percentiles, unit],
  );
  if (bands.length === 0) return null;
  return (
    <Histogram
      title="Distribution of cycle time"
      summary={lines.map(({ label }) => `${label}.`).join(' ')}
      height={compact ? 180 : 220}
      bins={bins}
      unit="days"
      valueTitle="Issues"
      lines={lines}
      onSelect={at => {
        const band = bands[at];
        if (band)
          onDrill({
            title: `Cycle time · ${formatCount(band.from)} – ${formatCount(band.to)} days`,
            reason: 'Finished, with a cycle time of this length.',
            figure: band.count,
          });
      }}
    />
  );
}
