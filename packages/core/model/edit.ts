import type { Day, Instant, Seconds, ZoneId } from '../time/units.ts';
import type { BoardId, FieldId, IssueId, IssueKey, SprintId } from './ids.ts';
import type { Version } from './issue.ts';
import type { User } from './user.ts';

export interface EditedIssue {
  readonly id: IssueId;
  readonly key: IssueKey;
}

/** Whom Jira can assign, and the name by which it does: the account id on Cloud, the user name on Data Center. */
export interface Assignable {
  readonly user: User;
  readonly login: string;
}

interface OfIssues {
  readonly issues: readonly EditedIssue[];
}

export interface AssignEdit extends OfIssues {
  readonly kind: 'assign';
  readonly to: Assignable | null;
}

export interface EstimateEdit extends OfIssues {
  readonly kind: 'estimate';
  /** The board whose estimation field it is. */
  readonly boardId: BoardId;
  readonly fieldId: FieldId;
  /** Seconds for the original estimate; null clears. */
  readonly value: number | null;
}

export interface SprintEdit extends OfIssues {
  readonly kind: 'sprint';
  /** Null for the backlog. */
  readonly to: { readonly id: SprintId; readonly name: string } | null;
}

/** Null clears. */
export interface DueEdit extends OfIssues {
  readonly kind: 'due';
  readonly to: Day | null;
}

/** In place of all fix versions that the issues have. */
export interface FixVersionsEdit extends OfIssues {
  readonly kind: 'fix-versions';
  readonly to: readonly Version[];
}

/** Moves the issues within a list; the orders name all issues of the list. */
export interface RankEdit extends OfIssues {
  readonly kind: 'rank';
  readonly from: readonly IssueKey[];
  readonly to: readonly IssueKey[];
}

/** What becomes of the remaining estimate, as Jira offers it: `manual` takes the seconds off, `new` sets them. */
export type RemainingChange =
  | { readonly how: 'auto' | 'leave' }
  | { readonly how: 'manual' | 'new'; readonly seconds: Seconds };

/** Logs work of the reader. */
export interface LogWorkEdit extends OfIssues {
  readonly kind: 'log-work';
  readonly started: Instant;
  /** The zone in which the start is written. */
  readonly zone: ZoneId;
  readonly spentSeconds: Seconds;
  readonly comment: string;
  readonly remaining: RemainingChange;
}

/** Deletes a worklog of the reader. */
export interface DeleteWorklogEdit extends OfIssues {
  readonly kind: 'delete-worklog';
  readonly worklogId: string;
  readonly remaining: RemainingChange;
}

export type WorkEdit = LogWorkEdit | DeleteWorklogEdit;

/** A change of issues that a reader asks for. */
export type Edit =
  | AssignEdit
  | EstimateEdit
  | SprintEdit
  | DueEdit
  | FixVersionsEdit
  | RankEdit
  | WorkEdit;

/** An issue to log work on. */
export interface WorkIssue extends EditedIssue {
  readonly summary: string;
  /** Null without an estimate. */
  readonly remainingSeconds: Seconds | null;
}

/** The field id of estimates in time. */
export const TIME_ESTIMATE = 'timeoriginalestimate' as FieldId;

/** How a board estimates: by a number field, or by the original estimate in seconds. */
export interface Estimation {
  readonly boardId: BoardId;
  readonly fieldId: FieldId;
  readonly name: string;
}

export type EditPermission =
  | 'ASSIGN_ISSUES'
  | 'EDIT_ISSUES'
  | 'SCHEDULE_ISSUES'
  // Jira asks it for the fix versions of an issue.
  | 'RESOLVE_ISSUES';
