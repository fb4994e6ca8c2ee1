import type { OwnQuery, QueryPart } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { IssueId } from '@tallyboard/core/model/ids.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import type { PartDays } from './part-days.ts';
import { isIssuePart, type PartKind, partNamed } from './part-name.ts';

/**
 * The order in which a team works on open parts: as named, else by rank. A version comes by its release day first, and a part
 * that was not read with its rank by that of its first open issue.
 */
export function partSequence(
  dataset: Dataset,
  kind: PartKind,
  parts: PartDays,
  day: number,
  named: readonly string[],
  { ranked = [], parts: queries = [] }: Pick<OwnQuery, 'ranked' | 'parts'> = {},
): readonly string[] {
  const first = named.flatMap(name => partsOf(dataset, kind, name, queries));
  const ranks = new Map(ranked.map((id, at) => [id, at]));
  const { issues } = dataset;
  const ids = new Map(issues.map(({ key, id }) => [key as string, id]));
  const rankOf = (part: string) => {
    const own = isIssuePart(kind) ? ranks.get(ids.get(part) as IssueId) : undefined;
    if (own !== undefined) return own;
    const rows = parts.openRows(part, day);
    return Math.min(...rows.map(row => ranks.get(issues[row]!.id) ?? Infinity), Infinity);
  };
  const releases = new Map(
    kind.by === 'version'
      ? issues.flatMap(({ fixVersions }) =>
          fixVersions.map(({ id, releaseDay }) => [id as string, releaseDay ?? Infinity] as const),
        )
      : [],
  );
  const others = [...parts.members.keys()]
    .filter(id => !first.includes(id) && parts.stateAt(id, day).open > 0)
    .map(id => ({ id, release: releases.get(id) ?? Infinity, rank: rankOf(id) }))
    .sort((a, b) => compare(a.release, b.release) || compare(a.rank, b.rank));
  return [...new Set([...first, ...others.map(({ id }) => id)])];
}

/** Says which names of the order are no part of the kind, or several things. */
export function orderNotes(
  dataset: Dataset,
  kind: PartKind,
  named: readonly string[],
  { parts: queries = [] }: Pick<OwnQuery, 'parts'> = {},
): readonly Note[] {
  return named.flatMap((name): Note[] => {
    if (partsOf(dataset, kind, name, queries).length > 0) return [];
    const part = kind.by === 'query' ? null : partNamed(dataset, name);
    const choices = part && 'choices' in part ? part.choices : [];
    const why =
      choices.length > 0
        ? `which is several things. Name one: ${choices.map(({ scope, label }) => `${scope} (${label})`).join(', ')}.`
        : 'which is none of the rows or parts that are worked on in turn: it is left out.';
    return [
      { code: 'order', text: `The order names '${name}', ${why}`, issues: NONE, doubtful: true },
    ];
  });
}

const NONE = new Uint32Array(0);

/** The ids of the parts of a kind that a name of the order means. */
function partsOf(
  dataset: Dataset,
  kind: PartKind,
  name: string,
  queries: readonly QueryPart[],
): readonly string[] {
  if (kind.by === 'query') return queryNamed(dataset, queries, name);
  const part = partNamed(dataset, name);
  if (!('id' in part)) return [];
  const isSame = part.kind.by === kind.by || (isIssuePart(part.kind) && isIssuePart(kind));
  return isSame ? [part.id] : [];
}

/** A query by its name, a board by that or its id. */
function queryNamed(
  { boards }: Pick<Dataset, 'boards'>,
  queries: readonly QueryPart[],
  given: string,
): readonly string[] {
  const isIt = (name: string | undefined) => name?.toLowerCase() === given.toLowerCase();
  const found = queries.filter(
    ({ name, board }) => isIt(name) || (board && isIt(boards.get(board)?.name)),
  );
  return found.map(({ name }) => name);
}

/** Infinities are equal. */
const compare = (a: number, b: number): number => (a === b ? 0 : a - b);
