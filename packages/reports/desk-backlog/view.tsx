import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { periodSort } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { ReportBody, ReportTableFold } from '@tallyboard/report-kit/report-body.tsx';
import { ReportTools, ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { TableView, useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import { BacklogChart } from './chart.tsx';
import type { DeskBacklogResult } from './compute.ts';
import { type DeskBacklogSettings, deskBacklogSettings } from './settings.ts';
import { deskBacklogTable } from './table.ts';

const Control = settingControls(deskBacklogSettings);

const CELLS = { period: { cell: ({ label = '' }: { readonly label?: string }) => label } };

/** Open issues over time, then day by day. */
export default function DeskBacklogView(props: ViewProps<DeskBacklogSettings, DeskBacklogResult>) {
  const { compact, result } = props;
  const table = useReportTable(deskBacklogTable, props);
  const isEmpty = result.counted.length === 0;
  return (
    <ReportView compact>
      {!compact && (
        <ReportTools>
          <Control {...props} name="accounts" select />
        </ReportTools>
      )}
      <ReportBody whyEmpty={isEmpty ? 'No issue was open on these days.' : null}>
        <BacklogChart {...props} />
        <ReportTableFold compact={compact}>
          <TableView
            {...props}
            label="Backlog by day"
            table={table}
            cells={CELLS}
            defaultSort={periodSort('day')}
            pageSize={compact ? 10 : 31}
          />
        </ReportTableFold>
      </ReportBody>
    </ReportView>
  );
}
