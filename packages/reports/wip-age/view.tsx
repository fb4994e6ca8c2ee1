import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { WorkflowControl } from '@tallyboard/report-kit/families/flow/workflow-control.tsx';
import { issueCell } from '@tallyboard/report-kit/figures/issue-cell.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { ReportTools, ReportView } from '@tallyboard/report-kit/report-view.tsx';
import {
  TableView,
  useReportTable,
  type ViewCells,
} from '@tallyboard/report-kit/table/table-view.tsx';
import { useMemo } from 'react';
import { AgingChart } from './aging-chart.tsx';
import type { WipAgeResult } from './compute.ts';
import { type WipAgeSettings, wipAgeSettings } from './settings.ts';
import { type AgingRow, paceTable, wipAgeTable } from './table.ts';

type Props = ViewProps<WipAgeSettings, WipAgeResult>;

const Control = settingControls(wipAgeSettings);

/** Issues in progress: their age over the pace of finished ones, then each with what it waits for. */
export default function WipAgeView(props: Props) {
  const { compact, dataset, context, result } = props;
  const table = useReportTable(wipAgeTable, props);
  const pace = useReportTable(paceTable, props);
  const cells = useMemo(
    (): ViewCells<AgingRow> => ({
      column: { width: 104, fixed: true },
      key: { cell: issueCell({ dataset, context }) },
      olderThan: { value: ({ olderThan }) => olderThan ?? null, cell: ofFinished, numeric: true },
    }),
    [dataset, context],
  );
  return (
    <ReportView compact>
      <ReportTools>
        <Control {...props} name="unit" />
        {!props.compact && <Control {...props} name="types" select labelStyle="hidden" />}
        <Control {...props} name="lastDays" select labelStyle="hidden" />
        {!props.compact && <WorkflowControl {...props} />}
      </ReportTools>
      <AgingChart {...props} />
      <TableView
        {...props}
        label="Issues in progress, the oldest first"
        table={table}
        cells={cells}
        pageSize={compact ? 10 : 25}
        empty="No issues in progress."
      />
      {result.finished.value > 0 && (
        <TableView {...props} label="Pace of finished issues by column" table={pace} />
      )}
    </ReportView>
  );
}

const ofFinished = ({ olderThan }: AgingRow) => (olderThan ? `${olderThan}%` : null);
