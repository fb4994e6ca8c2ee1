import type { Mirror } from './context.ts';
import { findInRankOrder } from './query.ts';

const RANK_FIELD = 'com.pyxis.greenhopper.jira:gh-lexo-rank';

/**
 * Rereads issues that were ranked: Jira does not change their `updated`. Compares Jira's order with the copy's and
 * rereads the fewest issues that explain the difference, then those whose ranks contradict what was reread.
 */
export async function copyRanks(
  mirror: Mirror,
  reread: (ids: readonly string[]) => Promise<void>,
): Promise<void> {
  const { store } = mirror;
  const fields = await store.catalogue.all('field');
  if (!fields.some(({ document }) => customTypeOf(document) === RANK_FIELD)) return;
  const order = [...(await findInRankOrder(mirror)).keys()];
  const fresh = new Set<string>();
  for (;;) {
    const ranks = await store.mirror.ranks();
    const known = order.filter(id => ranks.has(id));
    const wrong = findMisplaced(known, id => ranks.get(id) ?? '', fresh);
    if (wrong.length === 0) return;
    await reread(wrong);
    for (const id of wrong) fresh.add(id);
  }
}

/** Ids, in Jira's order, whose ranks are surely or probably old; never the `fresh` ones. */
export function findMisplaced(
  order: readonly string[],
  rankOf: (id: string) => string,
  fresh: ReadonlySet<string>,
): string[] {
  // Issues that were ranked after the list was read are left out.
  const anchors = longestIncreasing(
    order.filter(id => fresh.has(id)),
    rankOf,
  );
  const wrong = contradicting(order, rankOf, anchors).filter(id => !fresh.has(id));
  if (wrong.length > 0) return wrong;
  const inPlace = longestIncreasing(order, rankOf);
  return order.filter(id => !inPlace.has(id) && !fresh.has(id));
}

/** Ids that are before an anchor of lower rank, or after one of higher rank. */
function contradicting(
  order: readonly string[],
  rankOf: (id: string) => string,
  anchors: ReadonlySet<string>,
): string[] {
  const ranks = order.filter(id => anchors.has(id)).map(rankOf);
  let next = 0;
  return order.filter(id => {
    const rank = rankOf(id);
    if (anchors.has(id)) {
      next += 1;
      return false;
    }
    const [before, after] = [ranks[next - 1], ranks[next]];
    return (before !== undefined && rank < before) || (after !== undefined && rank > after);
  });
}

function customTypeOf(field: Readonly<Record<string, unknown>>): unknown {
  const { schema } = field as { schema?: { custom?: unknown } };
  return schema?.custom;
}

/** The longest subsequence of ids whose ranks increase (patience sorting). */
function longestIncreasing(
  ids: readonly string[],
  rankOf: (id: string) => string,
): ReadonlySet<string> {
  /** For each length, the id with the lowest rank that ends a subsequence of it. */
  const ends: string[] = [];
  const before = new Map<string, string | undefined>();
  for (const id of ids) {
    const rank = rankOf(id);
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (rankOf(ends[middle] as string) < rank) low = middle + 1;
      else high = middle;
    }
    before.set(id, ends[low - 1]);
    ends[low] = id;
  }
  const found = new Set<string>();
  for (let id = ends.at(-1); id !== undefined; id = before.get(id)) found.add(id);
  return found;
}
