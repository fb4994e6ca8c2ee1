import './time-in-status.css';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { groupRowId, useIssueTree } from '@tallyboard/report-kit/figures/issue-tree.ts';
import { DataTable, type Expanded } from '@tallyboard/ui/table/data-table.tsx';
import { startTransition, useMemo, useState } from 'react';
import type { TimeGroup, TimeInStatusResult } from './compute.ts';
import { MEASURE_LABELS, type TimeInStatusSettings } from './settings.ts';
import { timeColumns } from './table-columns.tsx';
import { listedRows, type TimeRow } from './table-rows.ts';
import { TimeTools } from './time-tools.tsx';

/** With more issues than this nobody wants all groups open at first. */
const MAX_EXPANDED = 2_000;

/** How long issues were in each status: groups that open to their issues, or the issues themselves. */
export default function TimeInStatusView(
  props: ViewProps<TimeInStatusSettings, TimeInStatusResult>,
) {
  const { result, settings, context, dataset, compact, onSettings, onDrill } = props;
  const { groups, issues, groupedBy } = result;
  const startsOpen = settings.showExpanded && dataset.issueCount <= MAX_EXPANDED;
  const [expanded, setExpanded] = useState<Expanded>(startsOpen ? true : {});
  const tree = useIssueTree({ groups, idOf, issuesOf }, dataset, expanded);
  const rows = useMemo(
    (): readonly TimeRow[] => (issues ? listedRows(issues) : tree.rows),
    [issues, tree.rows],
  );
  const columns = useMemo(
    () => timeColumns({ result, settings, context, dataset, onDrill }),
    [result, settings, context, dataset, onDrill],
  );
  const allOpen = expanded === true || groups.every(({ id }) => expanded[groupRowId(id)]);
  return (
    <div className="tb-time">
      <TimeTools
        columns={result.columns}
        settings={settings}
        context={context}
        onSettings={onSettings}
        allOpen={groups.length === 0 ? null : allOpen}
        onOpenAll={open => startTransition(() => setExpanded(open ? true : {}))}
      />
      <p className="tb-time__caption tb-quiet">{caption(result, settings)}</p>
      <DataTable
        // Other groups start in their own order.
        key={groupedBy?.id ?? 'issues'}
        label={groupedBy ? `Time in status by ${groupedBy.label}` : 'Time in status of each issue'}
        columns={columns}
        rows={rows}
        rowId={row => row.id}
        childRows={
          groupedBy ? row => (row.kind === 'listed' ? undefined : tree.childRows(row)) : undefined
        }
        expanded={expanded}
        onExpandedChange={setExpanded}
        totalLabel={groupedBy ? 'All issues' : `${MEASURE_LABELS[settings.measure]} of all`}
        compact={compact}
      />
    </div>
  );
}

const idOf = (group: TimeGroup) => group.id;
const issuesOf = (group: TimeGroup) => group.count.issues;

function caption({ groupedBy, working }: TimeInStatusResult, { measure }: TimeInStatusSettings) {
  const time = working ? 'working time' : 'time';
  const what = MEASURE_LABELS[measure].toLowerCase();
  return groupedBy
    ? `${MEASURE_LABELS[measure]} ${time} in status`
    : `${working ? 'Working time' : 'Time'} in status; the last row is the ${what}.`;
}
