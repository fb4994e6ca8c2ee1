/**
 * The calls of the engine. It holds the datasets, in a Web Worker in the browser and in the same thread in tests; both
 * are the same `Engine`. Arguments and values are plain data, so that they can be cloned between threads.
 */

import type { TypedName } from '@tallyboard/core/anonymous/anonymous-dataset.ts';
import type { Board } from '@tallyboard/core/model/board.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Coverage } from '@tallyboard/core/model/dataset.ts';
import type {
  Assignable,
  Edit,
  EditedIssue,
  EditPermission,
  Estimation,
  WorkIssue,
} from '@tallyboard/core/model/edit.ts';
import type { Field } from '@tallyboard/core/model/field.ts';
import type { FieldId, IssueId, IssueKey, SprintId } from '@tallyboard/core/model/ids.ts';
import type { Version } from '@tallyboard/core/model/issue.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Computed, Note } from '@tallyboard/core/model/result.ts';
import type { IssueRow, StatusVisit } from '@tallyboard/core/model/rows.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { Status } from '@tallyboard/core/model/status.ts';
import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import type { DatasetId } from '@tallyboard/dataset/shared/entries.ts';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import type { fetchJqlWords, Suggestion } from '@tallyboard/jira/endpoints/jql.ts';
import type { JqlCheck } from '@tallyboard/jira/jql/error-place.ts';
import type { Choice } from '@tallyboard/jira/jql/presets.ts';
import type { EditOutcome } from '@tallyboard/jira/write/write-edit.ts';
import type { PlainTable } from '@tallyboard/report-kit/table/csv-text.ts';
import type { Site } from './site/site.ts';
import type { Explanation } from './why/explain-figure.ts';
import type { FoundFigure, ListedEntry } from './why/found-figure.ts';
import type { JiraList } from './why/jira-report.ts';
import type { Reconciliation } from './why/reconcile.ts';
import type { Told } from './why/two-times.ts';

/** Identifies a dataset of the engine. Never reused: an evicted dataset stays 'gone'. */
export type { DatasetId };

/** A board whose report follows the start: its calls are made concurrently with those of the site. */
export interface ExpectedBoard {
  readonly id: number;
  readonly sprints: boolean;
}

interface StartArgs {
  readonly info: HostInfo;
  readonly gadget?: boolean;
  readonly board?: ExpectedBoard | null;
}

export interface LoadArgs {
  readonly jql: string;
  /** The query before narrowing; errors are explained for this text. */
  readonly written?: string;
  readonly requirement: Requirement;
  /** The report whose calculation follows: its code is fetched concurrently with the issues. */
  readonly report?: string;
  /** True to read what an earlier visit left in the cache, without a request for issues; null when it is incomplete. */
  readonly earlier?: boolean;
  /** Streams partial datasets; a cancelled load resolves with the last one. */
  readonly parts?: boolean;
}

export interface LoadedDataset {
  readonly id: DatasetId;
  readonly issueCount: number;
  readonly coverage: Coverage;
  readonly warnings: readonly string[];
  readonly fetchedAt: Instant;
  /** Names of people, versions and epics may be as of this earlier time. */
  readonly namesAt?: Instant;
  /** Fields, statuses, boards and filters may be as of this earlier time. */
  readonly siteAt?: Instant;
  /** When the first issue was created; null without issues. */
  readonly since: Instant | null;
  /** Characters of the longest issue key, by samples. */
  readonly keyLength: number;
  /** A part of the query's issues, from a load under way or cancelled. */
  readonly part?: true;
  /** Names of the required boards, where they could be read. */
  readonly boardNames?: readonly string[];
  /** Required custom fields that the reader's site lacks. */
  readonly unknownFields?: readonly FieldId[];
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
  /** Limits the choices to a project; null for the whole site. */
  readonly project: string | null;
}

/** One item of a list that a reader chooses from. */
export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
  readonly detail?: string;
  /** A board without sprints. */
  readonly kanban?: true;
}

export type JqlWords = Awaited<ReturnType<typeof fetchJqlWords>>;

export interface ExplainCall extends ComputeArgs {
  /** The dataset of the earlier time. */
  readonly earlier: DatasetId;
  readonly before: ReportContext;
  readonly requirement: Pick<Requirement, 'history' | 'parts' | 'customFields'>;
  readonly told: Told;
  readonly path: string;
  readonly name: string;
}

