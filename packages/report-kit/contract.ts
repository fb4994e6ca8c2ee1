/**
 * The contract between a report and its shells (page, gadget, command line), which parse its settings, load what it
 * requires, run compute and show the view. A report imports React code (View, form rules) dynamically.
 */

import type { Board } from '@tallyboard/core/model/board.ts';
import type { FlatBoardSet, IssueSource } from '@tallyboard/core/model/board-set.ts';
import type { OwnQuery, QueryNote, ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Field } from '@tallyboard/core/model/field.ts';
import type { BoardId, IssueId, SprintId } from '@tallyboard/core/model/ids.ts';
import { NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Computed } from '@tallyboard/core/model/result.ts';
import type { IssueRow, StatusVisit } from '@tallyboard/core/model/rows.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { Status } from '@tallyboard/core/model/status.ts';
import type { Day, Weekday } from '@tallyboard/core/time/units.ts';
import type { ComponentType } from 'react';
import type { PresetName, ReportAbout } from './about.ts';
import type { SprintReport } from './families/sprint-scope/sprint-report.ts';
import type { Drill } from './figures/drill.ts';
import type { RecordList } from './figures/record-list.ts';
import type { Headline } from './headline.ts';
import type { PeriodSeries } from './limits/period-series.ts';
import { withLimits } from './limits/with-limits.ts';
import type { SettingsProblem, SettingsSchema } from './settings/schema.ts';
import type { ReportTable } from './table/report-table.ts';

export type { Drill, SettingsProblem, SettingsSchema };

/** Props of every view. `compact` changes density, never numbers. */
export interface ViewProps<Settings, Result> {
  readonly result: Result;
  readonly settings: Settings;
  readonly context: ReportContext;
  readonly compact: boolean;
  /** Lite hides breakdowns and shows the promotion. */
  readonly lite: boolean;
  /** Lite in its trial has all features of Standard, and the promotion. */
  readonly trial?: boolean;
  readonly dataset: DatasetView;
  readonly onSettings: (settings: Settings) => void;
  readonly onDrill: (drill: Drill) => void;
  /** Opens the report of a sprint. */
  readonly onSprint?: (report: SprintReport) => void;
  /** Replaces the query of the page; absent in gadgets. */
  readonly onJql?: (jql: string) => void;
  /** Asks for work to log; absent where the reader may not. */
  readonly onLogWork?: ((draft: WorkDraft) => void) | undefined;
}

/** Work of a cell: its issue, as text that begins with the key, and its day. */
export interface WorkDraft {
  readonly issue?: string | undefined;
  readonly day?: Day | undefined;
}

/** The dataset, which stays in the engine, as views access it. */
export interface DatasetView {
  readonly issueCount: number;
  /** More issues are still loading: views claim nothing about all of them. */
  readonly isPart?: boolean;
  /** Characters of the longest issue key, about; absent where unknown. */
  readonly keyLength?: number;
  /** In the order of `rows`. */
  rows(rows: ArrayLike<number>): Promise<readonly IssueRow[]>;
  /** Assignees of rows whose dataset has no people; absent where nobody can be asked. */
  assignees?(
    rows: ArrayLike<number>,
  ): Promise<readonly Required<Pick<IssueRow, 'row' | 'assignee' | 'assigneeAvatarUrl'>>[]>;
  statusHistory(issueId: string): Promise<readonly StatusVisit[]>;
  /** The address of an issue or a query in the host. */
  issueUrl(key: string): string;
  jqlUrl(jql: string): string;
  /** The statuses of the site; absent where they cannot be asked for. */
  statuses?(): Promise<readonly Pick<Status, 'name' | 'category'>[]>;
  /** Names of issue types that begin with a text; absent where they cannot be asked for. */
  issueTypes?(text: string): Promise<readonly string[]>;
  /** Boards to choose sprints from; absent where the host has none. */
  readonly boards?: {
    readonly list: readonly Board[];
    /** Those that the reader may see. */
    sets?(): Promise<readonly FlatBoardSet[]>;
    /** Rejects for a board without sprints (kanban) and on failure. */
    sprints(board: BoardId): Promise<readonly Sprint[]>;
  };
}

