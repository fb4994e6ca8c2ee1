import type { Instant } from '../time/units.ts';
import type { FieldId } from './ids.ts';
import type { User } from './user.ts';

/** The changed field under one name for all hosts. */
export type ChangeField =
  | 'status'
  | 'resolution'
  | 'assignee'
  | 'sprint'
  | 'points'
  | 'parent'
  | 'flagged'
  | 'fixVersion'
  | 'priority'
  | 'issueType'
  | 'project'
  | 'originalEstimate'
  | 'remainingEstimate'
  | 'timeSpent'
  | 'other';

/** One item of one history entry. Items of one entry share `at` and `historyId`. */
export interface Change {
  readonly at: Instant;
  /** Orders changes that share an instant; compared as a number when it is one. */
  readonly historyId: string;
  readonly author: User | null;
  readonly field: ChangeField;
  /** The host's field id where the host gives one ('customfield_10030'), else null. */
  readonly fieldId: FieldId | null;
  /** The host's name of the field at the time ('Story Points'). */
  readonly fieldName: string;
  /** Ids as the host lists them ('12, 15' for sprints); null or '' is empty. */
  readonly from: string | null;
  readonly fromText: string | null;
  readonly to: string | null;
  readonly toText: string | null;
}
