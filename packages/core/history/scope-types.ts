import type { Estimator } from '../measure/estimate.ts';
import type { DoneRule } from '../measure/resolution.ts';
import type { FieldId } from '../model/ids.ts';
import type { User } from '../model/user.ts';
import type { Instant } from '../time/units.ts';
import type { Assignee } from './timeline.ts';

/** Why the scope changed. The first four add, the fifth removes. 'started' is a later one of several sprints. */
export type ScopeReason = 'added' | 'created' | 'reopened' | 'started' | 'removed' | 're-estimated';

/** One change of scope after the start: who, when, which issue, and by how much. */
export interface ScopeChange {
  readonly at: Instant;
  /** Position in `dataset.issues`. */
  readonly row: number;
  readonly reason: ScopeReason;
  readonly by: User | null;
  /** Estimate before and after, in the estimator's unit; null when unestimated, or outside the scope. */
  readonly before: number | null;
  readonly after: number | null;
  /** What it adds to the scope; negative when it takes away. */
  readonly amount: number;
}

/** What one issue was at one instant, from `at` on. */
export interface ScopeState {
  readonly at: Instant;
  readonly inScope: boolean;
  readonly done: boolean;
  readonly estimate: number;
  readonly assignee: Assignee | null;
}

/** One issue's part in a scope. Numbers are in the estimator's unit. */
export interface IssueScope {
  readonly row: number;
  readonly committed: number;
  readonly added: number;
  readonly removed: number;
  readonly reEstimated: number;
  readonly final: number;
  readonly completed: number;
  /** At the start it was in scope (which an unestimated issue is, with 0). */
  readonly wasCommitted: boolean;
  readonly isFinal: boolean;
  readonly isCompleted: boolean;
  readonly unestimated: boolean;
  /** Whom the commitment belongs to: the assignee at the start, or when the issue entered. */
  readonly committedTo: Assignee | null;
  /** The assignee when it was completed for good. */
  readonly completedBy: Assignee | null;
  /** From the start of the window on, at least one. */
  readonly states: readonly ScopeState[];
}

export interface ScopeSettings {
  readonly estimator: Estimator;
  readonly done: DoneRule;
  /** One of several sprint fields; null for the host's own. */
  readonly sprintField: FieldId | null;
}
