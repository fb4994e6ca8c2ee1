import './age.css';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { groupRowId, useIssueTree } from '@tallyboard/report-kit/figures/issue-tree.ts';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { DataTable, type Expanded } from '@tallyboard/ui/table/data-table.tsx';
import { startTransition, useMemo, useState } from 'react';
import type { AgeGroup, AgeResult } from './compute.ts';
import { type AgeSettings, ageSettings } from './settings.ts';
import { ageColumns } from './table-columns.tsx';

const Control = settingControls(ageSettings);

/** Open issues by the month or week since when they wait. */
export default function AgeView(props: ViewProps<AgeSettings, AgeResult>) {
  const { result, settings, context, dataset, compact, onDrill } = props;
  const { groups } = result;
  const [expanded, setExpanded] = useState<Expanded>(settings.expanded ? true : {});
  const tree = useIssueTree({ groups, idOf, issuesOf }, dataset, expanded);
  const columns = useMemo(
    () => ageColumns({ result, settings, context, dataset, onDrill }),
    [result, settings, context, dataset, onDrill],
  );
  const allOpen = expanded === true || groups.every(({ id }) => expanded[groupRowId(id)]);
  return (
    <div>
      <div className="tb-age__tools tb-no-print">
        <Button
          appearance="subtle"
          disabled={groups.length === 0}
          onClick={() => startTransition(() => setExpanded(allOpen ? {} : true))}
        >
          {allOpen && groups.length > 0 ? 'Collapse All' : 'Expand All'}
        </Button>
        <Control {...props} name="newestFirst" />
        <Control {...props} name="period" />
      </div>
      <DataTable
        // Other periods, or the other order of time, start in their own order.
        key={`${settings.period} ${settings.newestFirst}`}
        label={settings.kind === 'stale' ? 'Stale issues' : 'Unresolved issues'}
        columns={columns}
        rows={tree.rows}
        rowId={row => row.id}
        childRows={tree.childRows}
        expanded={expanded}
        onExpandedChange={setExpanded}
        totalLabel="All issues"
        empty="No unresolved issues."
        compact={compact}
      />
    </div>
  );
}

const idOf = (group: AgeGroup) => group.id;
const issuesOf = (group: AgeGroup) => group.count.issues;
