import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { IssueId, IssueKey } from '../model/ids.ts';
import type { Issue, ParentRef } from '../model/issue.ts';
import { issue } from '../testing/builders.ts';
import { descendantsOf, forestOf, nearestAbove } from './forest.ts';
import { ROLL_UP_RULES, type RollUpRule, rollUp } from './roll-up.ts';

const below = (number: number): ParentRef => ({
  id: `${number}` as IssueId,
  key: `P-${number}` as IssueKey,
  summary: null,
  level: null,
});

/** An issue for each parent, by its place from 1; 0 for none. */
const issuesOf = (parents: readonly number[]): Issue[] =>
  parents.map((parent, at) => ({
    ...issue({ key: `P-${at + 1}`, parent: parent === 0 ? null : below(parent) }),
    id: `${at + 1}` as IssueId,
  }));

const values = (own: readonly (number | null)[]) =>
  Float64Array.from(own, value => value ?? Number.NaN);
const all = (count: number) => Uint32Array.from({ length: count }, (_, row) => row);

describe('roll-up', () => {
  const rolled = (own: readonly (number | null)[], rule: RollUpRule) => {
    const forest = forestOf(issuesOf(own.map((_, at) => (at === 0 ? 0 : 1))));
    return rollUp(forest, all(own.length), values(own), rule).value;
  };

  it('is by each rule what FLOW tells', () => {
    const of = (...own: (number | null)[]) => ROLL_UP_RULES.map(rule => rolled(own, rule));
    expect(of(10, 3, null)).toEqual([10, 3, 10, 3]);
    expect(of(0, 3, 5)).toEqual([0, 8, 0, 8]);
    expect(of(null)).toEqual([null, null, null, null]);
    // A leaf is estimated by nobody else.
    expect(of(7)).toEqual([7, 7, 7, 7]);
    expect(of(7, null)).toEqual([7, null, 7, 7]);
  });

  it('names what is estimated at two levels', () => {
    const forest = forestOf(issuesOf([0, 1, 1, 2]));
    const { both, rows, parts } = rollUp(forest, all(4), values([1, 5, 2, 3]), 'children-else-own');
    expect([...both]).toEqual([0, 1]);
    expect([...rows]).toEqual([2, 3]);
    expect([...parts]).toEqual([2, 3]);
  });

  it.each(ROLL_UP_RULES)('by %s names what is estimated neither itself nor below', rule => {
    // 1 <- 2 <- (3, 4) and 1 <- 5: only 3 has an estimate, which is that of 2 and 1 too.
    const forest = forestOf(issuesOf([0, 1, 2, 2, 1]));
    const own = values([null, null, 3, null, null]);
    expect([...rollUp(forest, all(5), own, rule).without]).toEqual([3, 4]);
  });

  it('adds issues beside each other, and looks past those that do not count', () => {
    // 1 <- 2 <- 3, and 4 beside them; 2 does not count.
    const forest = forestOf(issuesOf([0, 1, 2, 0]));
    const own = values([9, 8, 3, 1]);
    const found = rollUp(forest, Uint32Array.of(0, 2, 3), own, 'children-else-own');
    expect(found.value).toBe(4);
  });
});

