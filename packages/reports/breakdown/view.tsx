import './breakdown.css';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import type {
  BreakdownRow,
  BreakdownTable,
} from '@tallyboard/report-kit/families/status/breakdown-rows.ts';
import { groupRowId, useIssueTree } from '@tallyboard/report-kit/figures/issue-tree.ts';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { shownSort } from '@tallyboard/report-kit/table/shown-sort.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { DataTable, type Expanded } from '@tallyboard/ui/table/data-table.tsx';
import { startTransition, useMemo, useState } from 'react';
import { type BreakdownSettings, breakdownSettings } from './settings.ts';
import { treeColumns } from './tree-columns.tsx';

const Control = settingControls(breakdownSettings);

/** One table of groups that open in place and show their issues. */
export default function BreakdownView(props: ViewProps<BreakdownSettings, BreakdownTable>) {
  const { result: table, settings, context, dataset, compact, onDrill } = props;
  const { showStatusBars } = settings;
  const [expanded, setExpanded] = useState<Expanded>({});
  const tree = useIssueTree({ groups: table.rows, idOf, issuesOf }, dataset, expanded);
  const columns = useMemo(
    () => treeColumns({ table, showStatusBars, dataset, context, onDrill }),
    [table, showStatusBars, dataset, context, onDrill],
  );
  const allOpen = expanded === true || table.rows.every(row => expanded[groupRowId(row.id)]);
  return (
    <div className="tb-breakdown">
      <div className="tb-breakdown__tools tb-no-print">
        <Button
          appearance="subtle"
          disabled={table.rows.length === 0}
          onClick={() => startTransition(() => setExpanded(allOpen ? {} : true))}
        >
          {allOpen && table.rows.length > 0 ? 'Collapse All' : 'Expand All'}
        </Button>
        {table.estimation !== 'time' && <Control {...props} name="showStatusBars" />}
      </div>
      <DataTable
        label={`By ${table.label}`}
        columns={columns}
        rows={tree.rows}
        rowId={row => row.id}
        childRows={tree.childRows}
        expanded={expanded}
        onExpandedChange={setExpanded}
        // Another grouping or estimation starts in the order of the settings.
        key={`${table.id} ${table.estimation}`}
        defaultSort={shownSort(settings.sorting, table.estimation)}
        compact={compact}
      />
    </div>
  );
}

const idOf = (group: BreakdownRow) => group.id;
const issuesOf = (group: BreakdownRow) => group.count.issues;
