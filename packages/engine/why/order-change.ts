/** What moved a median, a percentile or a maximum, which has no parts: who left it and who is new, and where it stands now. */
import type { IssueId, IssueKey } from '@tallyboard/core/model/ids.ts';
import type { Entry } from '@tallyboard/core/why/figure-state.ts';

/** Numbers of issues by their value against the number of before. */
export interface Sides {
  readonly above: number;
  /** Not above it. */
  readonly below: number;
}

export interface OrderChange {
  /** Not in the figure any more; at the time before, by the values of then. */
  readonly left: Sides;
  /** New in the figure. */
  readonly joined: Sides;
  /** In both, with another value. */
  readonly changed: number;
  /** The issue that has the number, or those on both sides of it. */
  readonly neighbours: readonly IssueKey[];
}

type Entries = ReadonlyMap<IssueId, Entry>;

/** @param old the number of before, @param value of now, in the unit of the entries; null for none. */
export function orderChange(
  [was, old]: readonly [Entries, number | null],
  [is, value]: readonly [Entries, number | null],
  keys: ReadonlyMap<IssueId, IssueKey>,
): OrderChange {
  const without = (some: Entries, others: Entries): Sides => {
    const values = [...some].filter(([id]) => !others.has(id)).map(([, { n = 0 }]) => n);
    const above = values.filter(each => old !== null && each > old).length;
    return { above, below: values.length - above };
  };
  const changed = [...is].filter(([id, { n }]) => was.has(id) && was.get(id)?.n !== n).length;
  return {
    left: without(was, is),
    joined: without(is, was),
    changed,
    neighbours: value === null ? [] : neighboursOf(is, value, keys),
  };
}

function neighboursOf(
  entries: Entries,
  value: number,
  keys: ReadonlyMap<IssueId, IssueKey>,
): readonly IssueKey[] {
  const all = [...entries].map(([id, { n = 0 }]) => ({ id, n })).sort((a, b) => a.n - b.n);
  const below = all.findLast(({ n }) => n <= value);
  const above = all.find(({ n }) => n >= value);
  const ends = below?.n === value ? [below] : [below, above];
  return ends.flatMap(end => (end && keys.get(end.id)) ?? []);
}
