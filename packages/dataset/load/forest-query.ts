/** The replica has the issues above and below those of a query by one query. */
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { ForestNeed, Requirement } from '@tallyboard/core/model/requirement.ts';
import { quoteValue } from '@tallyboard/jira/jql/quote.ts';
import { fetchIdsIn } from './ids-in.ts';
import type { LoadSession } from './session.ts';

/** The issues of a query with those above and below them. */
export function forestQuery(jql: string, { above, below, lowest }: ForestNeed): string {
  const rows =
    below === null ? 'none' : 'level' in below ? `level:${below.level}` : `type:${below.type}`;
  const texts = [jql, above, rows, lowest].map(quoteValue);
  return `issue in forestOf(${texts.join(', ')})`;
}

/** Groupings by level need the parents of a past day. Where issues below are read, the rows are those of today. */
export const readsEarlierParents = ({ forest, history }: Requirement): boolean =>
  forest?.below === null && history.includes('parent');

/** The same load of all issues of a forest, whose ids are not those of the query. */
export function ofForest(session: LoadSession): LoadSession {
  const { jql, requirement } = session;
  const all = requirement.forest ? forestQuery(jql, requirement.forest) : jql;
  return { ...session, jql: all, listed: { ids: null } };
}

/** The issues of the query in its order, and those above and below them. */
export async function splitForest(
  { client, jql, requirement, signal }: LoadSession,
  all: readonly Issue[],
): Promise<Pick<Dataset, 'issues' | 'above' | 'beside'>> {
  const byId = new Map<string, Issue>(all.map(issue => [issue.id, issue]));
  const own = new Set<Issue>();
  for (const id of await fetchIdsIn(client, jql, signal)) {
    const issue = byId.get(id);
    if (issue) own.add(issue);
  }
  const others = all.filter(issue => !own.has(issue));
  if (requirement.forest?.below === null) return { issues: [...own], above: others };
  const ids = new Set(others.map(({ id }) => id));
  return { issues: [...own, ...others], beside: { ids, unread: new Set() } };
}
