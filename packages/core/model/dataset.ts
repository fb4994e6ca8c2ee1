import type { Instant } from '../time/units.ts';
import type { Board, BoardConfiguration } from './board.ts';
import type { Field, SpecialFields } from './field.ts';
import type { BoardId, IssueId, SprintId, StatusId } from './ids.ts';
import type { Issue } from './issue.ts';
import type { Sprint } from './sprint.ts';
import type { Status } from './status.ts';

/** Fetched items and their total; null if the host gives no total. */
export interface Count {
  readonly fetched: number;
  readonly total: number | null;
}

export interface Coverage {
  readonly issues: Count;
  readonly worklogs: Count;
  readonly histories: Count;
  /** Why data is missing, in sentences. */
  readonly reasons: readonly string[];
  /** Those of `reasons` that are about worklogs or histories alone. */
  readonly reasonsOf?: Readonly<Partial<Record<'worklogs' | 'histories', readonly string[]>>>;
  /** Those of `reasons` that another load does not change: the host itself lacks the data. */
  readonly lasting?: readonly string[];
  readonly complete: boolean;
}

/** Issues of a dataset that are above or below those of its query. */
export interface Beside {
  readonly ids: ReadonlySet<IssueId>;
  /** Issues of which not all issues below were read. */
  readonly unread: ReadonlySet<IssueId>;
}

/** The issues of a report with everything they refer to, and how complete they are. */
export interface Dataset {
  readonly jql: string;
  readonly issues: readonly Issue[];
  readonly fields: readonly Field[];
  readonly special: SpecialFields;
  readonly statuses: ReadonlyMap<StatusId, Status>;
  /** Sprints of the issues and of the required boards. */
  readonly sprints: ReadonlyMap<SprintId, Sprint>;
  /** The sprints of each required board in the board's order; without boards whose sprints cannot be read (kanban). */
  readonly boardSprints: ReadonlyMap<BoardId, readonly SprintId[]>;
  readonly boards: ReadonlyMap<BoardId, Board>;
  readonly boardConfigurations: ReadonlyMap<BoardId, BoardConfiguration>;
  readonly coverage: Coverage;
  /** Warnings of the host, each once. */
  readonly warnings: readonly string[];
  readonly fetchedAt: Instant;
  /** Names of people, versions and epics may be as of this earlier time. */
  readonly namesAt?: Instant;
  /** Fields, statuses, boards and filters may be as of this earlier time. */
  readonly siteAt?: Instant;
  /** Set by a cache; datasets of one query and revision have the same issues. */
  readonly revision?: string;
  /** Issues that the query does not find, read for what the requirement needs of the forest; absent for none. */
  readonly beside?: Beside;
  /**
   * Parents of the issues and those above them, where nothing else is required of the forest: reports do not count them. Their
   * rows follow those of `issues`.
   */
  readonly above?: readonly Issue[];
  /** The issues came as columns, with all worklogs where those since an instant are required. */
  readonly columns?: true;
}

/** Positions in `dataset.issues`; a typed array is cheap to post from a worker. */
export type IssueRows = Uint32Array;
