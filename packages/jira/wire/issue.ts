/** The parts of an issue that we use, as Jira sends them. */

import type { WireUser } from './site.ts';

export type Maybe<T> = T | null | undefined;
type Id = string | number;

export interface WireNamed {
  readonly id?: Maybe<Id>;
  readonly name: string;
  readonly iconUrl?: Maybe<string>;
}

export interface WireIssueStatus {
  readonly id: Id;
  readonly name: string;
  readonly statusCategory?: Maybe<{ readonly id: number }>;
}

export interface WireIssueType extends WireNamed {
  readonly id: Id;
  readonly subtask?: Maybe<boolean>;
  readonly hierarchyLevel?: Maybe<number>;
}

export interface WireRelated {
  readonly id?: Maybe<Id>;
  readonly key: string;
  readonly fields?: Maybe<{
    readonly summary?: Maybe<string>;
    readonly status?: Maybe<WireIssueStatus>;
    readonly issuetype?: Maybe<WireIssueType>;
  }>;
}

export interface WireLink {
  readonly type: { readonly name: string };
  readonly inwardIssue?: Maybe<WireRelated>;
  readonly outwardIssue?: Maybe<WireRelated>;
}

export interface WireIssueVersion extends WireNamed {
  readonly released?: Maybe<boolean>;
  readonly archived?: Maybe<boolean>;
  readonly releaseDate?: Maybe<string>;
}

export interface WireWorklog {
  readonly id: Id;
  readonly started: string;
  readonly timeSpentSeconds: number;
  readonly author?: Maybe<WireUser>;
  readonly comment?: unknown;
}

export interface WireChangeItem {
  readonly field: string;
  readonly fieldId?: Maybe<string>;
  readonly from?: Maybe<string>;
  readonly fromString?: Maybe<string>;
  readonly to?: Maybe<string>;
  // `toString` is read with care where it is used: when absent, the language puts its own function there.
}

export interface WireHistory {
  readonly id: Id;
  /** ISO text, or epoch ms as changelog/bulkfetch writes it. */
  readonly created: string | number;
  readonly author?: Maybe<WireUser>;
  readonly items: readonly WireChangeItem[];
}

export interface WireIssueFields {
  readonly [field: string]: unknown;
  readonly summary?: Maybe<string>;
  readonly project?: Maybe<WireNamed & { readonly id: Id; readonly key: string }>;
  readonly issuetype?: Maybe<WireIssueType>;
  readonly status?: Maybe<WireIssueStatus>;
  readonly priority?: Maybe<WireNamed>;
  readonly resolution?: Maybe<WireNamed>;
  readonly assignee?: Maybe<WireUser>;
  readonly reporter?: Maybe<WireUser>;
  readonly creator?: Maybe<WireUser>;
  readonly created?: Maybe<string>;
  readonly updated?: Maybe<string>;
  readonly resolutiondate?: Maybe<string>;
  readonly statuscategorychangedate?: Maybe<string>;
  readonly duedate?: Maybe<string>;
  readonly labels?: Maybe<readonly string[]>;
  readonly components?: Maybe<readonly WireNamed[]>;
  readonly fixVersions?: Maybe<readonly WireIssueVersion[]>;
  readonly issuelinks?: Maybe<readonly WireLink[]>;
  readonly parent?: Maybe<WireRelated>;
  readonly timespent?: Maybe<number>;
  readonly timeestimate?: Maybe<number>;
  readonly timeoriginalestimate?: Maybe<number>;
  readonly votes?: Maybe<{ readonly votes?: Maybe<number> }>;
  readonly watches?: Maybe<{ readonly watchCount?: Maybe<number> }>;
  readonly progress?: Maybe<WireProgress>;
  readonly aggregateprogress?: Maybe<WireProgress>;
  readonly worklog?: Maybe<{
    readonly total?: Maybe<number>;
    readonly worklogs: readonly WireWorklog[];
  }>;
}

export interface WireProgress {
  readonly progress?: Maybe<number>;
  readonly total?: Maybe<number>;
}

export interface WireIssue {
  readonly id: Id;
  readonly key: string;
  readonly fields: WireIssueFields;
  readonly changelog?: Maybe<{
    readonly total?: Maybe<number>;
    readonly histories: readonly WireHistory[];
  }>;
  readonly properties?: Maybe<Readonly<Record<string, unknown>>>;
}
