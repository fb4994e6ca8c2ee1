import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { WorkflowControl } from '@tallyboard/report-kit/families/flow/workflow-control.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { ReportBody } from '@tallyboard/report-kit/report-body.tsx';
import { ReportTools, ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { TableView, useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import type { ProgrammeResult } from './result.ts';
import { type ProgrammeSettings, programmeSettings } from './settings.ts';
import { programmeTable } from './table.ts';

type Props = ViewProps<ProgrammeSettings, ProgrammeResult>;

const Control = settingControls(programmeSettings);

export default function ProgrammeView(props: Props) {
  const { compact, result } = props;
  const table = useReportTable(programmeTable, props);
  return (
    <ReportView compact>
      {!compact && (
        <ReportTools>
          <Control {...props} name="scope" select labelStyle="hidden" />
          <Control {...props} name="order" select labelStyle="hidden" />
          <WorkflowControl {...props} />
        </ReportTools>
      )}
      <ReportBody whyEmpty={result.rows.length === 0 ? 'No rows.' : null}>
        <TableView {...props} label="Programme" table={table} pageSize={compact ? 10 : 50} />
      </ReportBody>
    </ReportView>
  );
}
