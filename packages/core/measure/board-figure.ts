/** Figures of a report on a board set by its boards. */
import type { BoardRows, Figure } from '../model/result.ts';
import { statisticOf } from './figures.ts';

/** What is counted again by issues on several boards, below 0. */
export const SHARED = 'shared';
/** What is on none of the boards now. */
export const NONE = 'none';

/** Makes the figure of a board, or of `SHARED` or `NONE`, from that of all issues. */
export function ofBoard(boards: readonly BoardRows[], id: string): (figure: Figure) => Figure {
  const board = boards.find(each => each.id === id);
  if (board) {
    const own = new Set(board.rows);
    return figure => within(figure, row => own.has(row));
  }
  const times = new Map<number, number>();
  for (const { rows } of boards) for (const row of rows) times.set(row, (times.get(row) ?? 0) + 1);
  return id === SHARED
    ? figure => weighed(figure, row => 1 - (times.get(row) ?? 1))
    : figure => within(figure, row => !times.has(row));
}

/** The figure of some of its issues. */
function within(figure: Figure, holds: (row: number) => boolean): Figure {
  const { issues, parts } = figure;
  const kept = [...issues.keys()].filter(at => holds(issues[at] ?? 0));
  const rows = Uint32Array.from(kept, at => issues[at] ?? 0);
  if (figure.kind === 'count') return { kind: 'count', value: rows.length, issues: rows };
  return statisticOf(
    figure.kind,
    rows,
    Float64Array.from(kept, at => parts?.[at] ?? 0),
  );
}

/** The sum of the issues that have a weight, each times it. */
function weighed({ issues, parts }: Figure, weightOf: (row: number) => number): Figure {
  const kept = [...issues.keys()].filter(at => weightOf(issues[at] ?? 0) !== 0);
  return statisticOf(
    'sum',
    Uint32Array.from(kept, at => issues[at] ?? 0),
    Float64Array.from(kept, at => (parts?.[at] ?? 1) * weightOf(issues[at] ?? 0)),
  );
}
