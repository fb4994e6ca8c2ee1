import { countOf, statisticOf } from '../measure/figures.ts';
import type { IssueRows } from '../model/dataset.ts';
import type { Figure } from '../model/result.ts';
import type { RolledUp } from './roll-up.ts';

export interface Progress {
  /** From 0 to 1; null without issues. */
  readonly share: number | null;
  readonly done: Figure;
}

/** The done share of issues by their values; by their number where none has one. */
export function progressOf(
  { rows, parts, value }: RolledUp,
  issues: IssueRows,
  isDone: (row: number) => boolean,
): Progress {
  if (!value) {
    const done = issues.filter(isDone);
    return { share: issues.length === 0 ? null : done.length / issues.length, done: countOf(done) };
  }
  const done = statisticOf(
    'sum',
    rows.filter(isDone),
    parts.filter((_, at) => isDone(rows[at]!)),
  );
  return { share: (done.value ?? 0) / value, done };
}