describe('forest', () => {
  it('cuts the first issue of a circle, whatever the order', () => {
    const issues = issuesOf([2, 3, 1, 4, 9]);
    const keys = (rows: ArrayLike<number>, of: readonly Issue[]) =>
      Array.from(rows, row => of[row]!.key).sort();
    for (const of of [issues, issues.toReversed()]) {
      const { cut, outside, parent } = forestOf(of);
      // An issue that is its own parent, too.
      expect(keys(cut, of)).toEqual(['P-1', 'P-4']);
      expect(keys(outside, of)).toEqual(['P-5']);
      const parentOf = (key: string) => of[parent[of.findIndex(each => each.key === key)]!]?.key;
      expect([parentOf('P-2'), parentOf('P-3'), parentOf('P-1')]).toEqual([
        'P-3',
        'P-1',
        undefined,
      ]);
    }
  });

  it('names issues that are below two', () => {
    // 3 is below 1, 4 below 3, 5 below 2.
    const [one, two, three, four, five] = issuesOf([0, 0, 1, 3, 2]);
    const twofold = (...others: readonly (IssueKey | null)[]) => {
      const parents = [one!, two!, three!, four!, five!].map((each, at) => ({
        ...each,
        otherParent: others[at] ?? null,
      }));
      return [...forestOf(parents).twofold];
    };
    const [ONE, TWO, NONE] = ['P-1', 'P-2', 'P-99'] as IssueKey[];
    // An epic above the parent is no other parent, and one that is not there lacks nothing.
    expect(twofold(null, null, null, ONE!)).toEqual([]);
    expect(twofold(null, null, NONE!, NONE!)).toEqual([]);
    expect(twofold(null, null, TWO!, TWO!, ONE!)).toEqual([2, 3, 4]);
    const epic = { ...below(2), level: 1 };
    expect([...forestOf([one!, two!, { ...three!, epic }]).twofold]).toEqual([2]);
    // Whether the parent of a sub-task that was not read is below the epic is not known.
    const apart = { ...below(9), level: 0 };
    expect([...forestOf([{ ...four!, parent: apart, otherParent: ONE! }, one!]).twofold]).toEqual(
      [],
    );
    expect([
      ...forestOf([{ ...three!, parent: { ...apart, level: 1 }, otherParent: ONE! }, one!]).twofold,
    ]).toEqual([0]);
  });

  it('takes a chain of 100,000', () => {
    const issues = issuesOf(Array.from({ length: 100_000 }, (_, at) => at));
    const forest = forestOf(issues);
    expect(descendantsOf(forest, 0)).toHaveLength(99_999);
    const own = new Float64Array(100_000).fill(1);
    expect(rollUp(forest, all(100_000), own, 'children').value).toBe(1);
    expect(nearestAbove(forest, 99_999, row => row === 5)).toBe(5);
  });
});

/** The rules again, by their words. */
function valueBy(rule: RollUpRule, own: number | null, children: readonly (number | null)[]) {
  const sum = children.reduce<number | null>(
    (total, value) => (value === null ? total : (total ?? 0) + value),
    null,
  );
  if (children.length === 0 || rule === 'own') return own;
  if (rule === 'children') return sum;
  return rule === 'own-else-children' ? (own ?? sum) : (sum ?? own);
}

test('forests of any form have the values of a recursion', () => {
  const node = fc.record({
    // Of itself or a later one too: circles.
    parent: fc.nat(12),
    own: fc.option(fc.nat(20), { nil: null }),
    counts: fc.integer({ min: 0, max: 9 }).map(chance => chance > 1),
  });
  fc.assert(
    fc.property(
      fc.array(node, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...ROLL_UP_RULES),
      (nodes, rule) => {
        const parents = nodes.map(({ parent }) => (parent > nodes.length ? 0 : parent));
        const issues = issuesOf(parents);
        const forest = forestOf(issues);
        const kept = parents.map((parent, at) => (forest.cut.includes(at) ? 0 : parent));
        // One link less in each circle, so that every walk ends.
        for (let at = 1; at <= kept.length; at++) {
          let steps = 0;
          for (let up = at; up !== 0; up = kept[up - 1]!) expect(++steps).toBeLessThan(14);
        }
        const counted = nodes.flatMap(({ counts }, at) => (counts ? [at + 1] : []));
        const upOf = (of: number): number => {
          const up = kept[of - 1]!;
          return up === 0 || counted.includes(up) ? up : upOf(up);
        };
        const valueAt = (of: number): number | null =>
          valueBy(rule, nodes[of - 1]!.own, counted.filter(each => upOf(each) === of).map(valueAt));
        const tops = counted.filter(of => upOf(of) === 0).flatMap(of => valueAt(of) ?? []);
        const expected = tops.length === 0 ? null : tops.reduce((sum, value) => sum + value, 0);
        const rows = Uint32Array.from(counted, of => of - 1);
        const found = rollUp(forest, rows, values(nodes.map(({ own }) => own)), rule);
        expect(found.value).toBe(expected);
        expect(found.parts.reduce((sum, part) => sum + part, 0)).toBe(expected ?? 0);
      },
    ),
    { numRuns: 10_000 },
  );
});
