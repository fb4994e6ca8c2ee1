/** Teams by their boards or queries, whose issues together are those of the forecast. */

import type { BoardId } from '@tallyboard/core/model/ids.ts';
import type { Codec } from '@tallyboard/report-kit/settings/codec.ts';
import { asRecord, wholeNumber } from '@tallyboard/report-kit/settings/stored.ts';

/** The issues of a board, or those of a query. */
export type TeamQuery =
  | { readonly name: string; readonly board: BoardId }
  | { readonly name: string; readonly jql: string };

export const MAX_TEAMS = 20;
const MAX_JQL_LENGTH = 10_000;
const MAX_NAME_LENGTH = 200;

function parseTeam(raw: unknown): TeamQuery | undefined {
  const { name: given, board: ofBoard = raw, jql = raw } = asRecord(raw) ?? {};
  const name = typeof given === 'string' ? given.trim().slice(0, MAX_NAME_LENGTH) : '';
  const board = wholeNumber(ofBoard);
  if (board !== undefined)
    return board > 0 ? { name: name || `Board ${board}`, board: board as BoardId } : undefined;
  if (typeof jql !== 'string' || jql.trim() === '' || jql.length > MAX_JQL_LENGTH) return undefined;
  return { name: name || jql.trim().slice(0, MAX_NAME_LENGTH), jql: jql.trim() };
}

export const TEAM_QUERIES: Codec<readonly TeamQuery[]> = {
  parse(raw) {
    if (!Array.isArray(raw) || raw.length > MAX_TEAMS) return undefined;
    const teams = raw.map(parseTeam);
    return teams.every(team => team !== undefined) ? teams : undefined;
  },
  format: value => (value.length > 0 ? value : undefined),
  shape: {
    kind: 'other',
    text: `a list of up to ${MAX_TEAMS} teams: {"board": number} or {"jql": query}, each with a "name" if wanted`,
  },
};

/** What is wrong with the query of a team; null for a valid one. */
export function teamProblem(team: TeamQuery): string | null {
  if (!('jql' in team)) return null;
  if (team.jql.trim() === '') return 'Enter a query.';
  return /\border\s+by\b/i.test(team.jql) ? 'Remove "order by" from the query.' : null;
}
