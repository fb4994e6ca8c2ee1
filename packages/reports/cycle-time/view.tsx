import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { BandHistogram } from '@tallyboard/report-kit/families/bands/band-histogram.tsx';
import { daysControl, dayZoom } from '@tallyboard/report-kit/families/flow/day-zoom.ts';
import { flowDays } from '@tallyboard/report-kit/families/flow/flow-units.ts';
import { WorkflowControl } from '@tallyboard/report-kit/families/flow/workflow-control.tsx';
import { useIssueRows } from '@tallyboard/report-kit/figures/issue-keys.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { ReportTools, ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { arePeople, nameCells } from '@tallyboard/report-kit/table/group-name.tsx';
import { TableView, useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import { formatCount, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { CycleTimeResult } from './compute.ts';
import { CycleScatter, drawnIssues, MAX_HEIGHT } from './parts/cycle-scatter.tsx';
import { RangeFields } from './parts/range-fields.tsx';
import { Attainment, PercentileTrend } from './parts/trend-charts.tsx';
import { type CycleTimeSettings, cycleTimeSettings } from './settings.ts';
import { cycleTimeTable } from './table.ts';

type Props = ViewProps<CycleTimeSettings, CycleTimeResult>;

const Control = settingControls(cycleTimeSettings);

export default function CycleTimeView(props: Props) {
  const { result, settings } = props;
  const { groupedBy } = result;
  const table = useReportTable(cycleTimeTable, props);
  return (
    <ReportView compact>
      <ReportTools>
        <Control {...props} name="unit" />
        {!props.compact && <Control {...props} name="types" select labelStyle="hidden" />}
        <Control {...daysControl(props)} />
        <Control {...props} name="groupBy" select labelStyle="hidden" />
        {settings.groupBy === null && <Control {...props} name="period" />}
        {!props.compact && <WorkflowControl {...props} />}
      </ReportTools>
      <IssueScatter {...props} />
      {!props.compact && <RangeFields {...props} />}
      <PercentileTrend {...props} />
      <Attainment {...props} />
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

function IssueScatter(props: Props) {
  const { result, compact, dataset } = props;
  const { finished, percentiles, unit } = result;
  const drawn = useMemo(() => drawnIssues(result), [result]);
  const rows = useIssueRows(dataset, drawn.rows);
  const keys = useMemo(() => new Map(rows.map(({ row, key }) => [row, key])), [rows]);
  return (
    <div>
      <CycleScatter
        {...props}
        zoom={dayZoom(props)}
        drawn={drawn}
        keys={keys}
        height={compact ? 220 : 320}
      />
      {drawn.rows.length < finished.rows.length && (
        <p className="tb-quiet">
          {formatCount(drawn.rows.length)} of {formatCount(finished.rows.length)} issues are drawn:
          the latest, up to {format(flowDays(MAX_HEIGHT * (percentiles[95] ?? 0), unit))} days.
          Lines and table count all.
        </p>
      )}
    </div>
  );
}

const format = (days: number) => formatNumber(days, 1);

/** Finished issues by cycle time. */
function Distribution({ result, compact, onDrill }: Props) {
  const { bands, percentiles, unit } = result;
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
    <BandHistogram
      title="Distribution of cycle time"
      name="Cycle time"
      bands={bands}
      lines={lines}
      reason="Finished, with a cycle time of this length."
      height={compact ? 180 : 220}
      onDrill={onDrill}
    />
  );
}
