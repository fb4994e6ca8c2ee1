import type { OwnQuery, ReportContext } from '@tallyboard/core/model/context.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { QuerySite } from '@tallyboard/report-kit/contract.ts';
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
  const { board, periods } = settings;
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
  const [first] = shownIntervals(settings, context);
  const all = changedSince(first?.first ?? 0, [await site.boardJql(board)]) ?? '';
  return { jql: joinClauses([all, narrowedBy]), sprints: null, narrowedBy, atLeast: null };
}

/** The sprints that the query names by id, and active ones; all if it names none. */
function chosenOf(sprints: readonly Sprint[], clauses: readonly string[]): readonly Sprint[] {
  const named = sprintsNamedIn(clauses.join(' '));
  return named.size === 0
    ? sprints
    : sprints.filter(({ id, state }) => named.has(id) || state === 'active');
}
