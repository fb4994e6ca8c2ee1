import type { IssueRows } from './dataset.ts';
import type { DoneInForce } from './done.ts';

/** How many issues there are. */
export interface CountFigure {
  readonly kind: 'count';
  readonly value: number;
  readonly issues: IssueRows;
  readonly parts?: undefined;
}

/** Percentiles are nearest rank: 'percentile85'. */
export type Statistic = 'sum' | 'mean' | 'median' | 'max' | `percentile${number}`;

/** A statistic of what each issue contributes. */
export interface StatisticFigure {
  readonly kind: Statistic;
  /** Null is shown as '-': not available, which differs from 0. */
  readonly value: number | null;
  readonly issues: IssueRows;
  /** In the order of `issues`. */
  readonly parts: Float64Array | readonly number[];
}

/** A value with the issues that make it. It recomputes from them by its kind alone. */
export type Figure = CountFigure | StatisticFigure;

/** A doubt about the data, with the issues that it is about. */
export interface Note {
  /** A stable word for the kind of note, e.g. 'unestimated', 'no-history', 'unknown-status'. */
  readonly code: string;
  readonly text: string;
  readonly issues: IssueRows;
}

/** How a figure is defined, for the 'How computed' panel: two sentences at most. */
export interface Definition {
  readonly figure: string;
  readonly text: string;
}

export interface Computed<Result> {
  readonly result: Result;
  readonly notes: readonly Note[];
  readonly definitions: readonly Definition[];
  /** Absent where no figure depends on what is done. */
  readonly done?: DoneInForce;
}
