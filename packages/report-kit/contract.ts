/**
 * The contract between a report and the shells around it (page, gadget, command line). A report is a value: shells
 * parse its settings, load what it requires, run compute, and show the view. Importing a report pulls in no React:
 * View and form rules come by dynamic import.
 */

import type { Board } from '@tallyboard/core/model/board.ts';
import type { OwnQuery, ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { BoardId, SprintId } from '@tallyboard/core/model/ids.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Computed } from '@tallyboard/core/model/result.ts';
import type { IssueRow, StatusVisit } from '@tallyboard/core/model/rows.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { ComponentType } from 'react';
import type { PresetName } from './about.ts';
import type { Drill } from './figures/drill.ts';
import type { FormRules } from './form/form-rules.ts';
import type { SettingsProblem, SettingsSchema } from './settings/schema.ts';
import type { ReportTable } from './table/report-table.ts';

export type { Drill, SettingsProblem, SettingsSchema };

/** What every view gets. `compact` changes density, never numbers. */
export interface ViewProps<Settings, Result> {
  readonly result: Result;
  readonly settings: Settings;
  readonly context: ReportContext;
  readonly compact: boolean;
  /** Lite hides breakdowns and shows the promotion. */
  readonly lite: boolean;
  /** Lite in its trial has everything that Standard has, besides the promotion. */
  readonly trial?: boolean;
  readonly dataset: DatasetView;
  readonly onSettings: (settings: Settings) => void;
  readonly onDrill: (drill: Drill) => void;
  /** Replaces the query of the page; absent where the reader may not change it (gadgets). */
  readonly onJql?: (jql: string) => void;
}

/** What a view may ask about the dataset, which itself stays in the engine. */
export interface DatasetView {
  readonly issueCount: number;
  /** The rows in the order asked for. */
  rows(rows: ArrayLike<number>): Promise<readonly IssueRow[]>;
  statusHistory(issueId: string): Promise<readonly StatusVisit[]>;
  /** Where an issue or a query opens in the host. */
  issueUrl(key: string): string;
  jqlUrl(jql: string): string;
  /** Boards to choose sprints from; absent where there are none to ask for. */
  readonly boards?: BoardChoices;
}

export interface BoardChoices {
  readonly list: readonly Board[];
  /** Rejects for a board without sprints (kanban) and where they cannot be read. */
  sprints(board: BoardId): Promise<readonly Sprint[]>;
}

/** What a report may ask to write its own query: see `Report.query`. */
export interface QuerySite {
  /** Rejects as `BoardChoices.sprints` does. */
  sprints(board: BoardId): Promise<readonly Sprint[]>;
  /** The query of the board's filter, without an order. */
  boardJql(board: BoardId): Promise<string>;
  /** Rejects where one of them cannot be read. */
  sprintsOf(ids: readonly SprintId[]): Promise<readonly Sprint[]>;
  /** The sprints that the issues of a query are in; null where those are too many to ask. */
  sprintsIn(jql: string): Promise<readonly Sprint[] | null>;
  /** The clauses that choose sprints, and the query without them; `mixed` where the rest speaks of sprints too. */
  splitSprints(jql: string): {
    readonly clauses: readonly string[];
    readonly rest: string;
    readonly mixed: boolean;
  };
}

/** One thing that may be counted otherwise, such as what is done: its ways, each with the settings that go it. */
export interface WhatIf<Settings> {
  readonly id: string;
  readonly label: string;
  /** The way of the settings in force. */
  readonly chosen: string;
  readonly ways: readonly {
    readonly id: string;
    readonly label: string;
    readonly settings: Settings;
  }[];
}

export interface Report<Settings, Result> {
  readonly id: string;
  title(settings: Settings): string;
  /** One sentence of what the report tells. */
  readonly tips: string;
  readonly settings: SettingsSchema<Settings>;
  requires(settings: Settings, context: ReportContext): Requirement;
  /**
   * The query of a report whose issues follow from its settings (a board and its sprints): `jql`, the reader's own,
   * chooses among them and narrows. Null where the reader's query is to be taken as it is. Absent for all other reports.
   */
  query?(
    settings: Settings,
    context: ReportContext,
    site: QuerySite,
    jql: string,
  ): Promise<OwnQuery | null>;
  /**
   * A clause that leaves out issues which cannot count, such as those without work in the days of a timesheet: shells
   * narrow the query by it when they load. What the reader sees and opens in the host stays the query as it was.
   */
  narrow?(settings: Settings, context: ReportContext): string;
  /**
   * The issues of the total, where they are fewer than those of the query: shells say '117 of 660 issues unresolved',
   * with the very number of the report.
   */
  counted?(result: Result): { readonly issues: IssueRows; readonly words: string };
  /** The view has something to show without issues too, such as the way to another week. */
  readonly showsEmpty?: boolean;
  /** The result of a report that shows no issues, so that none are loaded. */
  withoutIssues?(settings: Settings): Result;
  /** The preset that a form chooses when its settings change so; null leaves the query. */
  presetAfter?(before: Settings, after: Settings): PresetName | null;
  /** The settings of a new gadget on a site with these boards; its defaults where absent. */
  firstSettings?(first: Settings, boards: readonly Board[]): Settings;
  /** The settings without what the Lite edition leaves out. */
  liteSettings?(settings: Settings): Settings;
  /**
   * What a reader may count otherwise, to see the figures of both ways side by side; shells compare the tables of both.
   * Absent where nothing of the kind decides a figure.
   */
  whatIf?(settings: Settings, context: ReportContext): readonly WhatIf<Settings>[];
  /** The table of the result: the view, files, the command line and what-if go by it. */
  table(result: Result, settings: Settings, context: ReportContext): ReportTable;
  /** What tables without rows say instead; 'No data.' where absent. */
  readonly emptyText?: string;
  /** Why a result without rows has none and what to do about it; null where there is nothing to say. */
  whyEmpty?(result: Result): string | null;
  /** What limits the figures besides notes, in sentences; views show them in their place. */
  doubts?(result: Result): readonly string[];
  /** The members of the result that hold lengths of time in milliseconds, at any depth: programs get them in seconds. */
  readonly milliseconds?: readonly string[];
  readonly View: () => Promise<{ default: ComponentType<ViewProps<Settings, Result>> }>;
  /** What its gadget form has besides what the table of settings says. */
  readonly formRules?: () => Promise<{ default: FormRules<Settings> }>;
}

/** The calculation of a report. Pure: no clock, no fetch, no locale of the machine. */
export type Compute<Settings, Result> = (
  dataset: Dataset,
  settings: Settings,
  context: ReportContext,
) => Computed<Result>;

/** A report whose settings and result types the holder does not know. */
// biome-ignore lint/suspicious/noExplicitAny: a registry holds reports of every type; each checks its own settings.
export type AnyReport = Report<any, any>;
