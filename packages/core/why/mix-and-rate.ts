/**
 * The change of a figure by the groups of one grouping: what moved between groups (mix), and what changed within one (rate).
 *
 *   mean 3 of 4 bugs (2) and 4 stories (4); then 2.5 of 6 bugs (2) and 2 stories (4):
 *   bugs mix (0.75 - 0.5) x (2 - 3) = -0.25, stories -0.25
 */

import type { FigureKind } from './figure-state.ts';

/** The sums of the issues of a group, of which the number is made: of a mean the values and their number. */
export interface GroupSums {
  readonly n: number;
  readonly d: number;
}

export interface GroupChange {
  readonly group: string;
  readonly mix: number;
  readonly rate: number;
  readonly interaction: number;
}

/** The three of all groups add up to the change. Sums and counts have one part for each group, which is `mix`. */
export function mixAndRate(
  kind: FigureKind,
  before: ReadonlyMap<string, GroupSums>,
  after: ReadonlyMap<string, GroupSums>,
): readonly GroupChange[] {
  const groups = [...new Set([...before.keys(), ...after.keys()])];
  const none: GroupSums = { n: 0, d: 0 };
  const of = (group: string) => [before.get(group) ?? none, after.get(group) ?? none] as const;
  if (kind === 'count' || kind === 'sum')
    return groups.map(group => {
      const [a, b] = of(group);
      return { group, mix: b.n - a.n, rate: 0, interaction: 0 };
    });
  const scale = kind === 'share' ? 100 : 1;
  const total = (sums: ReadonlyMap<string, GroupSums>) => {
    let [n, d] = [0, 0];
    for (const each of sums.values()) [n, d] = [n + each.n, d + each.d];
    return { d, value: d === 0 ? 0 : (scale * n) / d };
  };
  const [a, b] = [total(before), total(after)];
  return groups.map(group => {
    const [was, is] = of(group);
    const share = (sums: GroupSums, all: number) => (all === 0 ? 0 : sums.d / all);
    const value = ({ n, d }: GroupSums) => (d === 0 ? 0 : (scale * n) / d);
    const [wA, wB, pA, pB] = [share(was, a.d), share(is, b.d), value(was), value(is)];
    if (was.d === 0) return { group, mix: wB * (pB - a.value), rate: 0, interaction: 0 };
    // Without any issue the number is 0.
    if (b.d === 0) return { group, mix: -wA * pA, rate: 0, interaction: 0 };
    if (is.d === 0) return { group, mix: -wA * (pA - a.value), rate: 0, interaction: 0 };
    return {
      group,
      mix: (wB - wA) * (pA - a.value),
      rate: wA * (pB - pA),
      interaction: (wB - wA) * (pB - pA),
    };
  });
}
