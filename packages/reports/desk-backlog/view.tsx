import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { periodSort } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { LimitsList } from '@tallyboard/report-kit/limits/limits-list.tsx';
import { reportLimits } from '@tallyboard/report-kit/limits/with-limits.ts';
import { ReportBody, ReportTableFold } from '@tallyboard/report-kit/report-body.tsx';
import { ReportTools, ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { TableView, useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import { useMemo } from 'react';
import { BacklogChart, FlowChart } from './chart.tsx';
import type { DeskBacklogResult } from './compute.ts';
import { deskBacklogSeries } from './series.ts';
import { type DeskBacklogSettings, deskBacklogSettings } from './settings.ts';
import { deskBacklogTable } from './table.ts';

const CELLS = { period: { cell: ({ label = '' }: { readonly label?: string }) => label } };

const Control = settingControls(deskBacklogSettings);

/** Open issues over time, then day by day. */
export default function DeskBacklogView(props: ViewProps<DeskBacklogSettings, DeskBacklogResult>) {
  const { compact, result, settings, context } = props;
  const table = useReportTable(deskBacklogTable, props);
  const limits = useMemo(
    () => reportLimits({ series: deskBacklogSeries }, result, settings, context) ?? [],
    [result, settings, context],
  );
  const isEmpty = result.counted.length === 0;
  return (
    <ReportView compact>
      {!compact && (
        <ReportTools>
          <Control {...props} name="accounts" select />
          <Control {...props} name="limits" />
        </ReportTools>
      )}
      <ReportBody whyEmpty={isEmpty ? 'No issue was open on these days.' : null}>
        <BacklogChart {...props} />
        <FlowChart {...props} limits={limits} />
        <LimitsList limits={limits} compact={compact} />
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
