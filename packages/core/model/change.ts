import type { Instant } from '../time/units.ts';
import type { FieldId } from './ids.ts';
import type { User } from './user.ts';

/** A changed field by one name for all hosts. */
export type ChangeField = (typeof CHANGE_FIELDS)[number];

export const CHANGE_FIELDS = [
  'status',
  'resolution',
  'assignee',
  'sprint',
  'points',
  'parent',
  'flagged',
  'fixVersion',
  'priority',
  'issueType',
  'project',
  'key',
  'originalEstimate',
  'remainingEstimate',
  'timeSpent',
  'due',
  'labels',
  'components',
  'link',
  /** A custom field that was asked for by id, without a name of its own above. */
  'custom',
  'other',
] as const;

/** One item of one history entry. */
export interface Change {
  readonly at: Instant;
  /** The entry: orders changes of one instant; compared as a number if it is one. Columns, which are in order, lack it. */
  readonly historyId?: string;
  readonly author: User | null;
  readonly field: ChangeField;
  /** The host's field id ('customfield_10030'), if the host has one. */
  readonly fieldId: FieldId | null;
  /** The host's name of the field at the time ('Story Points'). */
  readonly fieldName: string;
  /** Ids as the host lists them ('12, 15' for sprints); null or '' is empty. */
  readonly from: string | null;
  readonly fromText: string | null;
  readonly to: string | null;
  readonly toText: string | null;
}

/** The changes of one field of an issue, in their order, read by index: no change needs an object. */
export interface FieldChanges {
  readonly length: number;
  readonly at: (index: number) => Instant;
  readonly from: (index: number) => string | null;
  readonly fromText: (index: number) => string | null;
  readonly to: (index: number) => string | null;
  readonly toText: (index: number) => string | null;
  readonly author: (index: number) => User | null;
  /** Where people are put together: the changes with all of them. For what is counted, never for what is shown. */
  readonly original?: FieldChanges;
}
