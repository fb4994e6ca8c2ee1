import { Button } from '@tallyboard/ui/controls/button.tsx';
import { DataTable, type Expanded } from '@tallyboard/ui/table/data-table.tsx';
import { useMemo, useState } from 'react';
import { velocityColumns } from './table-columns.tsx';
import { type VelocityRow, velocityRows } from './tree.ts';
import type { VelocityProps } from './view-props.ts';

const childRows = (row: VelocityRow) => (row.children.length > 0 ? row.children : undefined);

/** The tree of periods and people, all of it open where the settings say so. */
export function VelocityTable({ result, settings, compact, dataset, onDrill }: VelocityProps) {
  const [expanded, setExpanded] = useState<Expanded>(
    settings.expandTree ? true : settings.type === 'bars' ? { average: true } : {},
  );
  const rows = useMemo(() => velocityRows(result, settings), [result, settings]);
  const columns = useMemo(
    () => velocityColumns({ result, type: settings.type, dataset, onDrill }),
    [result, settings.type, dataset, onDrill],
  );
  const allOpen = expanded === true || rows.every(row => expanded[row.id]);
  return (
    <div>
      <div className="tb-velocity__tools tb-no-print">
        <Button appearance="subtle" onClick={() => setExpanded(allOpen ? {} : true)}>
          {allOpen ? 'Collapse All' : 'Expand All'}
        </Button>
      </div>
      <DataTable
        key={settings.type}
        label={settings.type === 'by-assignee' ? 'Velocity by assignee' : 'Velocity'}
        columns={columns}
        rows={rows}
        rowId={row => row.id}
        childRows={childRows}
        expanded={expanded}
        onExpandedChange={setExpanded}
        rowClass={row => (row.kind === 'average' ? 'tb-velocity__average' : undefined)}
        compact={compact}
      />
    </div>
  );
}
