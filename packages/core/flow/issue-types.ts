import type { Issue } from '../model/issue.ts';

/** By the hierarchy level of the issue type: 0, above it, below it. */
export type IssueTypes = 'standard' | 'epics' | 'sub-tasks' | 'all';

/** Whether issues of a type count. */
export function countsType(types: IssueTypes): (issue: Issue) => boolean {
  if (types === 'all') return () => true;
  if (types === 'standard') return ({ type }) => type.level === 0;
  return types === 'epics' ? ({ type }) => type.level > 0 : ({ type }) => type.level < 0;
}
