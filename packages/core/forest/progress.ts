import { countOf, statisticOf } from '../measure/figures.ts';
import type { IssueRows } from '../model/dataset.ts';
import type { Figure } from '../model/result.ts';
import type { RolledUp } from './roll-up.ts';

export interface Progress {
  readonly done: Figure;
  readonly whole: Figure;
}

/** The done part of issues by their values; by their number where none has one. */
export function progressOf(
  { rows, parts, value }: RolledUp,
  issues: IssueRows,
  isDone: (row: number) => boolean,
): Progress {
  if (!value) return { done: countOf(issues.filter(isDone)), whole: countOf(issues) };
  const flags = Uint8Array.from(rows, row => (isDone(row) ? 1 : 0));
  const ofDone = (_: number, at: number) => flags[at] === 1;
  return {
    done: statisticOf('sum', rows.filter(ofDone), parts.filter(ofDone)),
    whole: statisticOf('sum', rows, parts),
  };
}
