/**
 * The lists of unresolved issues that need attention, one predicate each. Callers pass unresolved issues only.
 */

import {
  hasHighPriority,
  isBlocked,
  isBlocking,
  isDueThisWeek,
  isOverdue,
} from '@tallyboard/core/measure/resolution.ts';
import type { IssueId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { RowFact } from '@tallyboard/core/model/rows.ts';
import type { Day, Weekday } from '@tallyboard/core/time/units.ts';

export type AttentionId =
  | 'overdue'
  | 'due-this-week'
  | 'priority'
  | 'incidents'
  | 'problems'
  | 'bugs'
  | 'flagged'
  | 'blocking'
  | 'blocked';

export interface AttentionFacts {
  readonly today: Day;
  /** The first day of a week. */
  readonly weekStart: Weekday;
  /** Whether an issue is resolved; null if not in the dataset. */
  isOtherDone(id: IssueId): boolean | null;
}

export interface AttentionList {
  readonly id: AttentionId;
  readonly title: string;
  /** On a wallboard, where a title of two lines costs a row of counts. */
  readonly shortTitle?: string;
  /** Why an issue is in the list. */
  readonly reason: string;
  /** What the list is about. */
  readonly shows?: RowFact;
  /** Else only unresolved issues are in the list. */
  readonly alsoResolved?: true;
  holds(issue: Issue, facts: AttentionFacts, kind: string): boolean;
}

const ofKind = (id: AttentionId, title: string, kind: string): AttentionList => ({
  id,
  title,
  reason: `Unresolved, type name ends with '${kind}'.`,
  shows: 'created',
  holds: (_issue, _facts, own) => own === kind,
});

export const ATTENTION_LISTS: readonly AttentionList[] = [
  {
    id: 'overdue',
    title: 'Overdue',
    reason: 'Unresolved, due before today.',
    shows: 'due',
    holds: (issue, { today }) => isOverdue(issue, false, today),
  },
  {
    id: 'due-this-week',
    title: 'Due this week',
    reason: 'Unresolved, due by the end of this week.',
    shows: 'due',
    holds: (issue, { today, weekStart }) => isDueThisWeek(issue, false, today, weekStart),
  },
  {
    id: 'priority',
    title: 'High or highest priority',
    shortTitle: 'High priority',
    reason: 'Unresolved, with one of the two highest priorities (ids 1 and 2).',
    shows: 'priority',
    holds: hasHighPriority,
  },
  ofKind('incidents', 'Incidents', 'incident'),
  ofKind('problems', 'Problems', 'problem'),
  ofKind('bugs', 'Bugs', 'bug'),
  {
    id: 'flagged',
    title: 'Flagged',
    reason: 'Flagged, also where resolved: a flag is for somebody to take off.',
    alsoResolved: true,
    holds: issue => issue.flagged,
  },
  {
    id: 'blocking',
    title: 'Blocking',
    reason: "Unresolved, with a 'Blocks' link to another issue.",
    holds: isBlocking,
  },
  {
    id: 'blocked',
    title: 'Blocked',
    reason: 'Unresolved and blocked by an unresolved issue.',
    holds: (issue, { isOtherDone }) => isBlocked(issue, isOtherDone),
  },
];
