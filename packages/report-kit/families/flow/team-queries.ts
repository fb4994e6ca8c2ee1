/** Teams by their boards or queries, whose issues together are those of the forecast. */

import { QUERY_LEFT_OUT } from '@tallyboard/core/anonymous/anonymous-dataset.ts';
import type { BoardId } from '@tallyboard/core/model/ids.ts';
import { recordOf } from '@tallyboard/core/unknown.ts';
import { type Codec, text } from '../../settings/codec.ts';
import { wholeNumber } from '../../settings/stored.ts';

/** The issues of a board, or those of a query. */
export type TeamQuery =
  | { readonly name: string; readonly board: BoardId }
  | { readonly name: string; readonly jql: string };

export const MAX_TEAMS = 20;
const NAME = text(200);
const JQL = text();

function parseTeam(raw: unknown): TeamQuery | undefined {
  const { name: given, board: ofBoard = raw, jql = raw } = recordOf(raw);
  const name = NAME.parse(given);
  const board = wholeNumber(ofBoard);
  if (board !== undefined && board > 0)
    return { name: name || `Board ${board}`, board: board as BoardId };
  const query = board === undefined && JQL.parse(jql);
  return query ? { name: name || query, jql: query } : undefined;
}

export const TEAM_QUERIES: Codec<readonly TeamQuery[]> = {
  parse(raw) {
    if (!Array.isArray(raw) || raw.length > MAX_TEAMS) return undefined;
    const teams = raw.map(parseTeam);
    return teams.every(team => team !== undefined) ? teams : undefined;
  },
  format: value => (value.length > 0 ? value : undefined),
  shape: { kind: 'other', text: 'a list of {"name", "board": number} or {"name", "jql"}' },
};

export const renameTeams = (teams: readonly TeamQuery[]): readonly TeamQuery[] =>
  teams.map((team, at) => ({
    ...team,
    name: `Source ${at + 1}`,
    ...('jql' in team && { jql: QUERY_LEFT_OUT }),
  }));
