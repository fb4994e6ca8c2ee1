import type { TimesheetIssue, TimesheetLog, TimesheetResult, TimesheetRow } from './result.ts';

/** A row of the table: a group; in the detailed view its issues; with descriptions the worklogs of those; the totals. */
export type TreeRow =
  | { readonly kind: 'group'; readonly id: string; readonly line: TimesheetRow }
  | ({ readonly kind: 'issue'; readonly id: string } & IssueOfGroup)
  | ({ readonly kind: 'log'; readonly id: string; readonly log: TimesheetLog } & IssueOfGroup)
  | { readonly kind: 'total'; readonly id: string; readonly line: TimesheetResult['total'] };

interface IssueOfGroup {
  readonly line: TimesheetIssue;
  readonly group: TimesheetRow;
}

export function treeRows({ rows }: TimesheetResult): readonly TreeRow[] {
  // The group without a value has an empty id.
  return rows.map(line => ({ kind: 'group', id: `group ${line.id}`, line }));
}

export function childRows(row: TreeRow): readonly TreeRow[] | undefined {
  if (row.kind === 'group') {
    const { id, line: group } = row;
    return group.issues.map(line => ({ kind: 'issue', id: `${id} ${line.id}`, line, group }));
  }
  if (row.kind !== 'issue' || row.line.logs.length === 0) return undefined;
  const { id, line, group } = row;
  return line.logs.map(log => ({ kind: 'log', id: `${id} ${log.id}`, log, line, group }));
}
