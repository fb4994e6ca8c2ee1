import type { Issue } from './issue.ts';

/** A copy of an issue with other values of some members. A spread alone would leave out members that are computed. */
export const copyIssue = (issue: Issue, changed: Partial<Issue> = {}): Issue => ({
  ...(issue.plain?.() ?? issue),
  ...changed,
});
