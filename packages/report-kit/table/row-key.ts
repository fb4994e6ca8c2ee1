/** Keys of rows, which with the id of a column name a figure: 'sprint:14/completed'. */

/** Groupings by issue have rows of single issues. */
const ISSUE_KINDS = new Set(['issue-key', 'issue-summary']);

export const keyOfRow = (kind: string, id: string): string =>
  `${ISSUE_KINDS.has(kind) ? 'issue' : kind}:${id}`;

/** The row of a key is a single issue, or a part of one. */
export const isIssueKey = (rowKey: string): boolean => /(?:^|\/)issue:/.test(rowKey);
