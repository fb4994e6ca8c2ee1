/** What the server and its processes that compute reports say to each other. */
import type { QueryNote } from '@tallyboard/core/model/context.ts';
import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import type { ViewPlace } from '@tallyboard/engine/ask/figure-view.ts';
import type { Scope } from '@tallyboard/engine/ask/question.ts';
import type { ExpectedAsked, WhyAsked } from '@tallyboard/engine/why/read-why.ts';
import type { Extent } from '@tallyboard/replica/data/access/grants.ts';
import type { Visitor } from '@tallyboard/replica/rest/visitor.ts';
import type { Stored } from '@tallyboard/report-kit/settings/schema.ts';
import type { SiteAccess } from '../site/site-settings.ts';
import type { PackedList } from './packed-list.ts';

/** A report as a reader asks for it. */
export interface ReportQuery {
  /** The id. */
  readonly report: string;
  readonly scope: Scope;
  /** By stored keys. */
  readonly settings: Stored;
  /** A past time, or a day or rule such as 'last-week'; null: the present. */
  readonly asOf: Instant | string | null;
  /** The zone of days; null: the reader's. */
  readonly timeZone: ZoneId | null;
  /** What is to be said of its board set. */
  readonly notes?: readonly QueryNote[];
  /** With the private result. */
  readonly result?: boolean;
  /** With the rows of single issues. */
  readonly issueRows?: boolean;
  /** With what our own view reads. */
  readonly view?: ViewPlace | null;
  /** Why a figure changed, in place of the report. */
  readonly why?: WhyAsked | null;
  /** Which ways to count give a number, in place of the report. */
  readonly expected?: ExpectedAsked | null;
  /** What a pin keeps of it, in place of the report. It has ids of issues, for the server alone. */
  readonly pin?: boolean;
  /** The table as a file of this format, in place of JSON. */
  readonly file?: string;
  /** The table alone, without small groups: see `aggregateTable`. */
  readonly aggregate: boolean;
}

/** Who asks, and when. */
export interface ReportJob extends ReportQuery {
  readonly visitor: Visitor;
  /** How much the visitor sees. Of all but a part, visitors see the same. */
  readonly extent: Extent;
  /** The real Jira behind the server, in place of the stored issues; null without one. */
  readonly site: SiteAccess | null;
  readonly now: Instant;
}

/** A report that was computed. */
export interface ComputedReport {
  readonly asOf: Instant;
  /** When a Jira gave the data, which may have changed since, also those of a past time; absent for stored issues. */
  readonly readAt?: Instant;
  /** Whose rights the figures have, where these are not those of the caller. */
  readonly eyes?: string | null;
  /** It has figures on people: who reads them is audited. */
  readonly onPeople?: boolean;
  /** False if parts of the site could not be read, as a note says. */
  readonly isWhole: boolean;
  /** The JSON of the report in UTF-8, without what names single issues; or the file. */
  readonly json: Uint8Array;
  /** The keys of the issues in UTF-8, one after another. */
  readonly keys: Uint8Array;
  /** Where each key ends. */
  readonly keyEnds: Uint32Array;
  /** What names single issues, by JSON pointers. */
  readonly lists: ReadonlyMap<string, PackedList>;
}

/** The call cannot be answered. */
export interface ReportRefusal {
  /** 400 by default. */
  readonly status?: number;
  readonly messages: readonly string[];
  /** By members of the question. */
  readonly errors?: Readonly<Record<string, string>>;
  /** Seconds. */
  readonly retryAfter?: number;
}
