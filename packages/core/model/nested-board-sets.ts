/** Sets within sets. `all` are those that the reader sees. */
import { type BoardSet, type FlatBoardSet, type IssueSource, isSource } from './board-set.ts';

/** A set with the members of its nested sets in their place, each once. */
export function flattenBoardSet(
  set: BoardSet,
  all: readonly BoardSet[],
): {
  readonly set: FlatBoardSet /** Nested sets that are not among `all`. */;
  readonly missing: number;
} {
  const members = new Map<string, IssueSource>();
  const seen = new Set([set.id]);
  let missing = 0;
  const add = (each: BoardSet) => {
    for (const member of each.members) {
      if (isSource(member)) members.set(JSON.stringify(member), member);
      else if (!seen.has(member.set)) {
        seen.add(member.set);
        const nested = all.find(({ id }) => id === member.set);
        if (nested) add(nested);
        else missing++;
      }
    }
  };
  add(set);
  const { id, name, unit } = set;
  return { set: { id, name, unit, members: [...members.values()] }, missing };
}

/** The sets through which a set would contain itself, from the set to its second place; null if it does not. */
export function cycleOf(set: BoardSet, all: readonly BoardSet[]): readonly BoardSet[] | null {
  const done = new Set<string>();
  const follow = (each: BoardSet, path: readonly BoardSet[]): readonly BoardSet[] | null => {
    for (const member of each.members) {
      if (isSource(member) || done.has(member.set)) continue;
      if (member.set === set.id) return [...path, set];
      done.add(member.set);
      const nested = all.find(({ id }) => id === member.set);
      const found = nested ? follow(nested, [...path, nested]) : null;
      if (found) return found;
    }
    return null;
  };
  return follow(set, [set]);
}

/** Whether two sets have the same issues and unit, whatever their names and the order of their members. */
export function isSameDefinition(a: FlatBoardSet, b: FlatBoardSet): boolean {
  const textOf = ({ unit, members }: FlatBoardSet) =>
    JSON.stringify([unit, ...members.map(member => JSON.stringify(member)).sort()]);
  return textOf(a) === textOf(b);
}
