import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { BandHistogram } from '@tallyboard/report-kit/families/bands/band-histogram.tsx';
import { daysControl, dayZoom } from '@tallyboard/report-kit/families/flow/day-zoom.ts';
import { flowDays } from '@tallyboard/report-kit/families/flow/flow-units.ts';
import { WorkflowControl } from '@tallyboard/report-kit/families/flow/workflow-control.tsx';
import { personRole } from '@tallyboard/report-kit/figures/account-notes.ts';
import { useIssueRows } from '@tallyboard/report-kit/figures/issue-rows.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { ReportBody, ReportMenu, ReportTableFold } from '@tallyboard/report-kit/report-body.tsx';
import { ReportTools, ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { arePeople, nameCells } from '@tallyboard/report-kit/table/group-name.tsx';
import { TableView, useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import { formatCount, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { CycleTimeResult } from './compute.ts';
import { CycleScatter, drawnIssues, maxHeight } from './parts/cycle-scatter.tsx';
import { Attainment, PercentileTrend } from './parts/trend-charts.tsx';
import { type CycleTimeSettings, cycleTimeSettings } from './settings.ts';
import { cycleTimeTable, whyEmpty } from './table.ts';

type Props = ViewProps<CycleTimeSettings, CycleTimeResult>;

const Control = settingControls(cycleTimeSettings);

/** The page has all charts, a gadget the one of its settings. */
export default function CycleTimeView(props: Props) {
  const { result, settings, compact } = props;
  const { groupedBy } = result;
  const table = useReportTable(cycleTimeTable, props);
  const has = (chart: CycleTimeSettings['chart']) => !compact || settings.chart === chart;
  return (
    <ReportView compact>
      {!compact && <Controls {...props} />}
      <ReportBody whyEmpty={whyEmpty(result)}>
        {has('scatter') && <IssueScatter {...props} />}
        {has('trend') && (
          <>
            <PercentileTrend {...props} />
            <Attainment {...props} />
          </>
        )}
        {has('distribution') && <Distribution {...props} />}
        <ReportTableFold compact={compact}>
          <TableView
            // Resets the sort when the grouping changes.
            key={groupedBy.id}
            {...props}
            label={`Cycle time by ${groupedBy.label}`}
            table={table}
            cells={nameCells(arePeople(groupedBy.id))}
          />
        </ReportTableFold>
      </ReportBody>
    </ReportView>
  );
}

function Controls(props: Props) {
  const { groupBy, target } = props.settings;
  return (
    <ReportTools>
      <Control {...daysControl(props)} />
      <Control {...props} name="types" select labelStyle="hidden" />
      {groupBy === null && <Control {...props} name="period" />}
      <WorkflowControl {...props} />
      <ReportMenu label="More">
        <Control {...props} name="unit" labelStyle="shown" />
        <Control {...props} name="groupBy" select />
        {personRole(groupBy) && <Control {...props} name="accounts" select />}
        <Control {...props} name="from" />
        <Control {...props} name="to" />
        <Control {...props} name="target" />
        {target > 0 && <Control {...props} name="targetPercent" />}
        <Control {...props} name="limits" />
      </ReportMenu>
    </ReportTools>
  );
}

function IssueScatter(props: Props) {
  const { result, compact, dataset } = props;
  const { finished } = result;
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
        <p className="tb-quiet">{notDrawn(result, drawn)}</p>
      )}
    </div>
  );
}

/** '12 issues above 45 days not drawn.' */
function notDrawn(
  { finished, percentiles, unit }: CycleTimeResult,
  drawn: CycleTimeResult['finished'],
): string {
  const left = finished.rows.length - drawn.rows.length;
  const most = maxHeight(percentiles);
  const above = finished.value.reduce((sum, value) => sum + Number(value > most), 0);
  const issues = (count: number) => `${formatCount(count)} ${count === 1 ? 'issue' : 'issues'}`;
  return [
    ...(above > 0
      ? [`${issues(above)} above ${format(flowDays(most, unit))} days not drawn.`]
      : []),
    ...(left > above ? [`${issues(left - above)} before the latest not drawn.`] : []),
  ].join(' ');
}

const format = (days: number) => formatNumber(days, 1);

/** Finished issues by cycle time. */
function Distribution({ result, settings: { target }, compact, onDrill }: Props) {
  const { bands, percentiles, unit } = result;
  const lines = useMemo(
    () => [
      ...([50, 85] as const).map(share => {
        const value = flowDays(percentiles[share] ?? 0, unit);
        return { value, label: `${share}% within ${format(value)} d` };
      }),
      ...(target === 0 ? [] : [{ value: target, label: `Target ${formatCount(target)} d` }]),
    ],
    [percentiles, unit, target],
  );
  if (bands.length === 0) return null;
  return (
    <BandHistogram
      title="Distribution of cycle time"
      name="Cycle time"
      bands={bands}
      whole={unit === 'days'}
      lines={lines}
      reason="Finished, with a cycle time of this length."
      height={compact ? 180 : 220}
      onDrill={onDrill}
    />
  );
}
