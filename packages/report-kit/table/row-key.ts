/** Keys of rows, which with the id of a column name a figure: 'sprint:14/completed'. */

export const keyOfRow = (kind: string, id: string): string => `${kind}:${id}`;

/** The kind of the rows of a grouping, by its word: groupings by issue have rows of single issues. */
export function kindOfGroups(word: string): string {
  if (word.toLowerCase().startsWith('level:')) return 'level';
  return word === 'issue-key' || word === 'issue-summary' ? 'issue' : word;
}

/** The row of a key is a single issue, or a part of one. */
export const isIssueKey = (rowKey: string): boolean => /(?:^|\/)issue:/.test(rowKey);

/** The row is a single issue, or a group that bears the name of one: what is below an epic, a parent or an initiative. */
export const isNamedByIssue = (rowKey: string): boolean =>
  /(?:^|\/)(?:issue|epic|parent|level)(?::|$)/.test(rowKey);
