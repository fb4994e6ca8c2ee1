import type { OwnQuery, ReportContext } from '@tallyboard/core/model/context.ts';
import type { QuerySite } from '@tallyboard/report-kit/contract.ts';
import { flowQuery } from '@tallyboard/report-kit/families/flow/flow-query.ts';
import { unionQuery } from '@tallyboard/report-kit/families/flow/union-query.ts';
import { queryOfScope } from '@tallyboard/report-kit/families/parts/part-name.ts';
import { joinClauses } from '@tallyboard/report-kit/families/sprint-scope/sprint-query.ts';
import type { ForecastSettings } from './settings.ts';

/** The issues of the team, with those of a scope that is a query, and the order of its parts by rank. */
export async function forecastQuery(
  settings: ForecastSettings,
  _context: ReportContext,
  site: QuerySite,
  jql: string,
): Promise<OwnQuery | null> {
  const { teamQueries, scope, order } = settings;
  const own =
    teamQueries.length === 0
      ? await flowQuery(settings, site, jql)
      : await unionQuery(teamQueries, site, jql);
  const scopeQuery = queryOfScope(scope);
  const isRanked = scope !== '' && order === 'one-after-another';
  if (scopeQuery === null && !isRanked) return own;
  const team = own?.jql ?? jql;
  const [inScope, ranked] = await Promise.all([
    scopeQuery === null
      ? undefined
      : site.idsIn(joinClauses([team, site.withoutOrder(scopeQuery)])),
    isRanked ? site.rankedIdsIn(team) : undefined,
  ]);
  return {
    ...(own ?? { jql, sprints: null, narrowedBy: jql, atLeast: null }),
    ...(inScope && { scope: inScope }),
    ...(ranked && { ranked }),
  };
}
