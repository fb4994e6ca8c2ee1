import type { FlatBoardSet } from '@tallyboard/core/model/board-set.ts';
import type { OwnQuery, ReportContext } from '@tallyboard/core/model/context.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { QuerySite } from '@tallyboard/report-kit/contract.ts';
import {
  boardSetSprints,
  distinctById,
} from '@tallyboard/report-kit/families/sprint-scope/board-set-query.ts';
import {
  changedSince,
  joinClauses,
  MIXED_QUERY,
  queryOfSprints,
  sprintsNamedIn,
  sprintsOfQuery,
  whyQueryDecides,
} from '@tallyboard/report-kit/families/sprint-scope/sprint-query.ts';
import { lastSprints, shownIntervals } from './periods.ts';
import { filterProblem, type VelocitySettings } from './settings.ts';

/** Returns a query by sprint ids; one that finds nothing for no sprints. */
export function sprintsJql(sprints: readonly Sprint[]): string {
  const ids = sprints.map(({ id }) => id);
  return ids.length > 0 ? `sprint in (${ids.join(', ')})` : 'created < "1970-01-01"';
}

/**
 * Returns the query for all issues that were in the shown sprints of the board or, by interval, for issues of the board
 * that changed since the first interval. The reader's query and the filter of the settings narrow it. Throws for a
 * filter with 'order by', and if neither sprints nor filter of the board can be read.
 */
export async function velocityQuery(
  settings: VelocitySettings,
  context: ReportContext,
  site: QuerySite,
  jql: string,
): Promise<OwnQuery | null> {
  const problem = filterProblem(settings.jqlFilter);
  if (problem !== null) throw new Error(problem);
  const { clauses, rest, mixed } = site.splitSprints(jql);
  const filter = settings.jqlFilter.trim();
  const narrowedBy = joinClauses([rest, filter]);
  const atLeast = mixed ? MIXED_QUERY : null;
  const { board, boardSet, periods } = settings;
  if (boardSet) return ofBoardSet(boardSet);
  if (board === null) {
    const sprints = periods === 'sprint' ? await sprintsOfQuery(jql, clauses, site) : null;
    if (sprints) {
      const shown = lastSprints(sprints, { ...settings, sprintCount: sprints.length });
      return queryOfSprints({ sprints: shown, board, narrowedBy, atLeast }, context, site);
    }
    const why = periods === 'sprint' ? whyQueryDecides(jql) : null;
    return { jql: joinClauses([jql, filter]), sprints: null, narrowedBy: filter, atLeast: why };
  }
  if (periods === 'sprint') {
    const listed = await site.sprints(board).catch(() => null);
    if (listed) {
      const sprints = lastSprints(chosenOf(listed, clauses), settings);
      return queryOfSprints({ sprints, board, narrowedBy, atLeast }, context, site);
    }
  }
  return byInterval([await site.boardJql(board)]);

  function byInterval(filters: readonly string[]): OwnQuery {
    const [first] = shownIntervals(settings, context);
    const all = changedSince(first?.first ?? 0, filters) ?? '';
    return { jql: joinClauses([all, narrowedBy]), sprints: null, narrowedBy, atLeast: null };
  }

  async function ofBoardSet(set: FlatBoardSet): Promise<OwnQuery> {
    const { jql: union, boards, notes } = await site.boardSet(set);
    if (periods === 'interval')
      return { ...byInterval([union === '' ? '' : `(${union})`]), boards, notes };
    const listed = await boardSetSprints({ boards, jql: union }, site);
    const sprints = distinctById(
      listed.map(ofBoard => lastSprints(chosenOf(ofBoard, clauses), settings)),
    );
    const asked = { sprints, board, boards, narrowedBy, atLeast };
    return { ...(await queryOfSprints(asked, context, site)), boards, notes };
  }
}

/** The sprints that the query names by id, and active ones; all if it names none. */
function chosenOf(sprints: readonly Sprint[], clauses: readonly string[]): readonly Sprint[] {
  const named = sprintsNamedIn(clauses.join(' '));
  return named.size === 0
    ? sprints
    : sprints.filter(({ id, state }) => named.has(id) || state === 'active');
}
