import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { ReportBody } from '@tallyboard/report-kit/report-body.tsx';
import { ReportTools, ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { arePeople, nameCells } from '@tallyboard/report-kit/table/group-name.tsx';
import { TableView, useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import type { SatisfactionResult } from './compute.ts';
import { type SatisfactionSettings, satisfactionSettings } from './settings.ts';
import { satisfactionTable } from './table.ts';
import { whyEmpty } from './why-empty.ts';

const Control = settingControls(satisfactionSettings);

/** Ratings by group. */
export default function SatisfactionView(
  props: ViewProps<SatisfactionSettings, SatisfactionResult>,
) {
  const { compact, result, settings } = props;
  const table = useReportTable(satisfactionTable, props);
  const { by } = settings;
  return (
    <ReportView compact>
      {!compact && (
        <ReportTools>
          <Control {...props} name="by" select />
          <Control {...props} name="accounts" select />
        </ReportTools>
      )}
      <ReportBody whyEmpty={whyEmpty(result, settings)}>
        <TableView
          {...props}
          label={`Satisfaction by ${result.label}`}
          table={table}
          cells={nameCells(arePeople(typeof by === 'string' ? by : undefined))}
          pageSize={compact ? 10 : 25}
        />
      </ReportBody>
    </ReportView>
  );
}
