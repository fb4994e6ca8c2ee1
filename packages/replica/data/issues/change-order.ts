/** A change from one value to another; '' is empty. */
interface Step {
  readonly start: number;
  readonly old_value: string | null;
  readonly value: string;
}

/**
 * Orders the changes of one field, given by instant and history id: those of one instant follow one another, each
 * beginning with the value where the one before ended, if they can. `current` is the value of now.
 */
export function orderChain<Change extends Step>(
  changes: readonly Change[],
  current: string | null,
): readonly Change[] {
  const groups = [...Map.groupBy(changes, ({ start }) => start).values()];
  const endings = endingsOf(groups, current);
  const ordered: Change[] = [];
  groups.forEach((group, at) => {
    const before = ordered.at(-1)?.value ?? null;
    const after = endings[at] ?? null;
    ordered.push(
      ...(chainOf(group, before, after) ?? chainOfRepeated(group, before, after) ?? group),
    );
  });
  return ordered;
}

/** Required final value of each group: the next group's first value, or the current one; null when any will do. */
function endingsOf(groups: readonly (readonly Step[])[], current: string | null) {
  const endings: (string | null)[] = [];
  let after = current;
  for (const group of groups.toReversed()) {
    endings.push(after);
    // A circuit without that value may begin anywhere.
    const isSure =
      uneven(group).length > 0 || group.some(({ old_value }) => (old_value ?? '') === after);
    after = isSure ? startOf(group, null, after) : null;
  }
  return endings.reverse();
}

/** An Eulerian path through the changes; null if there is none. */
function chainOf<Change extends Step>(
  group: readonly Change[],
  before: string | null,
  after: string | null,
): readonly Change[] | null {
  if (group.length < 2) return null;
  const start = startOf(group, before, after);
  if (start === null) return null;
  const fits = (order: readonly Change[]) =>
    order.every(({ old_value }, at) => (old_value ?? '') === (order[at - 1]?.value ?? start));
  const reversed = group.toReversed();
  const given = [group, reversed].find(fits);
  if (given) return given;
  const leaving = Map.groupBy(reversed, ({ old_value }) => old_value ?? '');
  const stack: Change[] = [];
  const path: Change[] = [];
  for (;;) {
    const next = leaving.get(stack.at(-1)?.value ?? start)?.pop();
    if (next) {
      stack.push(next);
      continue;
    }
    const last = stack.pop();
    if (!last) break;
    path.push(last);
  }
  return path.length === group.length ? path.reverse() : null;
}

/** Changes some of which are there twice: repeated entries. */
function chainOfRepeated<Change extends Step>(
  group: readonly Change[],
  before: string | null,
  after: string | null,
): readonly Change[] | null {
  const same = Map.groupBy(group, ({ old_value, value }) => JSON.stringify([old_value, value]));
  if (same.size === group.length) return null;
  const once = [...same.values()].flatMap(([first]) => first ?? []);
  return (
    chainOf(once, before, after)?.flatMap(
      ({ old_value, value }) => same.get(JSON.stringify([old_value, value])) ?? [],
    ) ?? null
  );
}

/** The values that changes leave more often than they enter, or the reverse, by how much. */
function uneven(group: readonly Step[]): [value: string, surplus: number][] {
  const balance = new Map<string, number>();
  const add = (value: string, surplus: number) =>
    balance.set(value, (balance.get(value) ?? 0) + surplus);
  for (const { old_value, value } of group) {
    add(old_value ?? '', 1);
    add(value, -1);
  }
  return [...balance].filter(([, surplus]) => surplus !== 0);
}

/** The value with which a chain begins; a circuit begins with a value of its surroundings. Null without a chain. */
function startOf(group: readonly Step[], before: string | null, after: string | null) {
  const ends = uneven(group);
  if (ends.length > 0) {
    const isChain = ends.length === 2 && ends.every(([, surplus]) => Math.abs(surplus) === 1);
    return isChain ? (ends.find(([, surplus]) => surplus === 1)?.[0] ?? null) : null;
  }
  const leaves = (value: string | null) =>
    value !== null && group.some(({ old_value }) => (old_value ?? '') === value);
  const around = [before, after].filter(leaves);
  const first = group[0]?.old_value ?? '';
  return around.length === 2 && around[0] !== around[1] ? first : (around[0] ?? first);
}
