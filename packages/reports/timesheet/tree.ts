import type { TimesheetIssue, TimesheetLog, TimesheetResult, TimesheetRow } from './result.ts';

/** A row of the table: a group; in the detailed view its issues; with descriptions the worklogs of those. */
export type TreeRow =
  | { readonly kind: 'group'; readonly id: string; readonly line: TimesheetRow }
  | {
      readonly kind: 'issue';
      readonly id: string;
      readonly line: TimesheetIssue;
      readonly group: TimesheetRow;
    }
  | { readonly kind: 'log'; readonly id: string; readonly log: TimesheetLog };

export function treeRows({ rows }: TimesheetResult): readonly TreeRow[] {
  // The group without a value has an empty id.
  return rows.map(line => ({ kind: 'group', id: `group ${line.id}`, line }));
}

export function childRows(row: TreeRow): readonly TreeRow[] | undefined {
  if (row.kind === 'group') {
    const { id, line: group } = row;
    return group.issues.map(line => ({ kind: 'issue', id: `${id} ${line.id}`, line, group }));
  }
  if (row.kind === 'log' || row.line.logs.length === 0) return undefined;
  return row.line.logs.map(log => ({ kind: 'log', id: `${row.id} ${log.id}`, log }));
}
