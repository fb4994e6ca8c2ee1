import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { IssueId } from '../model/ids.ts';
import { type Entry, type FigureKind, FigureState } from './figure-state.ts';
import { mixAndRate } from './mix-and-rate.ts';

const id = (text: string) => text as IssueId;
const entry = (n?: number, d?: number): Entry => ({ n, d });
const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);

test('a mean of 2 and 4 to which 9 comes grows by 2, which is the part of what came', () => {
  const state = new FigureState('mean', [
    [id('1'), entry(2)],
    [id('2'), entry(4)],
  ]);
  expect(state.value()).toBe(3);
  expect(state.change([[id('3'), entry(9)]])).toEqual([2]);
  expect(state.value()).toBe(5);
});

test('the last issue of a mean takes it to nothing', () => {
  const state = new FigureState('mean', [[id('1'), entry(4)]]);
  expect(state.change([[id('1'), entry()]])).toEqual([-4]);
  expect(state.value()).toBeNull();
});

test('a share grows by what joins its part, and falls by what joins its whole alone', () => {
  const state = new FigureState('share', [
    [id('1'), entry(1, 1)],
    [id('2'), entry(undefined, 1)],
  ]);
  expect(state.value()).toBe(50);
  expect(state.change([[id('2'), entry(1, 1)]])).toEqual([50]);
  expect(state.change([[id('3'), entry(undefined, 1)]])?.[0]).toBeCloseTo(-100 / 3);
});

test('statistics of order have no parts, and are those of their values at any time', () => {
  const state = new FigureState('median', [
    [id('1'), entry(5)],
    [id('2'), entry(1)],
  ]);
  expect(state.value()).toBe(3);
  expect(state.change([[id('3'), entry(1)]])).toBeNull();
  expect(state.value()).toBe(1);
  state.change([[id('1'), entry(0)]]);
  expect(state.value()).toBe(1);
  expect(new FigureState('percentile85').value()).toBeNull();
});

const KINDS: readonly FigureKind[] = ['count', 'sum', 'mean', 'share'];

test('parts of any changes in any steps add up to the change', () => {
  const value = fc.option(fc.integer({ min: -9, max: 30 }), { nil: undefined });
  const change = fc.tuple(fc.integer({ min: 1, max: 6 }), value, fc.option(fc.constant(1)));
  fc.assert(
    fc.property(
      fc.constantFrom(...KINDS),
      fc.array(fc.array(change, { maxLength: 4 })),
      (kind, steps) => {
        const state = new FigureState(kind);
        let explained = 0;
        for (const step of steps) {
          const changed = new Map(
            step.map(([issue, n, d]) => [
              id(String(issue)),
              kind === 'count'
                ? entry(n === undefined ? undefined : 1)
                : // A part of a whole is in the whole.
                  entry(d === null && kind === 'share' ? undefined : n, d ?? undefined),
            ]),
          );
          explained += sum(state.change([...changed]) ?? []);
        }
        expect(explained).toBeCloseTo(state.value() ?? 0, 9);
      },
    ),
  );
});

test('mix, rate and interaction of all groups add up to the change', () => {
  const sums = fc.record({ n: fc.integer({ min: 0, max: 50 }), d: fc.integer({ min: 1, max: 9 }) });
  const groups = fc.dictionary(fc.constantFrom('bug', 'story', 'task'), sums);
  fc.assert(
    fc.property(fc.constantFrom<FigureKind>('mean', 'share'), groups, groups, (kind, a, b) => {
      const total = (all: typeof a) => {
        const d = sum(Object.values(all).map(each => each.d));
        const n = sum(Object.values(all).map(each => each.n));
        return d === 0 ? 0 : ((kind === 'share' ? 100 : 1) * n) / d;
      };
      const found = mixAndRate(kind, new Map(Object.entries(a)), new Map(Object.entries(b)));
      const all = sum(found.map(({ mix, rate, interaction }) => mix + rate + interaction));
      expect(all).toBeCloseTo(total(b) - total(a), 9);
    }),
  );
  const before = new Map([
    ['bug', { n: 8, d: 4 }],
    ['story', { n: 16, d: 4 }],
  ]);
  const after = new Map([
    ['bug', { n: 12, d: 6 }],
    ['story', { n: 8, d: 2 }],
  ]);
  const none = expect.closeTo(0);
  expect(mixAndRate('mean', before, after)).toEqual([
    { group: 'bug', mix: -0.25, rate: none, interaction: none },
    { group: 'story', mix: -0.25, rate: none, interaction: none },
  ]);
});
