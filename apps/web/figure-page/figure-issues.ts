import type { StatusCategory } from '@tallyboard/core/model/status.ts';
import type { FigureView } from '@tallyboard/engine/ask/figure-view.ts';
import type { DatasetView, Drill } from '@tallyboard/report-kit/contract.ts';
import type { Assistant, FoundIssue } from './assistant.ts';

/** An issue of a list. */
export interface ListedIssue extends FoundIssue {
  readonly key: string;
  /** Null for a status that no other issue of the view has. */
  readonly category: StatusCategory | null;
  readonly part: number | null;
}

/** The issues of a figure, some at a time. */
export interface IssueSource {
  /** Status and assignee are those of now, not of the figure. */
  readonly isOfNow: boolean;
  readonly pageSize: number;
  read(order: readonly IssuePart[]): Promise<readonly ListedIssue[]>;
}

export interface IssuePart {
  readonly row: number;
  readonly part: number | null;
}

/** The largest contribution first. */
export function orderOf({ figure: { issues, parts } }: Drill): readonly IssuePart[] {
  const order = Array.from(issues, (row, at) => ({ row, part: parts?.[at] ?? null }));
  return parts ? order.sort((a, b) => (b.part ?? 0) - (a.part ?? 0)) : order;
}

/** What a view asks of issues, as far as the file has it. */
export function datasetOf({ rows, loaded }: FigureView, jira: string | null): DatasetView {
  const byRow = new Map(rows.map(row => [row.row, row]));
  return {
    issueCount: loaded.issueCount,
    keyLength: loaded.keyLength,
    rows: async wanted => Array.from(wanted).flatMap(row => byRow.get(row) ?? []),
    statusHistory: () => Promise.reject(new Error('Open the report in Tallyboard for it.')),
    issueUrl: key => (jira === null ? '' : `${jira}/browse/${encodeURIComponent(key)}`),
    jqlUrl: jql => (jira === null ? '' : `${jira}/issues/?${new URLSearchParams({ jql })}`),
  };
}

/** The issues of the file, or those that the assistant's tool lists. */
export function issueSource({ rows, keys }: FigureView, assistant: Assistant | null): IssueSource {
  const byRow = new Map(rows.map(row => [row.row, row]));
  if (!assistant?.canAsk)
    return {
      isOfNow: false,
      pageSize: Number.POSITIVE_INFINITY,
      read: async order =>
        order.flatMap(({ row, part }) => {
          const issue = byRow.get(row);
          if (!issue) return [];
          const { key, summary, statusName: status, statusCategory: category, assignee } = issue;
          return { key, summary, status, category, assignee, part };
        }),
    };
  const categories = new Map(rows.map(row => [row.statusName, row.statusCategory]));
  return {
    isOfNow: true,
    pageSize: 20,
    async read(order) {
      const named = order.map(({ row, part }) => {
        return { key: byRow.get(row)?.key ?? keys.get(row) ?? '', part };
      });
      const found = await assistant.issues(named.map(({ key }) => key).filter(Boolean));
      return named.flatMap(({ key, part }) => {
        const issue = found.get(key);
        return issue ? { ...issue, key, part, category: categories.get(issue.status) ?? null } : [];
      });
    },
  };
}
