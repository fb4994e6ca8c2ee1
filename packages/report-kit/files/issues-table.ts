import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import type { Drill } from '../figures/drill.ts';
import type { ReportTable, TableColumn } from '../table/report-table.ts';

export interface ListedIssue {
  readonly issue: IssueRow;
  readonly part: number | null;
}

/** The file of a list of issues. */
export function issuesTable(
  rows: readonly ListedIssue[],
  part: Drill['part'] | null,
  { zone }: Pick<ReportContext, 'zone'>,
): ReportTable<ListedIssue> {
  const column = (
    id: string,
    header: string,
    value: (row: ListedIssue) => string | number | null,
  ): TableColumn<ListedIssue> => ({ id, header, value });
  const day = (at: Instant | null) => (at === null ? null : dayText(localDay(at, zone)));
  return {
    columns: [
      column('key', 'Key', ({ issue }) => issue.key),
      column('type', 'Type', ({ issue }) => issue.typeName),
      column('summary', 'Summary', ({ issue }) => issue.summary),
      column('status', 'Status', ({ issue }) => issue.statusName),
      column('assignee', 'Assignee', ({ issue }) => issue.assignee ?? null),
      column('priority', 'Priority', ({ issue }) => issue.priority),
      column('created', 'Created', ({ issue }) => day(issue.created)),
      column('updated', 'Updated', ({ issue }) => day(issue.updated)),
      column('resolved', 'Resolved', ({ issue }) => day(issue.resolved)),
      column('due', 'Due', ({ issue }) => (issue.due === null ? null : dayText(issue.due))),
      ...(part
        ? [column('part', part.label, row => (row.part === null ? null : part.format(row.part)))]
        : []),
    ],
    rows,
    rowId: ({ issue }) => issue.id,
    nameOf: ({ issue }) => issue.key,
  };
}
