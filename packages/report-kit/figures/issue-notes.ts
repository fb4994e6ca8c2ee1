/** Notes about issues, and those that several reports share. */

import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Note } from '@tallyboard/core/model/result.ts';

export interface IssueNote {
  readonly code: string;
  /** What follows the count, for one issue and for several. */
  readonly words: readonly [one: string, several: string];
  readonly issues: IssueRows;
}

/** The words of a note about what issues have. */
export const has = (what: string): IssueNote['words'] => [
  `issue has ${what}`,
  `issues have ${what}`,
];

/** Returns the notes that have issues, as '29 resolved issues still have remaining time.' */
export function issueNotes(notes: readonly IssueNote[]): Note[] {
  return notes
    .filter(({ issues }) => issues.length > 0)
    .map(({ code, words: [one, several], issues }) => {
      const count = issues.length;
      const text = `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
      return { code, text, issues };
    });
}

export function undated(issues: IssueRows): IssueNote {
  return {
    code: 'no-done-date',
    words: [
      'resolved issue has no resolution date (excluded).',
      'resolved issues have no resolution date (excluded).',
    ],
    issues,
  };
}

export function unknownCategory(issues: IssueRows): IssueNote {
  return {
    code: 'unknown-status',
    words: [
      'issue is in a deleted or unknown status (not counted as Done).',
      'issues are in a deleted or unknown status (not counted as Done).',
    ],
    issues,
  };
}

export function bothPoints(issues: IssueRows): IssueNote {
  return {
    code: 'both-points',
    words: has('both Story Points and Story point estimate; Story Points is used.'),
    issues,
  };
}

export function parentAndSubTask(issues: IssueRows, estimate: string): IssueNote {
  return {
    code: 'parent-and-sub-task',
    words: [
      `sub-task and its parent both have ${estimate}; work may be counted twice.`,
      `sub-tasks and their parents both have ${estimate}; work may be counted twice.`,
    ],
    issues,
  };
}
