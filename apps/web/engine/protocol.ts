/**
 * What the engine can be asked, and the messages that carry it. The engine holds the datasets, in a Web Worker in the
 * browser and in the same thread in tests; both are the same `Engine`. Everything here is plain data, so that it can
 * be cloned between threads: raw text of the host goes in, results and the rows that a drill asks for come out.
 */
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Coverage } from '@tallyboard/core/model/dataset.ts';
import type { SprintId } from '@tallyboard/core/model/ids.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Computed } from '@tallyboard/core/model/result.ts';
import type { IssueRow, StatusVisit } from '@tallyboard/core/model/rows.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import type { Suggestion } from '@tallyboard/jira/endpoints/jql.ts';
import type { Choice } from '@tallyboard/jira/jql/presets.ts';
import type { HttpReply, HttpRequest } from '@tallyboard/jira/transport.ts';
import type { JqlCheck, Site } from '../start/site.ts';

/** Names a dataset that the engine holds. Not reused: a dataset that was let go is 'gone' for good. */
export type DatasetId = number;

export interface LoadArgs {
  readonly jql: string;
  /** The query as its writer knows it, where `jql` is narrowed: what the host refuses is told of this text. */
  readonly written?: string;
  readonly requirement: Requirement;
  /** True reloads even what is held: Refresh and Retry. */
  readonly fresh: boolean;
  /** True gives what an earlier visit left, with its time, and asks for no issues; cancelled when that is nothing. */
  readonly earlier?: boolean;
}

export interface LoadedDataset {
  readonly id: DatasetId;
  readonly issueCount: number;
  readonly coverage: Coverage;
  readonly warnings: readonly string[];
  readonly fetchedAt: Instant;
  /** True when the load was cancelled; then the dataset is empty and not held. */
  readonly cancelled: boolean;
}

export interface ComputeArgs {
  readonly dataset: DatasetId;
  readonly report: string;
  /** The typed settings of the report. */
  readonly settings: unknown;
  readonly context: ReportContext;
}

export interface ChoicesArgs {
  readonly kind: Choice;
  /** The project that narrows them; null for the whole site. */
  readonly project: string | null;
}

/** One item of a list that a reader chooses from. */
export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
  readonly detail?: string;
}

/** What a query may be written with. */
export interface JqlWords {
  readonly fields: readonly JqlField[];
  readonly functions: readonly JqlFunction[];
}

export interface JqlField {
  /** As it stands in a query, quoted where it must be. */
  readonly value: string;
  readonly label: string;
  readonly operators: readonly string[];
  readonly orderable: boolean;
  /** True when the host suggests values. */
  readonly suggests: boolean;
  readonly types: readonly string[];
}

export interface JqlFunction {
  readonly value: string;
  readonly label: string;
  /** Gives several values, for IN. */
  readonly list: boolean;
  readonly types: readonly string[];
}

/** The names in a dataset, for a snapshot without them. */
export interface Names {
  readonly projects: readonly { readonly key: string; readonly name: string }[];
  readonly groups: readonly NameGroup[];
}

export interface NameGroup {
  /** What stands for them, with a number: 'Person 3'. */
  readonly word: string;
  readonly names: readonly string[];
  /** True for names that count only where they are all of a text. */
  readonly whole: boolean;
}

/** Each call: what goes in, what comes out. */
export interface EngineCalls {
  start: { args: { readonly info: HostInfo; readonly gadget?: boolean }; value: Site };
  load: { args: LoadArgs; value: LoadedDataset };
  compute: { args: ComputeArgs; value: Computed<unknown> };
  rows: {
    args: { readonly dataset: DatasetId; readonly rows: ArrayLike<number> };
    value: readonly IssueRow[];
  };
  names: { args: { readonly dataset: DatasetId }; value: Names };
  statusHistory: {
    args: { readonly dataset: DatasetId; readonly issueId: string; readonly asOf: Instant };
    value: readonly StatusVisit[];
  };
  checkJql: { args: { readonly jql: string }; value: JqlCheck };
  jqlWords: { args: Record<string, never>; value: JqlWords };
  jqlValues: {
    args: { readonly field: string; readonly text: string };
    value: readonly Suggestion[];
  };
  /** How many issues match, as near as the host says. */
  count: { args: { readonly jql: string }; value: number };
  choices: { args: ChoicesArgs; value: readonly ChoiceOption[] };
  /** The id of a board's filter; null for a board without one. */
  boardFilterId: { args: { readonly boardId: number }; value: string | null };
  boardFilter: { args: { readonly boardId: number }; value: string };
  boardSprints: { args: { readonly boardId: number }; value: readonly Sprint[] };
  sprintsOf: { args: { readonly ids: readonly SprintId[] }; value: readonly Sprint[] };
  /** The sprints that the issues of a query are in; null where those are too many to ask. */
  sprintsIn: { args: { readonly jql: string }; value: readonly Sprint[] | null };
}

export type Method = keyof EngineCalls;

/** How a caller follows a call and gives it up. */
export interface Watch {
  readonly signal?: AbortSignal;
  /** 0 to 100, never going back. */
  readonly onProgress?: (percent: number) => void;
}

/** Rejects with `EngineError` only. */
export type Engine = {
  readonly [M in Method]: (
    args: EngineCalls[M]['args'],
    watch?: Watch,
  ) => Promise<EngineCalls[M]['value']>;
};

/** Something that went wrong, described in the engine so that shells only show it. */
export interface Failure {
  readonly kind: 'offline' | 'host' | 'crash' | 'gone';
  /** HTTP status; 0 when there was no reply. */
  readonly status: number;
  readonly title: string;
  readonly messages: readonly string[];
}

export class EngineError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    super([failure.title, ...failure.messages].join(': '), { cause });
    this.name = 'EngineError';
    this.failure = failure;
  }
}

export type ToWorker =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly method: Method;
      readonly args: EngineCalls[Method]['args'];
    }
  | { readonly kind: 'cancel'; readonly id: number }
  /** Whoever asked is gone: nothing reaches it any more. */
  | { readonly kind: 'leave' }
  | { readonly kind: 'reply'; readonly request: number; readonly reply: HttpReply }
  | { readonly kind: 'no-reply'; readonly request: number; readonly message: string };

export type FromWorker =
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: Failure }
  | { readonly kind: 'progress'; readonly id: number; readonly percent: number }
  | { readonly kind: 'request'; readonly request: number; readonly http: HttpRequest }
  | { readonly kind: 'abort'; readonly request: number };