/** A board set as its reader sees it. */
export interface ResolvedBoardSet {
  /** The union of its boards and queries, without an order; one that finds nothing where the reader sees none of them. */
  readonly jql: string;
  readonly boards: readonly BoardId[];
  /** Each board and query with its own query; '' for all issues. */
  readonly members: readonly { readonly source: IssueSource; readonly jql: string }[];
  /** What is left out. */
  readonly notes: readonly QueryNote[];
}

/** The site's sprints and boards, for `Report.query`. */
export interface QuerySite {
  /** Rejects for a board without sprints (kanban) and on failure. */
  sprints(board: BoardId): Promise<readonly Sprint[]>;
  /** The query of the board's filter, without an order. */
  boardJql(board: BoardId): Promise<string>;
  boardSet(set: FlatBoardSet): Promise<ResolvedBoardSet>;
  /** Rejects if one of them cannot be read. */
  sprintsOf(ids: readonly SprintId[]): Promise<readonly Sprint[]>;
  /** The sprints of the issues of a query; null if there are too many issues. */
  sprintsIn(jql: string): Promise<readonly Sprint[] | null>;
  /** A clause for the issues that ever were in these sprints; null where the host has none, as Jira. */
  everInSprints(ids: readonly SprintId[]): Promise<string | null>;
  /** The fields of the site. */
  fields(): Promise<readonly Field[]>;
  /** The issues of a query. */
  idsIn(jql: string): Promise<readonly IssueId[]>;
  /** The same by rank; none where the site has no ranks. */
  rankedIdsIn(jql: string): Promise<readonly IssueId[]>;
  /** A query without its order, to be joined with others. */
  withoutOrder(jql: string): string;
  /** The clauses that choose sprints, and the query without them; `mixed` if the rest names sprints too. */
  splitSprints(jql: string): {
    readonly clauses: readonly string[];
    readonly rest: string;
    readonly mixed: boolean;
  };
}

/** An assumption such as the done rule, and its alternatives with their settings. */
export interface WhatIf<Settings> {
  readonly id: string;
  readonly label: string;
  /** The id of the alternative in force. */
  readonly chosen: string;
  readonly ways: readonly {
    readonly id: string;
    readonly label: string;
    readonly settings: Settings;
  }[];
}

/** Props of the picture of a wallboard; the drills of shared charts are unused there. */
export type WallPictureProps<Settings, Result> = Pick<
  ViewProps<Settings, Result>,
  'result' | 'settings' | 'context' | 'onDrill'
> & {
  /** The room for it in px. */
  readonly height: number;
};

/** A result on a wallboard: below the headline a picture, or the table. */
export interface Wall<Settings, Result> {
  /** Null shows the table, as many rows and columns as fit. */
  picture?(
    result: Result,
    settings: Settings,
  ): ComponentType<WallPictureProps<Settings, Result>> | null;
  /** By default that of the report. */
  table?: Report<Settings, Result>['table'];
  /** Ids of columns by importance, for tables that are too wide; their own order by default. */
  columnOrder?(ids: readonly string[]): readonly string[];
}

