/** What the tools of an assistant ask of the server or the command line, for one reader. */
import type { Definition } from '@tallyboard/core/model/result.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { ReportSource } from '@tallyboard/engine/report-json/answer-report.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import type { Stored } from '@tallyboard/report-kit/settings/schema.ts';
import type { TypedTable } from '@tallyboard/report-kit/table/csv-text.ts';

export interface McpHost {
  readonly now: () => Instant;
  /** The Jira that the reader asks. */
  readonly source: () => Promise<ReportSource>;
  /** `withView`: with what our own view of them reads. */
  readonly figures: (
    question: FigureQuestion,
    signal: AbortSignal,
    withView?: boolean,
  ) => Promise<Figures>;
  /** The page that shows the view. */
  readonly figurePage: () => Promise<string>;
  readonly saved: () => Promise<readonly SavedQuestion[]>;
  /** Why the reader gets no single issues; null if they do. */
  readonly issueRefusal: string | null;
  /** Groups of one or two issues stay hidden. */
  readonly aggregateOnly: boolean;
  /** The address of our pages; null where there are none. */
  readonly pages: string | null;
  /** The address of the Jira that shows issues; null where there is none. */
  readonly jira: string | null;
  /** What the reader is told about an error; null for a fault of our own, which the host has logged. */
  readonly explain: (error: unknown) => string | null;
}

export interface FigureQuestion {
  readonly report: AnyReport;
  /** Null for a report with a query of its own. */
  readonly jql: string | null;
  readonly settings: Stored;
  /** A past time, or a day or rule such as 'last-week'; null: the present. */
  readonly asOf: Instant | string | null;
}

export interface SavedQuestion {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** As the page wrote it. */
  readonly view: Stored;
}

export interface Figures {
  readonly json: FigureJson;
  /** Keys of issues behind a cell of the table by its JSON pointer; null if it has none. */
  readonly keys: (
    of: string,
    from: number,
    limit: number,
  ) => Promise<{ readonly total: number; readonly keys: readonly string[] } | null>;
}

/** The JSON of `POST /rest/tallyboard/1/report` with its table. */
export interface FigureJson {
  readonly report: string;
  readonly title: string;
  readonly asOf: string;
  readonly timeZone: string;
  readonly dataAsOf?: string | null;
  readonly doneRule?: { readonly text: string };
  /** Absent for keys with `aggregateOnly`. */
  readonly coverage?: {
    readonly issues: Part;
    readonly histories: Part;
    readonly worklogs: Part;
    readonly reasons: readonly string[];
    readonly complete: boolean;
  };
  readonly complete?: boolean;
  readonly problems?: readonly { readonly path: string; readonly text: string }[];
  readonly notes: readonly {
    readonly code: string;
    readonly text?: string;
  }[];
  readonly doubts?: readonly string[];
  readonly headline?: {
    readonly sentence?: string;
    readonly figures: readonly {
      readonly label: string;
      readonly text: string;
      readonly of?: string;
      readonly goal?: { readonly text: string; readonly state: string };
    }[];
  };
  readonly definitions: readonly Definition[];
  /** `folded`: rows that are hidden from keys with `aggregateOnly`. */
  readonly table: TypedTable & { readonly folded?: number };
  /** As `packView` wrote it. */
  readonly view?: unknown;
}

interface Part {
  readonly fetched: number;
  readonly total: number;
}

/** A call that cannot be answered; the message says what to do. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}
