/** What the tools of an assistant ask of the server or the command line, for one reader. */
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { ReportSource } from '@tallyboard/engine/ask/answer-report.ts';
import type { Answer as ReportJson } from '@tallyboard/engine/ask/answer-schema.ts';
import type { Question } from '@tallyboard/engine/ask/question.ts';
import type { NamedBoardSet } from '@tallyboard/engine/board-sets/choose-board-set.ts';
import type { ComparedPin } from '@tallyboard/engine/pins/pin-schema.ts';
import type { ExpectedAnswer } from '@tallyboard/engine/why/expected-schema.ts';
import type { ExpectedAsked, PinAsked, WhyAsked } from '@tallyboard/engine/why/read-why.ts';
import type { WhyAnswer } from '@tallyboard/engine/why/why-schema.ts';
import type { Stored } from '@tallyboard/report-kit/settings/schema.ts';

export interface McpHost {
  readonly now: () => Instant;
  /** The Jira that the reader asks. */
  readonly source: () => Promise<ReportSource>;
  /** `withView`: with what our own view of them reads. */
  readonly figures: (
    question: Question,
    signal: AbortSignal,
    withView?: boolean,
  ) => Promise<Figures>;
  /** Why a figure changed. */
  readonly why: (question: Question, asked: WhyAsked, signal: AbortSignal) => Promise<WhyAnswer>;
  /** Which ways to count give an expected number. */
  readonly expected: (
    question: Question,
    asked: ExpectedAsked,
    signal: AbortSignal,
  ) => Promise<ExpectedAnswer>;
  /** What a pin answers. Throws for one whose numbers the reader may not see. */
  readonly pinAsked: (id: string) => Promise<PinAsked>;
  /** The page that shows the view. */
  readonly figurePage: () => Promise<string>;
  readonly saved: () => Promise<readonly NamedReport[]>;
  readonly boardSets: () => Promise<readonly NamedBoardSet[]>;
  /** Those of the saved reports that the reader may see. */
  readonly pins: () => Promise<readonly NamedPin[]>;
  /** Throws for one that there is not. */
  readonly pin: (id: string, signal: AbortSignal) => Promise<ComparedPin>;
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

export interface NamedReport {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** As the page wrote it. */
  readonly view: Stored;
}

export interface NamedPin {
  readonly id: string;
  /** Of its saved report. */
  readonly name: string;
  readonly asOfMs: Instant;
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

/** The answer of every door, with the rows of single issues where the reader gets them. */
export interface FigureJson extends ReportJson {
  /** As `packView` wrote it. */
  readonly view?: unknown;
}

/** A call that cannot be answered; the message says what to do. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}
