import type { Dataset, IssueRows } from '../model/dataset.ts';
import type { Issue } from '../model/issue.ts';

/** The issue of a row, of those above too. */
export const issueAt = (
  { issues, above = [] }: Pick<Dataset, 'issues' | 'above'>,
  row: number,
): Issue | undefined => issues[row] ?? above[row - issues.length];

/** The issues by row, with those above. */
export const allIssues = ({
  issues,
  above = [],
}: Pick<Dataset, 'issues' | 'above'>): readonly Issue[] =>
  above.length === 0 ? issues : [...issues, ...above];

/** The positions of the issues of `subset`, by default of all, that pass the test. */
export function rowsWhere(
  issues: readonly Issue[],
  test: (issue: Issue) => boolean,
  subset: IssueRows | null = null,
): IssueRows {
  const total = subset?.length ?? issues.length;
  const found = new Uint32Array(total);
  let length = 0;
  for (let i = 0; i < total; i++) {
    const row = subset === null ? i : subset[i]!;
    if (test(issues[row]!)) found[length++] = row;
  }
  return found.slice(0, length);
}

/** The rows of issues with incomplete history, which reports note. */
export function rowsWithoutHistory(
  issues: readonly Issue[],
  subset: IssueRows | null = null,
): IssueRows {
  return rowsWhere(issues, issue => !issue.historyComplete, subset);
}