export interface Report<Settings, Result> {
  readonly id: string;
  /** `fields` names custom fields; without it they are left out. */
  title(settings: Settings, fields?: readonly Field[]): string;
  /** One sentence about the report. */
  readonly tips: string;
  readonly settings: SettingsSchema<Settings>;
  requires(settings: Settings, context: ReportContext): Requirement;
  /**
   * The query of a report whose settings choose the issues (a board and its sprints), narrowed by the reader's `jql`;
   * null for `jql` unchanged.
   */
  query?(
    settings: Settings,
    context: ReportContext,
    site: QuerySite,
    jql: string,
  ): Promise<OwnQuery | null>;
  /**
   * A clause that excludes issues which cannot count, such as those without work in the days of a timesheet. Shells add
   * it when they load, but not to the query that readers see.
   */
  narrow?(settings: Settings, context: ReportContext): string;
  /**
   * The issues of the total, if only some of the loaded ones count: '117 of 660 issues unresolved'; where the report
   * chooses them, `alone`: '40 issues of Sprint 16'. Null if all count.
   */
  counted?(result: Result): {
    readonly issues: IssueRows;
    readonly words: string;
    readonly alone?: true;
  } | null;
  /** What decides which issues count, besides a done rule: 'Finished: in the column Done'. */
  rule?(result: Result): string;
  /** The first day of the weeks that its figures are of; null for other periods. */
  weekStart?(settings: Settings, context: ReportContext, result: Result): Weekday | null;
  /** The view is useful without issues too, such as to choose another week. */
  readonly showsEmpty?: boolean;
  /** The result of a report that shows no issues; none are loaded. */
  withoutIssues?(settings: Settings): Result;
  /** The preset that a form chooses after this change of settings; null keeps the query. */
  presetAfter?(before: Settings, after: Settings): PresetName | null;
  /** The settings of a new gadget on a site with these boards; `first` by default. */
  firstSettings?(first: Settings, boards: readonly Board[]): Settings;
  /** The settings without features that Lite has not. */
  liteSettings?(settings: Settings): Settings;
  /**
   * Readers with the rights in Jira plan the issues behind its figures. The board whose sprints and estimates they use;
   * null, the default, for the boards of the issues' projects.
   */
  planningBoard(settings: Settings): BoardId | null;
  /** Its view lets readers log work. */
  readonly logsWork?: true;
  /** Assumptions whose alternatives a reader may compare, table by table. */
  whatIf?(settings: Settings, context: ReportContext): readonly WhatIf<Settings>[];
  /** Its answer; null where there is none yet. Gadgets, pages, wallboards and programs show the same. */
  headline?(result: Result, settings: Settings, context: ReportContext): Headline | null;
  /** Its figures by period, for process limits and alerts; the first one is that whose limits a chart draws. */
  series?(result: Result, settings: Settings, context: ReportContext): readonly PeriodSeries[];
  /** The table of the result, for the view, files, the command line and what-if. */
  table(result: Result, settings: Settings, context: ReportContext): ReportTable;
  /** Text of a table without rows; 'No data.' by default. */
  readonly emptyText?: string;
  /** Why a result has no rows and what to do about it; null if unknown. */
  whyEmpty?(result: Result): string | null;
  /** Limits of the figures besides notes, in sentences. */
  doubts?(result: Result): readonly string[];
  /** Names of members of the result, at any depth, in milliseconds; programs get them in seconds. */
  readonly milliseconds?: readonly string[];
  /** Members of the result as programs get them. */
  members?(result: Result): Readonly<Record<string, unknown>>;
  /** Lists of issues for programs, by key, beside the members of the result or in place of those of the same name. */
  records?(
    result: Result,
    keyOf: (row: number) => string,
  ): Readonly<Record<string, readonly object[] | RecordList>>;
  /** Members of the result that `records` repeat; programs do not get them. */
  readonly repeated?: readonly (keyof Result)[];
  readonly View: () => Promise<{ default: ComponentType<ViewProps<Settings, Result>> }>;
}

type Defaulted = 'id' | 'title' | 'requires' | 'planningBoard';

/** A report with the id of its about.ts; by default with that title, and of what all issues have. */
export const reportOf = <Settings, Result>(
  { id, title }: Pick<ReportAbout, 'id' | 'title'>,
  report: Omit<Report<Settings, Result>, Defaulted> &
    Partial<Pick<Report<Settings, Result>, Exclude<Defaulted, 'id'>>>,
): Report<Settings, Result> => ({
  id,
  title: () => title,
  planningBoard: () => null,
  requires: () => NO_REQUIREMENT,
  ...withLimits<Settings, Result, typeof report>(report),
});

/** The calculation of a report. Pure: no clock, no fetch, no locale of the machine. */
export type Compute<Settings, Result> = (
  dataset: Dataset,
  settings: Settings,
  context: ReportContext,
) => Computed<Result>;

/** A report whose settings and result types the holder does not know. */
// biome-ignore lint/suspicious/noExplicitAny: a registry holds reports of every type; each checks its own settings.
export type AnyReport = Report<any, any>;
