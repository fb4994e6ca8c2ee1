import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { IssueRow } from '@tallyboard/core/model/rows.ts';

/** Issues as lists show them, in the order of `rows`; unknown rows are left out. */
export function issueRows(dataset: Dataset, rows: ArrayLike<number>): readonly IssueRow[] {
  const found: IssueRow[] = [];
  for (const row of Array.from(rows)) {
    const issue = dataset.issues[row];
    if (issue) found.push(issueRow(issue, row));
  }
  return found;
}

function issueRow(issue: Issue, row: number): IssueRow {
  const { id, key, summary, type, status, assignee, priority } = issue;
  return {
    row,
    id,
    key,
    summary,
    typeName: type.name,
    typeIconUrl: type.iconUrl,
    statusName: status.name,
    statusCategory: status.category,
    assignee: assignee?.name ?? null,
    assigneeAvatarUrl: assignee?.avatarUrl ?? null,
    priority: priority?.name ?? null,
    created: issue.created,
    updated: issue.updated,
    resolved: issue.resolved,
    due: issue.due,
    points: issue.points,
  };
}
