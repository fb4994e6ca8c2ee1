import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';

/** Some issues as columns, in the order of `rows`, for results that have values of each. */
export interface IssueList {
  readonly rows: IssueRows;
  readonly ids: readonly string[];
  readonly keys: readonly string[];
  readonly summaries: readonly string[];
}

export const issuesAt = ({ issues }: Pick<Dataset, 'issues'>, rows: IssueRows): Issue[] =>
  Array.from(rows, row => issues[row]!);

export function issueList(dataset: Pick<Dataset, 'issues'>, rows: IssueRows): IssueList {
  const issues = issuesAt(dataset, rows);
  return {
    rows,
    ids: issues.map(({ id }) => id),
    keys: issues.map(({ key }) => key),
    summaries: issues.map(({ summary }) => summary),
  };
}
