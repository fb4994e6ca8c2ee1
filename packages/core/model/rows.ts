import type { Day, Instant } from '../time/units.ts';
import type { IssueId, IssueKey } from './ids.ts';
import type { StatusCategory } from './status.ts';

/** An issue for lists. */
export interface IssueRow {
  readonly row: number;
  readonly id: IssueId;
  readonly key: IssueKey;
  readonly summary: string;
  readonly typeName: string;
  readonly typeIconUrl: string | null;
  readonly statusName: string;
  readonly statusCategory: StatusCategory;
  /** Null for nobody; absent where people were not loaded. */
  readonly assignee?: string | null;
  readonly assigneeAvatarUrl?: string | null;
  readonly priority: string | null;
  /** Jira's number of the priority, 1 for the highest; null for none. */
  readonly priorityRank: number | null;
  readonly created: Instant;
  readonly updated: Instant;
  readonly resolved: Instant | null;
  readonly due: Day | null;
  readonly points: number | null;
}

/** What a list of issues may show and be ordered by. */
export type RowFact = 'due' | 'priority' | 'created' | 'updated' | 'resolved';

/** Time in a status, for the status history. */
export interface StatusVisit {
  readonly statusName: string;
  readonly category: StatusCategory;
  readonly from: Instant;
  readonly to: Instant;
  readonly by: string | null;
}
