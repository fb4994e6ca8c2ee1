import type { Board } from '@tallyboard/core/model/board.ts';
import type { OwnQuery } from '@tallyboard/core/model/context.ts';
import type { BoardId } from '@tallyboard/core/model/ids.ts';
import { NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import type { QuerySite } from '../../contract.ts';
import { joinClauses } from '../sprint-scope/sprint-query.ts';

/** What the replay needs. */
export const flowRequirement = (board: BoardId | null): Requirement => ({
  ...NO_REQUIREMENT,
  history: ['status', 'resolution'],
  boards: board === null ? [] : [board],
});

/** The board's issues that match the reader's query; null without a board. */
export async function flowQuery(
  { board }: { readonly board: BoardId | null },
  site: QuerySite,
  jql: string,
): Promise<OwnQuery | null> {
  if (board === null) return null;
  const all = joinClauses([await site.boardJql(board), jql]);
  return { jql: all, sprints: null, narrowedBy: jql, atLeast: null };
}

/** The settings of a new gadget: the first board if there is one. */
export const withFirstBoard = <Settings extends { readonly board: BoardId | null }>(
  first: Settings,
  boards: readonly Board[],
): Settings => ({ ...first, board: first.board ?? boards[0]?.id ?? null });
