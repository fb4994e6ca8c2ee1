import type { RecordHistory, RecordHistoryItem } from '../../data/records.ts';
import type { NamedEntity, StatusDef, TypeDef } from '../site/catalog.ts';
import type { ProjectDef, VersionDef } from '../site/organisation.ts';
import type { Person } from '../site/people.ts';
import type { SprintDef } from '../site/sprints.ts';

export interface EpicRef {
  readonly id: string;
  readonly key: string;
  readonly ref: Record<string, unknown>;
}

/** The fields with history. */
export interface State {
  status: StatusDef;
  resolution: NamedEntity | null;
  assignee: Person | null;
  sprints: readonly SprintDef[];
  points: number | null;
  original: number | null;
  remaining: number | null;
  spent: number | null;
  flagged: boolean;
  priority: NamedEntity;
  fixVersions: readonly VersionDef[];
  labels: readonly string[];
  due: string | null;
  epic: EpicRef | null;
}

export interface Log {
  readonly started: number;
  readonly seconds: number;
  readonly comment: string | null;
}

/** An event. Unchanged fields leave no history. */
export interface Step {
  readonly at: number;
  readonly by: Person;
  readonly set?: Partial<State>;
  readonly log?: Log;
  readonly items?: readonly RecordHistoryItem[];
}

interface Comment {
  readonly at: number;
  readonly by: Person;
  readonly text: string;
}

interface Link {
  readonly type: Record<string, unknown>;
  readonly outward: boolean;
  readonly other: Draft;
}

/** An issue with its planned events, including those after `asOf`. */
export interface Draft {
  readonly id: string;
  readonly key: string;
  readonly project: ProjectDef;
  readonly type: TypeDef;
  readonly summary: string;
  readonly created: number;
  readonly reporter: Person;
  readonly creator: Person;
  readonly state: State;
  readonly steps: Step[];
  readonly comments: Comment[];
  readonly links: Link[];
  readonly extra: Record<string, unknown>;
  readonly children: Draft[];
  parent: Draft | null;
  settled: SettledDraft | null;
}

export interface Visit {
  readonly status: StatusDef;
  readonly from: number;
  /** Infinite for the current one. */
  to: number;
}

export interface SettledDraft {
  readonly histories: RecordHistory[];
  readonly worklogs: Record<string, unknown>[];
  readonly visits: readonly Visit[];
  readonly resolvedAt: number | null;
  readonly categoryChangedAt: number;
  readonly updatedAt: number;
}

/** Site-wide ids. */
export class Counters {
  issue = 10_000;
  history = 20_000;
  worklog = 10_000;
  comment = 10_000;
}
