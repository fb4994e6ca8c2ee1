import type { PeopleException } from '../people/people-exceptions.ts';
import type { RestrictingPolicy } from '../people/people-policy.ts';
import type { Instant, Weekday, ZoneId } from '../time/units.ts';
import type { DoneChoice } from './done.ts';
import type { BoardId, FieldId, IssueId, SprintId } from './ids.ts';
import type { Note } from './result.ts';
import type { User } from './user.ts';

/** A local time range of a day, 'hh:mm-hh:mm'; '24:00' ends a day. */
export type TimeRange = `${string}-${string}`;

/**
 * A working calendar as it is stored. Keys of `days` are weekdays ('Monday'), dates ('2024-01-01') or yearly dates
 * ('--12-25'); a date overrides its weekday. A day without ranges is non-working.
 */
export interface CalendarDefinition {
  readonly timezone: ZoneId;
  readonly days: Readonly<Record<string, readonly TimeRange[] | string>>;
}

/** The query of a report, from its settings and the reader's query. */
export interface OwnQuery {
  readonly jql: string;
  /** Its sprints; null for those of the issues. */
  readonly sprints: readonly SprintId[] | null;
  /** The sprints to choose from; `sprints` by default. */
  readonly among?: readonly SprintId[];
  /** Clauses of the reader's query that exclude issues; '' for none. */
  readonly narrowedBy: string;
  /** Why figures may be too small; null if the query finds every issue that can count. */
  readonly atLeast: string | null;
  /** It does not find issues that left their sprint and then the board's filter, as no query of Jira does. */
  readonly withoutMoved?: true;
  /** Parts that the query is the union of; an issue can be of several. */
  readonly parts?: readonly QueryPart[];
  /** The issues of a part of the work that a query names. */
  readonly scope?: readonly IssueId[];
  /** Fields that settings or figures name, by that name in lower case. */
  readonly fields?: Readonly<Record<string, FieldId>>;
  /** The issues by rank. */
  readonly ranked?: readonly IssueId[];
  /** The boards of its board set that the reader may see. */
  readonly boards?: readonly BoardId[];
  /** The issues of each board and query of its set, where there are several and no `parts`. */
  readonly members?: readonly QueryPart[];
  /** What of its board set is left out. */
  readonly notes?: readonly QueryNote[];
}

/** A note about a query as a whole. */
export type QueryNote = Omit<Note, 'issues'>;

export interface QueryPart {
  /** The id of a board, which has another name where it can be read. */
  readonly name: string;
  readonly board?: BoardId;
  readonly ids: readonly IssueId[];
}

/** A part of the site that figures depend on: settings, or the issues of an import that has not ended. */
export type SitePart = 'profile' | 'timeTracking' | 'sharedSettings' | 'import';

/** Issues of Jira that its copy lacks; `keys` only for viewers who may see all. */
export interface NotCopied {
  readonly count: number;
  readonly keys: readonly string[];
}

/** The input of a computation besides the dataset and the settings; no clock or zone of the machine. */
export interface ReportContext {
  readonly asOf: Instant;
  /** `asOf` was chosen: the dataset is as it was then. */
  readonly past?: true;
  /** The viewer's zone. */
  readonly zone: ZoneId;
  readonly currentUser: User | null;
  /** The policy of figures on people, and who is shown by name: null for nobody; absent where all people are. */
  readonly people?: {
    readonly policy: RestrictingPolicy;
    readonly reader: User | null;
    /** Ids of projects, for each excepted project role of the reader; see `restrictionOn`. */
    readonly exceptedIn?: readonly (readonly string[])[];
  };
  /** Those in force, of which `people` is absent for whom they hold; absent without any. */
  readonly peopleExceptions?: readonly PeopleException[];
  readonly hoursPerDay: number;
  readonly daysPerWeek: number;
  readonly weekStart: Weekday;
  /** Moment-style tokens, e.g. 'MMM D, YYYY'. */
  readonly dateFormat: string;
  /** The shared working calendar, if there is one. */
  readonly calendar: CalendarDefinition | null;
  /** The done rule of reports without their own. */
  readonly doneRule: DoneChoice;
  /** The shared workflows by name, as they are stored. */
  readonly workflows?: Readonly<Record<string, unknown>>;
  /** Absent if the reader's query finds the issues. */
  readonly query?: OwnQuery;
  /** Settings that could not be loaded and have their defaults, and an import that has not ended. */
  readonly missing?: readonly SitePart[];
  readonly notCopied?: NotCopied;
  /** Why an import lacks or hides issues, in sentences. */
  readonly incomplete?: readonly string[];
}
