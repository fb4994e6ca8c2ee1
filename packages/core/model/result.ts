import type { IssueRows } from './dataset.ts';
import type { DoneInForce } from './done.ts';

export interface CountFigure {
  readonly kind: 'count';
  readonly value: number;
  readonly issues: IssueRows;
  readonly parts?: undefined;
}

/** Percentiles are nearest rank: 'percentile85'. */
export type Statistic = 'sum' | 'mean' | 'median' | 'max' | `percentile${number}`;

/** A statistic of the parts of issues. */
export interface StatisticFigure {
  readonly kind: Statistic;
  /** Null is not available, shown as '-'. */
  readonly value: number | null;
  readonly issues: IssueRows;
  /** In the order of `issues`. */
  readonly parts: Float64Array | readonly number[];
}

/** A value with its issues, which can be computed again from them by its kind. */
export type Figure = CountFigure | StatisticFigure;

/** A doubt about the data of some issues. */
export interface Note {
  /** A stable word for the kind of note, such as 'unestimated'. */
  readonly code: string;
  readonly text: string;
  readonly issues: IssueRows;
  /** A figure is partial or may be wrong. */
  readonly doubtful?: true;
  /** What incomplete histories do to the figures. */
  readonly ofHistory?: true;
  /** Data is missing that the host should have: the report is not complete. */
  readonly incomplete?: true;
}

/** The definition of a figure, for the 'How computed' panel: two sentences at most. */
export interface Definition {
  readonly figure: string;
  readonly text: string;
}

/** The loaded issues of a board or query of a board set, ascending. */
export interface BoardRows {
  /** 'board:7', 'query:2'. */
  readonly id: string;
  readonly name: string;
  readonly rows: IssueRows;
}

export interface Computed<Result> {
  readonly result: Result;
  readonly notes: readonly Note[];
  readonly definitions: readonly Definition[];
  /** Absent if no figure depends on the done rule. */
  readonly done?: DoneInForce;
  /** Of a report on a board set. */
  readonly boards?: readonly BoardRows[];
  /** It has figures on people; only where the host records who reads them. */
  readonly onPeople?: true;
}
