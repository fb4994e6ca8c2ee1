import './breakdown.css';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import type { BreakdownTable } from '@tallyboard/report-kit/families/status/breakdown-rows.ts';
import {
  type BreakdownLine,
  breakdownTable,
} from '@tallyboard/report-kit/families/status/breakdown-table.ts';
import { nameCells, statusBars } from '@tallyboard/report-kit/families/status/group-table.tsx';
import { settingSwitches } from '@tallyboard/report-kit/form/setting-switch.tsx';
import {
  IssueTreeTable,
  statusColumn,
  useGroupExpansion,
} from '@tallyboard/report-kit/table/issue-tree-table.tsx';
import { shownSort } from '@tallyboard/report-kit/table/shown-sort.ts';
import { ExpandAll } from '@tallyboard/ui/table/expand-all.tsx';
import { useMemo } from 'react';
import { type BreakdownSettings, breakdownSettings } from './settings.ts';

const Switch = settingSwitches(breakdownSettings);

/** One table of groups that open in place and show their issues. */
export default function BreakdownView(props: ViewProps<BreakdownSettings, BreakdownTable>) {
  const { result, settings, context, dataset, compact, onDrill } = props;
  const { showStatusBars } = settings;
  const table = useMemo(() => breakdownTable(result, { showStatusBars }), [result, showStatusBars]);
  const expansion = useGroupExpansion(table, false);
  const cells = useMemo(() => nameCells(result.id), [result.id]);
  const more = useMemo(() => {
    const bars = showStatusBars ? statusBars(result, onDrill) : null;
    return [statusColumn<BreakdownLine>({ dataset, context }, bars ?? undefined)];
  }, [result, showStatusBars, onDrill, dataset, context]);
  return (
    <div className="tb-breakdown">
      <div className="tb-breakdown__tools tb-no-print">
        <ExpandAll {...expansion} />
        {result.estimation !== 'time' && <Switch {...props} name="showStatusBars" />}
      </div>
      <IssueTreeTable
        label={`By ${result.label}`}
        table={table}
        issuesOf={issuesOf}
        expansion={expansion}
        dataset={dataset}
        context={context}
        onDrill={onDrill}
        cells={cells}
        more={more}
        // Another grouping or estimation starts in the order of the settings.
        key={`${result.id} ${result.estimation}`}
        defaultSort={shownSort(settings.sorting, result.estimation)}
        compact={compact}
      />
    </div>
  );
}

const issuesOf = (group: BreakdownLine) => group.count.issues;
