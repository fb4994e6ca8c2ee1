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
  const flags = Uint8Array.from(rows, row => (isDone(row) ? 1 : 0));
  const ofDone = (_: number, at: number) => flags[at] === 1;
  const done = statisticOf('sum', rows.filter(ofDone), parts.filter(ofDone));
  return { share: (done.value ?? 0) / value, done };
}
