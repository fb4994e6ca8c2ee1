import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import type { BreakdownTable } from '@tallyboard/report-kit/families/status/breakdown-rows.ts';
import {
  type BreakdownLine,
  breakdownTable,
} from '@tallyboard/report-kit/families/status/breakdown-table.ts';
import { statusBars } from '@tallyboard/report-kit/families/status/group-table.tsx';
import { settingSwitches } from '@tallyboard/report-kit/form/setting-switch.tsx';
import { ReportTools, ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { arePeople, nameCells } from '@tallyboard/report-kit/table/group-name.tsx';
import {
  IssueTreeTable,
  statusColumn,
  useGroupExpansion,
} from '@tallyboard/report-kit/table/issue-tree-table.tsx';
import { shownSort } from '@tallyboard/report-kit/table/sorting.ts';
import { useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import { ExpandAll } from '@tallyboard/ui/table/expand-all.tsx';
import { useMemo } from 'react';
import { type BreakdownSettings, breakdownSettings } from './settings.ts';

const Switch = settingSwitches(breakdownSettings);

/** One table of groups that open in place and show their issues. */
export default function BreakdownView(props: ViewProps<BreakdownSettings, BreakdownTable>) {
  const { result, settings, context, dataset, onDrill } = props;
  const { showStatusBars } = settings;
  const table = useReportTable(breakdownTable, props);
  const expansion = useGroupExpansion(table, false);
  const more = useMemo(() => {
    const bars = showStatusBars ? statusBars(result, onDrill) : null;
    return [statusColumn<BreakdownLine>({ dataset, context }, bars ?? undefined)];
  }, [result, showStatusBars, onDrill, dataset, context]);
  return (
    <ReportView compact>
      <ReportTools>
        <ExpandAll {...expansion} />
        {result.estimation !== 'time' && <Switch {...props} name="showStatusBars" />}
      </ReportTools>
      <IssueTreeTable
        {...props}
        label={`By ${result.label}`}
        table={table}
        expansion={expansion}
        cells={nameCells(arePeople(result.id))}
        more={more}
        // Resets the sort when the grouping or estimation changes.
        key={`${result.id} ${result.estimation}`}
        defaultSort={shownSort(settings.sorting, result.estimation)}
      />
    </ReportView>
  );
}
