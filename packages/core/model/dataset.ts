import type { Instant } from '../time/units.ts';
import type { Board, BoardConfiguration } from './board.ts';
import type { ChangeField } from './change.ts';
import type { Field, SpecialFields } from './field.ts';
import type { BoardId, SprintId, StatusId } from './ids.ts';
import type { Issue } from './issue.ts';
import type { Sprint } from './sprint.ts';
import type { Status } from './status.ts';

/** Fetched items and their total; null when the host gives no total. */
export interface Count {
  readonly fetched: number;
  readonly total: number | null;
}

export interface Coverage {
  readonly issues: Count;
  readonly worklogs: Count;
  readonly histories: Count;
  /** Why something is missing, one sentence each; empty when complete. */
  readonly reasons: readonly string[];
  readonly complete: boolean;
}

/** What a report computes from: issues with everything they refer to, and how complete they are. */
export interface Dataset {
  readonly jql: string;
  readonly issues: readonly Issue[];
  readonly fields: readonly Field[];
  readonly special: SpecialFields;
  readonly statuses: ReadonlyMap<StatusId, Status>;
  /** Sprints that issues name, and those of the boards that the requirement asked for. */
  readonly sprints: ReadonlyMap<SprintId, Sprint>;
  /** Per asked board: its sprints by id in the board's order; absent when the list could not be read (kanban). */
  readonly boardSprints: ReadonlyMap<BoardId, readonly SprintId[]>;
  readonly boards: ReadonlyMap<BoardId, Board>;
  readonly boardConfigurations: ReadonlyMap<BoardId, BoardConfiguration>;
  readonly coverage: Coverage;
  /** Warnings that the host sent with its pages, each once. */
  readonly warnings: readonly string[];
  readonly fetchedAt: Instant;
  /** Set by a cache: two datasets of one query and one revision hold the same issues. */
  readonly revision?: string;
  /** Kinds of changes that it holds beyond those asked for: another one joined the load for them. */
  readonly joinedHistory?: readonly ChangeField[];
}

/** Positions in `dataset.issues`. A typed array, so that a result with many figures leaves the worker cheaply. */
export type IssueRows = Uint32Array;