interface ReconcileCall extends ComputeArgs {
  readonly history: Requirement['history'];
  readonly path: string;
  readonly name: string;
  /** Divides the figure for the unit of the expected number. */
  readonly scale: number;
  readonly expected: number;
}

interface JiraListCall extends ComputeArgs {
  readonly path: string;
  /** 'sprint:14/completed' */
  readonly key: string;
}

interface ServerReportArgs {
  readonly report: string;
  readonly jql: string;
  /** By stored keys. */
  readonly settings: object;
  /** A past time; null: the present. */
  readonly asOf: Instant | null;
  readonly zone: ZoneId;
}

export interface FigureRead {
  readonly report: string;
  readonly jql: string;
  /** By stored keys. */
  readonly settings: object;
  /** A past time; null: the present. */
  readonly asOf: Instant | null;
}

/** Figures that the server computed. */
export interface ServerReport {
  readonly asOf: string;
  readonly coverage: Coverage;
  readonly notes: readonly { readonly text: string }[];
  /** The table as exported. */
  readonly table: PlainTable;
}

/** The types of a call; it has no value at run time. */
interface Call<Args, Value> {
  readonly args?: Args;
  readonly value?: Value;
}

const call = <Args, Value>(): Call<Args, Value> => ({});

type OnDataset<More = unknown> = { readonly dataset: DatasetId } & More;
type OnBoard = { readonly boardId: number };

