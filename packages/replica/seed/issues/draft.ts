import type { RecordHistory, RecordHistoryItem } from '../../data/records.ts';
import { DAY } from '../clock.ts';
import type { Random } from '../random.ts';
import type { NamedEntity, StatusDef, TypeDef } from '../site/catalog.ts';
import { anyMember, type ProjectDef, type VersionDef } from '../site/organisation.ts';
import type { Person } from '../site/people.ts';
import type { SprintDef } from '../site/sprints.ts';

/** A project whose issues are being created. */
export interface World {
  readonly seed: number;
  readonly asOf: number;
  readonly counters: Counters;
  readonly random: Random;
  readonly people: readonly Person[];
  readonly project: ProjectDef;
  lastKey: number;
  readonly epics: (EpicRef & { readonly openUntil: number; readonly created: number })[];
}

/** Site-wide ids. */
export class Counters {
  issue = 10_000;
  history = 20_000;
  worklog = 10_000;
  comment = 10_000;
}

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

/** An event. Unchanged fields leave no history. */
export interface Step {
  readonly at: number;
  readonly by: Person;
  readonly set?: Partial<State>;
  readonly log?: {
    readonly started: number;
    readonly seconds: number;
    readonly comment: string | null;
  };
  readonly items?: readonly RecordHistoryItem[];
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
  readonly comments: { readonly at: number; readonly by: Person; readonly text: string }[];
  readonly links: {
    readonly type: Record<string, unknown>;
    readonly outward: boolean;
    readonly other: Draft;
  }[];
  readonly extra: Record<string, unknown>;
  readonly children: Draft[];
  readonly parent: Draft | null;
  settled: SettledDraft | null;
}

/** A time in a status; `to` is infinite for the current one. */
export interface Visit {
  readonly status: StatusDef;
  readonly from: number;
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

/** Plans a change of fields. */
export function change(draft: Draft, at: number, by: Person, set: Partial<State>): void {
  draft.steps.push({ at, by, set });
}

/** A random member of the project at that time, weighted by load. */
export function memberAt({ random, project, asOf }: World, at: number): Person {
  for (let tries = 0; tries < 12; tries++) {
    const person = anyMember(random, project);
    if (person.leftDaysAgo === null || at < asOf - person.leftDaysAgo * DAY) return person;
  }
  return project.lead;
}
