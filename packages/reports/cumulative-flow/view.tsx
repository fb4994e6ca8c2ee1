import { formatInstant } from '@tallyboard/core/time/format.ts';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { daysControl, dayZoom } from '@tallyboard/report-kit/families/flow/day-zoom.ts';
import { WorkflowControl } from '@tallyboard/report-kit/families/flow/workflow-control.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { ReportBody, ReportTableFold } from '@tallyboard/report-kit/report-body.tsx';
import { ReportTools, ReportView } from '@tallyboard/report-kit/report-view.tsx';
import {
  TableView,
  useReportTable,
  type ViewCells,
} from '@tallyboard/report-kit/table/table-view.tsx';
import { SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { KeyLink } from '@tallyboard/ui/issue/key-link.tsx';
import { type Column, DataTable } from '@tallyboard/ui/table/data-table.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { Correction, CumulativeFlowResult } from './compute.ts';
import { FlowChart } from './flow-chart.tsx';
import { NetFlowChart } from './net-flow-chart.tsx';
import { type CumulativeFlowSettings, cumulativeFlowSettings } from './settings.ts';
import { cumulativeFlowTable, type DayRow, dayLabel, whyEmpty } from './table.ts';

type Props = ViewProps<CumulativeFlowSettings, CumulativeFlowResult>;

const Control = settingControls(cumulativeFlowSettings);

/** The diagram, net flow, the days, and moves back. */
export default function CumulativeFlowView(props: Props) {
  const { result, settings, compact } = props;
  const table = useReportTable(cumulativeFlowTable, props);
  const { dateFormat } = props.context;
  const cells = useMemo(
    (): ViewCells<DayRow> => ({ day: { cell: ({ day }) => dayLabel(day, dateFormat) } }),
    [dateFormat],
  );
  return (
    <ReportView compact>
      {!compact && (
        <ReportTools>
          <Control {...props} name="mode" />
          <Control {...props} name="estimation" />
          <Control {...props} name="types" select labelStyle="hidden" />
          <Control {...daysControl(props)} />
          <WorkflowControl {...props} />
        </ReportTools>
      )}
      <ReportBody whyEmpty={whyEmpty(result)}>
        {result.shortened && (
          <SectionMessage kind="information">
            The last {formatCount(result.days.length)} days are shown.
          </SectionMessage>
        )}
        {(!compact || settings.chart === 'diagram') && (
          <FlowChart {...props} zoom={dayZoom(props)} height={compact ? 240 : undefined} />
        )}
        {(!compact || settings.chart === 'net-flow') && <NetFlowChart {...props} />}
        <ReportTableFold compact={compact}>
          <TableView
            // Resets page and sort when the numbers change.
            key={`${settings.mode} ${settings.estimation}`}
            {...props}
            label="Issues by day and column"
            table={table}
            defaultSort={LATEST_FIRST}
            cells={cells}
            pageSize={10}
          />
        </ReportTableFold>
        {!compact && result.corrections.length > 0 && <Corrections {...props} />}
      </ReportBody>
    </ReportView>
  );
}

const LATEST_FIRST = { column: 'day', descending: true };
/** Moves to a column further left, the latest first. */
function Corrections({ result, context, dataset, compact }: Props) {
  const { zone, dateFormat } = context;
  const columns = useMemo(
    (): readonly Column<Correction>[] => [
      {
        id: 'key',
        header: 'Issue moved back',
        value: ({ key }) => key,
        cell: ({ key }) => <KeyLink issueKey={key} url={dataset.issueUrl(key)} />,
      },
      {
        id: 'at',
        header: 'When',
        value: ({ at }) => at,
        cell: ({ at }) => formatInstant(at, zone, `${dateFormat} HH:mm`),
      },
      { id: 'from', header: 'From', value: ({ from }) => from },
      { id: 'to', header: 'To', value: ({ to }) => to },
    ],
    [dataset, zone, dateFormat],
  );
  return (
    <DataTable
      label="Issues moved back"
      columns={columns}
      rows={result.corrections}
      rowId={({ id }) => id}
      pageSize={10}
      compact={compact}
    />
  );
}
