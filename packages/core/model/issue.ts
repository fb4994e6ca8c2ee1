import type { Interval } from '../time/interval.ts';
import type { Day, Instant, Milliseconds, Seconds } from '../time/units.ts';
import type { Change, ChangeField, FieldChanges } from './change.ts';
import type { FieldId, IssueId, IssueKey, ProjectId, VersionId } from './ids.ts';
import type { Sprint } from './sprint.ts';
import type { Status } from './status.ts';
import type { User } from './user.ts';

/** A priority, resolution, component, team or option. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Project {
  readonly id: ProjectId;
  readonly key: string;
  readonly name: string;
}

export interface IssueType extends Named {
  readonly subtask: boolean;
  /** -1 sub-task, 0 base, 1 epic; by `subtask` and the name if the host has no levels. */
  readonly level: number;
  readonly iconUrl: string | null;
}

export interface Priority extends Named {
  readonly iconUrl: string | null;
}

/** The epic or parent of an issue, from the child's own record. */
export interface ParentRef {
  readonly id: IssueId | null;
  readonly key: IssueKey;
  readonly summary: string | null;
  /** 1 for an epic; null if unknown. */
  readonly level: number | null;
  /** The epic of a sub-task's parent, where the parent is not among the issues; absent if it could not be read. */
  readonly epic?: ParentRef | null;
}

export interface IssueLink {
  readonly kind: 'blocks' | 'blocked-by' | 'other';
  /** The name of this end of the link ('is blocked by'), which changes of links name too; null if unknown. */
  readonly description: string | null;
  readonly otherId: IssueId;
  readonly otherKey: IssueKey;
  /** The name of its issue type; null if unknown. */
  readonly otherType: string | null;
  readonly otherStatus: Status | null;
}

export interface Version {
  readonly id: VersionId;
  readonly name: string;
  readonly released: boolean;
  readonly archived: boolean;
  readonly releaseDay: Day | null;
}

export interface Worklog {
  readonly id: string;
  /** When it was entered, often days after `started`; null where it is not known. */
  readonly created: Instant | null;
  readonly started: Instant;
  readonly spentSeconds: Seconds;
  /** Null for a deleted account that the host does not name. */
  readonly author: User | null;
  /** Plain text; '' without a comment. */
  readonly comment: string;
}

/** Since when a worklog is known: by the start of its work where nothing says when it was entered. */
export const loggedAt = ({ created, started }: Pick<Worklog, 'created' | 'started'>): Instant =>
  created ?? started;

/** A cycle of an SLA, from its start to its stop. A member is null where Jira does not send it, or not readably. */
export interface SlaCycle {
  readonly start: Instant | null;
  /** Null for the ongoing cycle. */
  readonly stop: Instant | null;
  /** When the goal is missed unless the clock pauses; none while it is paused. */
  readonly breach: Instant | null;
  /** Durations of the calendar of the SLA. */
  readonly goal: Milliseconds | null;
  readonly elapsed: Milliseconds | null;
  /** Negative beyond the goal. */
  readonly remaining: Milliseconds | null;
  /** Jira's flag. */
  readonly breached: boolean | null;
  /** Of the ongoing cycle alone; null for completed ones. */
  readonly paused: boolean | null;
  readonly withinCalendarHours: boolean | null;
}

/** One Service Management SLA of one issue. */
export interface Sla {
  readonly name: string;
  /** In Jira's order, the last one last. */
  readonly completed: readonly SlaCycle[];
  /** Running or paused; null if the clock stands. */
  readonly ongoing: SlaCycle | null;
}

export interface Progress {
  readonly done: Seconds;
  readonly total: Seconds;
}

/** The value of a required custom field. */
export type CustomValue = string | number | readonly string[] | null;

/** The issues of a dataset share objects: two with the same assignee have the same user object. */
export interface Issue {
  readonly id: IssueId;
  readonly key: IssueKey;
  readonly summary: string;
  readonly project: Project;
  readonly type: IssueType;
  readonly status: Status;
  readonly priority: Priority | null;
  readonly resolution: Named | null;
  readonly assignee: User | null;
  readonly reporter: User | null;
  readonly creator: User | null;
  readonly created: Instant;
  readonly updated: Instant;
  /** `resolutiondate`; null if unresolved. */
  readonly resolved: Instant | null;
  readonly statusCategoryChanged: Instant | null;
  readonly due: Day | null;
  readonly labels: readonly string[];
  readonly components: readonly Named[];
  readonly fixVersions: readonly Version[];
  /** The sprints of the Sprint field, in order of assignment. */
  readonly sprints: readonly Sprint[];
  readonly parent: ParentRef | null;
  /** From `parent` or Epic Link; null for a sub-task of another issue. */
  readonly epic: ParentRef | null;
  /** What Epic Link or Parent Link names where it is another than the parent and the epic: it does not count. */
  readonly otherParent: IssueKey | null;
  readonly epicName: string | null;
  readonly team: Named | null;
  readonly flagged: boolean;
  readonly links: readonly IssueLink[];
  /** 'Story Points', or 'Story point estimate' if the first is empty. Null if unestimated. */
  readonly points: number | null;
  /** Both points fields have a value. */
  readonly bothPoints: boolean;
  readonly spentSeconds: Seconds | null;
  readonly remainingSeconds: Seconds | null;
  readonly originalSeconds: Seconds | null;
  readonly votes: number;
  readonly watches: number;
  readonly progress: Progress | null;
  readonly sumProgress: Progress | null;
  readonly slas: ReadonlyMap<FieldId, Sla>;
  /** The name of the request type of a service project. */
  readonly requestType: string | null;
  /** Names of the customer's organizations. */
  readonly organizations: readonly string[];
  /** The customer's rating, 1 to 5; null if unrated. */
  readonly satisfaction: number | null;
  /** Required custom fields. */
  readonly custom: ReadonlyMap<FieldId, CustomValue>;
  /** In order (history/order.ts). Empty if history is not required. */
  readonly changes: readonly Change[];
  /** False if history is not required, or not all of it could be loaded; fallbacks apply. */
  readonly historyComplete: boolean;
  /** Sorted by start. Empty if worklogs are not required. */
  readonly worklogs: readonly Worklog[];
  /** False if worklogs are not required, or not all of them could be loaded. */
  readonly worklogsComplete: boolean;
  /** Absent where the changes are values: see `changesOf` of history/field-changes.ts. */
  readonly changesOf?: (field: ChangeField) => FieldChanges;
  /** Absent where the changes are values. `from` is excluded. */
  readonly hasChangeWithin?: (interval: Interval) => boolean;
  /** A copy whose members are values; absent where they are. */
  readonly plain?: () => Issue;
}
