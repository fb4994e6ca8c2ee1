import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { SlaSelect } from '@tallyboard/report-kit/families/service-desk/sla-select.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { ReportBody } from '@tallyboard/report-kit/report-body.tsx';
import { ReportTools, ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { arePeople, nameCells } from '@tallyboard/report-kit/table/group-name.tsx';
import { TableView, useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import type { FirstResponseResult } from './compute.ts';
import { FIRST_RESPONSE, type FirstResponseSettings, firstResponseSettings } from './settings.ts';
import { firstResponseTable } from './table.ts';
import { whyEmpty } from './why-empty.ts';

const Control = settingControls(firstResponseSettings);

/** First responses by group. */
export default function FirstResponseView(
  props: ViewProps<FirstResponseSettings, FirstResponseResult>,
) {
  const { compact, result, settings } = props;
  const table = useReportTable(firstResponseTable, props);
  const { by } = settings;
  return (
    <ReportView compact>
      {!compact && (
        <ReportTools>
          <SlaSelect {...props} names={result.names} empty={FIRST_RESPONSE} />
          <Control {...props} name="by" select />
          <Control {...props} name="accounts" select />
        </ReportTools>
      )}
      <ReportBody whyEmpty={whyEmpty(result, settings)}>
        <TableView
          {...props}
          label={`First responses by ${result.label}`}
          table={table}
          cells={nameCells(arePeople(typeof by === 'string' ? by : undefined))}
          pageSize={compact ? 10 : 25}
        />
      </ReportBody>
    </ReportView>
  );
}