/** Every call of the engine: what goes in, what comes out. */
const ENGINE_CALLS = {
  start: call<StartArgs, Site>(),
  /** What was read so far is of the past: Refresh and Retry. */
  refresh: call<Record<string, never>, void>(),
  /** Null when cancelled before there was a part. */
  load: call<LoadArgs, LoadedDataset | null>(),
  compute: call<ComputeArgs, Computed<unknown>>(),
  rows: call<OnDataset<{ readonly rows: ArrayLike<number> }>, readonly IssueRow[]>(),
  /** The assignees of issues whose dataset has no people, as they are now; without those that the host does not hand out. */
  assignees: call<
    OnDataset<{ readonly rows: ArrayLike<number> }>,
    readonly Required<Pick<IssueRow, 'row' | 'assignee' | 'assigneeAvatarUrl'>>[]
  >(),
  /** A copy of the dataset as it was, with the history of the requirement, and notes about what is of today. */
  pastDataset: call<
    OnDataset<{ readonly asOf: Instant; readonly requirement: Requirement }>,
    { readonly loaded: LoadedDataset; readonly notes: readonly Note[] }
  >(),
  /** Why the figure at a path of the result of a report is another one than in the dataset of an earlier time. */
  explain: call<ExplainCall, Explanation | null>(),
  /** What each issue has in a figure of a report that was computed on the dataset. */
  figureEntries: call<OnDataset<{ readonly found: FoundFigure }>, readonly ListedEntry[]>(),
  /** Which other ways to count give an expected number for the figure at a path of the result. */
  reconcile: call<ReconcileCall, Reconciliation | null>(),
  /** Jira's own list beside the figure of a sprint at a path of the result; null where it has none, or does not give it. */
  jiraList: call<JiraListCall, JiraList | null>(),
  /** Figures of more issues than a page reads, from our own server. */
  serverReport: call<ServerReportArgs, ServerReport>(),
  /** Tells the host that its user reads a figure on people. */
  noteRead: call<FigureRead, void>(),
  /** A copy of the dataset with made-up names, and what names them in context and settings. */
  anonymous: call<
    OnDataset<{
      readonly context: ReportContext;
      readonly coverage: Coverage;
      readonly typed: readonly TypedName[];
    }>,
    {
      readonly loaded: LoadedDataset;
      readonly fields: readonly Field[];
      readonly context: ReportContext;
      readonly coverage: Coverage;
      readonly typed: readonly string[];
    }
  >(),
  /** The statuses of the site. */
  statuses: call<Record<string, never>, readonly Status[]>(),
  statusHistory: call<
    OnDataset<{ readonly issueId: string; readonly asOf: Instant }>,
    readonly StatusVisit[]
  >(),
  checkJql: call<{ readonly jql: string }, JqlCheck>(),
  jqlWords: call<Record<string, never>, JqlWords>(),
  jqlValues: call<{ readonly field: string; readonly text: string }, readonly Suggestion[]>(),
  /** The number of matching issues; the host may give an estimate. */
  count: call<
    { readonly jql: string /** Some minutes old is new enough. */; readonly rough?: boolean },
    number
  >(),
  choices: call<ChoicesArgs, readonly ChoiceOption[]>(),
  /** The epics of a project; null for the whole site. */
  epics: call<{ readonly project: string | null }, Pick<Site, 'epics' | 'epicTotal'>>(),
  /** The id of a board's filter; null for a board without one. */
  boardFilterId: call<OnBoard, string | null>(),
  boardFilter: call<OnBoard, string>(),
  /** The names of a board's columns. */
  boardColumns: call<OnBoard, readonly string[]>(),
  boardSprints: call<OnBoard, readonly Sprint[]>(),
  sprintsOf: call<{ readonly ids: readonly SprintId[] }, readonly Sprint[]>(),
  /** The sprints of a query's issues; null when there are more than `fetchSprintsIn` reads. */
  sprintsIn: call<{ readonly jql: string }, readonly Sprint[] | null>(),
  /** A clause for the issues that ever were in these sprints; null where the host has none. */
  everInSprints: call<{ readonly ids: readonly SprintId[] }, string | null>(),
  fields: call<Record<string, never>, readonly Field[]>(),
  idsIn: call<{ readonly jql: string }, readonly IssueId[]>(),
  /** What the reader may do in a project. */
  editPermissions: call<{ readonly project: string }, readonly EditPermission[]>(),
  /** The boards of a project that may have sprints. */
  sprintBoards: call<{ readonly project: string }, readonly Board[]>(),
  /** Null for a board that does not estimate by a field. */
  boardEstimation: call<OnBoard, Estimation | null>(),
  assignable: call<{ readonly project: string; readonly text: string }, readonly Assignable[]>(),
  /** The versions of a project that are neither released nor archived. */
  openVersions: call<{ readonly project: string }, readonly Version[]>(),
  /** Whether the reader may log work in a project; null for any. */
  mayLogWork: call<{ readonly project: string | null }, boolean>(),
  /** The issue of a key, none if the reader sees no such issue; null for those that the reader works on, the latest first. */
  workIssues: call<{ readonly key: string | null }, readonly WorkIssue[]>(),
  /** The keys in the order of Jira's ranks. */
  rankOrder: call<{ readonly issues: readonly EditedIssue[] }, readonly IssueKey[]>(),
  /** A copy of the dataset as Jira will have it after the edits. */
  previewEdits: call<OnDataset<{ readonly edits: readonly Edit[] }>, LoadedDataset>(),
  writeEdit: call<{ readonly edit: Edit }, EditOutcome>(),
  /** The dataset with these issues as Jira has them now. */
  reloadIssues: call<OnDataset<{ readonly issues: readonly EditedIssue[] }>, LoadedDataset>(),
};

type EngineCalls = typeof ENGINE_CALLS;
export type Method = keyof EngineCalls;
/** Calls of every page; the code of the others is loaded at the first of them. */
export type EngineMethod = 'start' | 'refresh' | 'load' | 'compute' | 'rows';
export type Args<M extends Method> = NonNullable<EngineCalls[M]['args']>;
export type Value<M extends Method> = EngineCalls[M] extends Call<unknown, infer V> ? V : never;

/** How a caller follows a call and cancels it. */
export interface Watch {
  readonly signal?: AbortSignal;
  /** 0 to 100, never going back. */
  readonly onProgress?: (percent: number) => void;
  /** A load only: receives growing parts. */
  readonly onPart?: (part: LoadedDataset) => void;
}

/** Rejects with `EngineError` only. */
export type Engine = {
  readonly [M in Method]: (args: Args<M>, watch?: Watch) => Promise<Value<M>>;
};

/** An engine whose calls all go through one function. */
export function createEngineOf(
  run: <M extends Method>(method: M, args: Args<M>, watch?: Watch) => Promise<Value<M>>,
): Engine {
  const methods = Object.keys(ENGINE_CALLS) as Method[];
  const calls = methods.map(method => [
    method,
    (args: Args<typeof method>, watch?: Watch) => run(method, args, watch),
  ]);
  return Object.fromEntries(calls) as Engine;
}
