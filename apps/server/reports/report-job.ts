/** What the server and its processes that compute reports say to each other. */
import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import type { ResultsRequest } from '@tallyboard/engine/remote/remote-issues.ts';
import type { Extent } from '@tallyboard/replica/data/access/grants.ts';
import type { StorePlace } from '@tallyboard/replica/database/engine.ts';
import type { Visitor } from '@tallyboard/replica/rest/visitor.ts';
import type { Stored } from '@tallyboard/report-kit/settings/schema.ts';
import type { PackedList } from './packed-list.ts';

/** A report as a reader asks for it. */
export interface ReportQuery {
  /** The id. */
  readonly report: string;
  /** Null for a report with a query of its own. */
  readonly jql: string | null;
  /** By stored keys. */
  readonly settings: Stored;
  /** A past time; null: the present. */
  readonly asOf: Instant | null;
  /** Of days; null: the reader's. */
  readonly timeZone: ZoneId | null;
}

/** Who asks, and when. */
interface Asker {
  readonly visitor: Visitor;
  /** How much the visitor sees. Of all but a part, visitors see the same. */
  readonly extent: Extent;
  readonly now: Instant;
}

export interface ReportJob extends ReportQuery, Asker {}

/** A page's call about issues that the server keeps. */
export interface ResultsJob extends Asker {
  readonly request: ResultsRequest;
  /** Name of the issues: equal for readers who may share them. */
  readonly dataset: string;
  /** The address that the page knows the server by, for pictures. */
  readonly base: string;
}

export type Job = ReportJob | ResultsJob;

/** A report that was computed. */
export interface ComputedReport {
  readonly asOf: Instant;
  /** False if parts of the site could not be read, as a note says. */
  readonly isWhole: boolean;
  /** The JSON of the report in UTF-8, without what names single issues. */
  readonly json: Uint8Array;
  /** The keys of the issues in UTF-8, one after another. */
  readonly keys: Uint8Array;
  /** Where each key ends. */
  readonly keyEnds: Uint32Array;
  /** What names single issues, by JSON pointers. */
  readonly lists: ReadonlyMap<string, PackedList>;
}

/** The answer to a page's call. */
export interface ComputedResults {
  readonly asOf: Instant;
  readonly isWhole: true;
  /** A packed value, compressed by gzip. */
  readonly packed: Uint8Array;
}

export type Computed<J extends Job> = J extends ResultsJob ? ComputedResults : ComputedReport;

export type ToProcess = { readonly place: StorePlace } | Job;

export type FromProcess =
  | { readonly kind: 'computed'; readonly report: ComputedReport | ComputedResults }
  /** The issues of the revision have changed. */
  | { readonly kind: 'gone' }
  /** The call cannot be answered; `cause` is for the log. */
  | {
      readonly kind: 'refused';
      /** 400 by default. */
      readonly status?: number;
      readonly messages: readonly string[];
      readonly cause?: string | undefined;
    }
  | { readonly kind: 'failed'; readonly message: string; readonly code: unknown };
