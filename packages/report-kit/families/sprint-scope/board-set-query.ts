/** What a report on a board set asks for in place of a board. */
import type { FlatBoardSet } from '@tallyboard/core/model/board-set.ts';
import type { OwnQuery, QueryPart } from '@tallyboard/core/model/context.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { QuerySite, ResolvedBoardSet } from '../../contract.ts';
import { joinClauses } from './sprint-query.ts';

/** The issues of the set that match the reader's query. */
export async function boardSetQuery(
  set: FlatBoardSet,
  site: Pick<QuerySite, 'boardSet'>,
  jql: string,
): Promise<OwnQuery> {
  const { jql: union, boards, notes } = await site.boardSet(set);
  const all = joinClauses([union, jql]);
  return { jql: all, sprints: null, narrowedBy: jql, atLeast: null, boards, notes };
}

/** The same with the issues of each member, which may be of several. */
export async function boardSetParts(
  set: FlatBoardSet,
  site: Pick<QuerySite, 'boardSet' | 'idsIn'>,
  jql: string,
): Promise<OwnQuery> {
  const { jql: union, boards, members, notes } = await site.boardSet(set);
  const parts = members.map(async ({ source, jql: own }): Promise<QueryPart> => {
    const ids = await site.idsIn(joinClauses([own, jql]));
    return 'board' in source
      ? { name: String(source.board), board: source.board, ids }
      : { name: source.jql, ids };
  });
  const all = joinClauses([union, jql]);
  return {
    jql: all,
    sprints: null,
    narrowedBy: jql,
    atLeast: null,
    boards,
    notes,
    parts: await Promise.all(parts),
  };
}

/** The sprints of each of the set's boards; those of its issues, as of one board, where none of its boards has sprints. */
export async function boardSetSprints(
  { boards, jql }: Pick<ResolvedBoardSet, 'boards' | 'jql'>,
  site: Pick<QuerySite, 'sprints' | 'sprintsIn'>,
): Promise<readonly (readonly Sprint[])[]> {
  const ofBoards = await Promise.all(boards.map(board => site.sprints(board).catch(() => [])));
  if (ofBoards.some(({ length }) => length > 0)) return ofBoards;
  return [(await site.sprintsIn(jql).catch(() => null)) ?? []];
}

/** A sprint that several boards show is one. */
export const distinctById = (lists: readonly (readonly Sprint[])[]): readonly Sprint[] => [
  ...new Map(lists.flat().map(sprint => [sprint.id, sprint])).values(),
];
