import type { Workflow } from '@tallyboard/core/flow/workflow.ts';
import type { Board } from '@tallyboard/core/model/board.ts';
import type { FlatBoardSet } from '@tallyboard/core/model/board-set.ts';
import type { OwnQuery, ReportContext } from '@tallyboard/core/model/context.ts';
import type { BoardId } from '@tallyboard/core/model/ids.ts';
import { NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import type { QuerySite } from '../../contract.ts';
import { boardSetQuery } from '../sprint-scope/board-set-query.ts';
import { joinClauses } from '../sprint-scope/sprint-query.ts';

interface OfBoard {
  readonly board: BoardId | null;
  /** In place of the board. */
  readonly boardSet: FlatBoardSet | null;
}

export const flowRequirement = (board: BoardId | null): Requirement => ({
  ...NO_REQUIREMENT,
  history: ['status', 'resolution'],
  boards: board === null ? [] : [board],
});

/** The issues of the board or set that match the reader's query; null without one. */
export async function flowQuery(
  { board, boardSet }: OfBoard,
  site: QuerySite,
  jql: string,
): Promise<OwnQuery | null> {
  if (boardSet) return boardSetQuery(boardSet, site, jql);
  if (board === null) return null;
  const all = joinClauses([await site.boardJql(board), jql]);
  return { jql: all, sprints: null, narrowedBy: jql, atLeast: null };
}

export const FLOW_REPORT = {
  query: (settings: OfBoard, _context: ReportContext, site: QuerySite, jql: string) =>
    flowQuery(settings, site, jql),
  /** A new gadget has the first board if there is one. */
  firstSettings: <Settings extends OfBoard>(
    first: Settings,
    boards: readonly Board[],
  ): Settings => ({
    ...first,
    board: first.board ?? (first.boardSet ? null : (boards[0]?.id ?? null)),
  }),
  rule: ({ workflow: { columns, finish } }: { readonly workflow: Workflow }): string =>
    `Finished: in the column ${columns[finish]}${finish < columns.length - 1 ? ' or later' : ''}`,
};
