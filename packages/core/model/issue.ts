import type { Day, Instant, Seconds } from '../time/units.ts';
import type { Change } from './change.ts';
import type { FieldId, IssueId, IssueKey, ProjectId } from './ids.ts';
import type { Sprint } from './sprint.ts';
import type { Status } from './status.ts';
import type { User } from './user.ts';
import type { Version } from './version.ts';
import type { Worklog } from './worklog.ts';

/** Something that Jira knows by id and shows by name: a priority, resolution, component, team, option. */
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
  /** -1 sub-task, 0 base, 1 epic; derived from `subtask` and the name where the host does not say. */
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
  /** 1 when the parent is an epic; null when unknown. */
  readonly level: number | null;
}

export type LinkKind = 'blocks' | 'blocked-by';

export interface IssueLink {
  readonly kind: LinkKind;
  readonly otherId: IssueId;
  readonly otherKey: IssueKey;
  readonly otherStatus: Status | null;
}

/** One Service Management SLA of one issue. */
export interface Sla {
  readonly name: string;
  /** True when any cycle, finished or running, is breached; null when the SLA never started. */
  readonly breached: boolean | null;
}

export interface Progress {
  readonly done: Seconds;
  readonly total: Seconds;
}

/** The value of a custom field that a grouping or a choice of field asked for. */
export type CustomValue = string | number | readonly string[] | null;

/**
 * One issue as the reports see it. Objects such as users, statuses and sprints are shared between issues of a
 * dataset: two issues with the same assignee hold the same object.
 */
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
  /** `resolutiondate`; null when unresolved. */
  readonly resolved: Instant | null;
  readonly statusCategoryChanged: Instant | null;
  readonly due: Day | null;
  readonly labels: readonly string[];
  readonly components: readonly Named[];
  readonly fixVersions: readonly Version[];
  /** Every sprint that the issue's Sprint field still names, in order of assignment. */
  readonly sprints: readonly Sprint[];
  readonly parent: ParentRef | null;
  /** The epic, from `parent` or from Epic Link; of a sub-task, none of its own. */
  readonly epic: ParentRef | null;
  /** Epic Name, of an epic. */
  readonly epicName: string | null;
  readonly team: Named | null;
  readonly flagged: boolean;
  readonly links: readonly IssueLink[];
  /** Story points: 'Story Points', or 'Story point estimate' where the first is empty. Null when unestimated. */
  readonly points: number | null;
  /** True when both points fields hold a value. */
  readonly bothPoints: boolean;
  readonly spentSeconds: Seconds | null;
  readonly remainingSeconds: Seconds | null;
  readonly originalSeconds: Seconds | null;
  readonly votes: number;
  readonly watches: number;
  readonly progress: Progress | null;
  readonly sumProgress: Progress | null;
  readonly slas: ReadonlyMap<FieldId, Sla>;
  /** Custom fields that were asked for by id. */
  readonly custom: ReadonlyMap<FieldId, CustomValue>;
  /** Sorted by (at, historyId). Empty when history was not asked for. */
  readonly changes: readonly Change[];
  /** False when history was not asked for, or only a part of it could be had: fallbacks apply. */
  readonly historyComplete: boolean;
  /** Sorted by start. Empty when worklogs were not asked for. */
  readonly worklogs: readonly Worklog[];
  /** False when worklogs were not asked for, or not all of them could be had. */
  readonly worklogsComplete: boolean;
}
