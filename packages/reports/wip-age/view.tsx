import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { WorkflowControl } from '@tallyboard/report-kit/families/flow/workflow-control.tsx';
import { issueCell } from '@tallyboard/report-kit/figures/issue-cell.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { ReportBody, ReportTableFold } from '@tallyboard/report-kit/report-body.tsx';
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
import { type AgingRow, paceTable, whyEmpty, wipAgeTable } from './table.ts';

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
      {!compact && (
        <ReportTools>
          <Control {...props} name="unit" />
          <Control {...props} name="types" select labelStyle="hidden" />
          <Control {...props} name="lastDays" select labelStyle="hidden" />
          <WorkflowControl {...props} />
        </ReportTools>
      )}
      <ReportBody whyEmpty={whyEmpty(result)}>
        <AgingChart {...props} />
        <ReportTableFold compact={compact}>
          <TableView
            {...props}
            label="Issues in progress, the oldest first"
            table={table}
            cells={cells}
            pageSize={compact ? 10 : 25}
          />
        </ReportTableFold>
        {!compact && result.finished.value > 0 && (
          <TableView {...props} label="Pace of finished issues by column" table={pace} />
        )}
      </ReportBody>
    </ReportView>
  );
}

const ofFinished = ({ olderThan }: AgingRow) => (olderThan ? `${olderThan}th` : null);
