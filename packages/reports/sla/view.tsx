import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { leftText } from '@tallyboard/report-kit/families/service-desk/duration-text.ts';
import { SlaSelect } from '@tallyboard/report-kit/families/service-desk/sla-select.tsx';
import { issueCell } from '@tallyboard/report-kit/figures/issue-cell.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { ReportBody } from '@tallyboard/report-kit/report-body.tsx';
import { ReportTools, ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { arePeople, nameCells } from '@tallyboard/report-kit/table/group-name.tsx';
import {
  TableView,
  useReportTable,
  type ViewCells,
} from '@tallyboard/report-kit/table/table-view.tsx';
import { useMemo } from 'react';
import type { SlaAttention, SlaResult } from './compute.ts';
import { type SlaSettings, slaSettings } from './settings.ts';
import { attentionTable, slaTable } from './table.ts';
import { whyEmpty } from './why-empty.ts';

const ATTENTION = 'Breached, at risk and paused now';

const Control = settingControls(slaSettings);

/** SLAs by their grouping, then the issues to look at now. */
export default function SlaView(props: ViewProps<SlaSettings, SlaResult>) {
  const { compact, dataset, context, result, settings } = props;
  const table = useReportTable(slaTable, props);
  const attention = useReportTable(attentionTable, props);
  const cells = useMemo((): ViewCells<SlaAttention> => {
    const cell = issueCell({ dataset, context });
    return {
      key: { cell: ({ issueId: id, key, summary }) => cell({ id, key, summary }) },
      left: { value: leftOf, cell: row => leftCell(row, context.asOf) },
    };
  }, [dataset, context]);
  const { by } = settings;
  return (
    <ReportView compact>
      {!compact && (
        <ReportTools>
          <SlaSelect {...props} names={result.names} empty="All SLAs" />
          <Control {...props} name="by" select />
          <Control {...props} name="accounts" select />
          <Control {...props} name="cycles" select />
        </ReportTools>
      )}
      <ReportBody whyEmpty={whyEmpty(result, settings)}>
        <TableView
          {...props}
          label={`SLAs by ${result.label}`}
          table={table}
          cells={nameCells(arePeople(typeof by === 'string' ? by : undefined))}
          pageSize={compact ? 10 : 25}
        />
        {attention.rows.length > 0 && (
          <section>
            <h3>{ATTENTION}</h3>
            <TableView
              {...props}
              label={ATTENTION}
              table={attention}
              cells={cells}
              pageSize={compact ? 10 : 25}
            />
          </section>
        )}
      </ReportBody>
    </ReportView>
  );
}

const leftOf = ({ breach }: SlaAttention) => breach;

const leftCell = ({ breach }: SlaAttention, asOf: number) =>
  breach === null ? null : leftText(breach, asOf);
