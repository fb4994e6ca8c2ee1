/** A DatasetView over a dataset in the same thread, for tests of views. */

import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import type { DatasetView } from '../contract.ts';

export function datasetViewOf(dataset: Dataset): DatasetView {
  const { issues } = dataset;
  return {
    issueCount: issues.length,
    rows: async rows =>
      Array.from(rows, row => {
        const issue = issues[row];
        if (!issue) throw new RangeError(`There is no row ${row}.`);
        return rowOf(issue, row);
      }),
    statusHistory: async id => {
      const issue = issues.find(each => each.id === id);
      if (!issue) throw new RangeError(`There is no issue ${id}.`);
      const { name, category } = issue.status;
      return [{ statusName: name, category, from: issue.created, to: dataset.fetchedAt, by: null }];
    },
    issueUrl: key => `https://jira.example.com/browse/${key}`,
    jqlUrl: jql => `https://jira.example.com/issues/?jql=${encodeURIComponent(jql)}`,
  };
}

function rowOf(issue: Issue, row: number): IssueRow {
  return {
    row,
    id: issue.id,
    key: issue.key,
    summary: issue.summary,
    typeName: issue.type.name,
    typeIconUrl: issue.type.iconUrl,
    statusName: issue.status.name,
    statusCategory: issue.status.category,
    assignee: issue.assignee?.name ?? null,
    assigneeAvatarUrl: issue.assignee?.avatarUrl ?? null,
    priority: issue.priority?.name ?? null,
    priorityRank: Number(issue.priority?.id ?? 0) || null,
    created: issue.created,
    updated: issue.updated,
    resolved: issue.resolved,
    due: issue.due,
    points: issue.points,
  };
}
