import type { IssueRows } from './dataset.ts';

/**
 * A figure with the issues that make it. `parts` holds what each issue contributes, in the order of `issues`, where
 * the value is a sum or a mean of contributions; a count has none. The drill list recomputes to the figure from it.
 */
export interface Figure {
  /** Null is shown as '-': not available, which differs from 0. */
  readonly value: number | null;
  readonly issues: IssueRows;
  readonly parts?: Float64Array | readonly number[];
}

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
}
