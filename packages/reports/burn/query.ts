import type { OwnQuery, ReportContext } from '@tallyboard/core/model/context.ts';
import type { QuerySite } from '@tallyboard/report-kit/contract.ts';
import {
  boardSetQuery,
  boardSetSprints,
  distinctById,
} from '@tallyboard/report-kit/families/sprint-scope/board-set-query.ts';
import {
  chosenOf,
  joinClauses,
  MIXED_QUERY,
  queryOfSprints,
  sprintsOfQuery,
  whyQueryDecides,
} from '@tallyboard/report-kit/families/sprint-scope/sprint-query.ts';
import { chosenSprints, startedSprints } from './plan.ts';
import { type BurnSettings, isSprintType } from './settings.ts';

const NO_SPRINT_LIST =
  'the sprints of the board could not be loaded, so only sprints of its loaded issues are counted';

/**
 * Returns the query for all issues that were in the charted sprints; the reader's query selects sprints of the board and
 * filters the issues. Null for a chart by days without a board.
 */
export async function burnQuery(
  settings: BurnSettings,
  context: ReportContext,
  site: QuerySite,
  jql: string,
): Promise<OwnQuery | null> {
  const { board, boardSet, sprintField } = settings;
  if (!isSprintType(settings.type)) {
    if (boardSet) return boardSetQuery(boardSet, site, jql);
    if (board === null) return null;
    const all = joinClauses([await site.boardJql(board), jql]);
    return { jql: all, sprints: null, narrowedBy: jql, atLeast: null };
  }
  const { clauses, rest, mixed } = site.splitSprints(jql);
  const asked = { board, narrowedBy: rest, atLeast: mixed ? MIXED_QUERY : null, sprintField };
  const set = boardSet && (await site.boardSet(boardSet));
  const ofSet = set && distinctById(await boardSetSprints(set, site));
  const ofBoard = board === null ? ofSet : await site.sprints(board).catch(() => null);
  if (board !== null && ofBoard === null) {
    const all = joinClauses([await site.boardJql(board), rest]);
    return { jql: all, sprints: null, narrowedBy: rest, atLeast: NO_SPRINT_LIST };
  }
  if (ofBoard) {
    const listed = startedSprints(ofBoard, context.asOf);
    const named = chosenOf(listed, clauses);
    const among = named.length > 0 ? named : listed;
    const sprints = chosenSprints(among, settings);
    const query = await queryOfSprints(
      { ...asked, ...(set && { boards: set.boards }), sprints },
      context,
      site,
    );
    const ofSet = set && { boards: set.boards, notes: set.notes };
    return { ...query, ...ofSet, among: among.map(({ id }) => id) };
  }
  const sprints = await sprintsOfQuery(jql, clauses, site);
  if (sprints === null)
    return { jql, sprints: null, narrowedBy: '', atLeast: whyQueryDecides(jql) };
  const started = startedSprints(sprints, context.asOf);
  return queryOfSprints({ ...asked, sprints: started }, context, site);
}
