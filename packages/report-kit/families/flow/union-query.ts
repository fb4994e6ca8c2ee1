import type { OwnQuery } from '@tallyboard/core/model/context.ts';
import type { QuerySite } from '../../contract.ts';
import { joinClauses } from '../sprint-scope/sprint-query.ts';
import type { TeamQuery } from './team-queries.ts';

/** The issues of all teams that match the reader's query. */
export async function unionQuery(
  teams: readonly TeamQuery[],
  site: Pick<QuerySite, 'boardJql' | 'idsIn' | 'withoutOrder'>,
  jql: string,
): Promise<OwnQuery> {
  const clauses = await Promise.all(
    teams.map(team => ('board' in team ? site.boardJql(team.board) : site.withoutOrder(team.jql))),
  );
  const all = clauses.map(clause => joinClauses([clause, jql]));
  const ids = await Promise.all(all.map(site.idsIn));
  const isEverything = clauses.some(clause => clause.trim() === '');
  const union = isEverything ? '' : clauses.map(clause => `(${clause})`).join(' OR ');
  return {
    jql: joinClauses([union, jql]),
    sprints: null,
    narrowedBy: jql,
    atLeast: null,
    parts: distinctNames(teams).map((name, at) => ({ name, ids: ids[at] ?? [] })),
  };
}

/** Parts are told apart by their names: a second one of a name is 'Name (2)'. */
function distinctNames(teams: readonly TeamQuery[]): readonly string[] {
  const given = new Set(teams.map(({ name }) => name));
  const taken = new Set<string>();
  return teams.map(({ name }) => {
    let own = name;
    for (let count = 2; taken.has(own) || (own !== name && given.has(own)); count++)
      own = `${name} (${count})`;
    taken.add(own);
    return own;
  });
}
