import { expect, it } from 'vitest';
import { processBehaviour } from './process-behaviour.ts';

it('has limits at 2.66 and 3.267 mean moving ranges', () => {
  const found = processBehaviour([4, 6, 5, 7]);
  expect(found?.mean).toBe(5.5);
  expect(found?.upper).toBeCloseTo(5.5 + 2.66 * (5 / 3), 12);
  expect(found?.lower).toBeCloseTo(5.5 - 2.66 * (5 / 3), 12);
  expect(found?.rangeLimit).toBeCloseTo(3.267 * (5 / 3), 12);
  expect(found?.signals).toEqual([]);
});

it('a lower limit below 0 is 0 and not tested', () => {
  const found = processBehaviour([0, 9, 0, 9]);
  expect(found?.lower).toBe(0);
  expect(found?.signals).toEqual([]);
});

it('signals a value beyond a limit', () => {
  const values = [5, 6, 5, 6, 5, 6, 5, 6, 5, 6, 20];
  expect(processBehaviour(values)?.signals.filter(each => each.rule === 'beyond-limit')).toEqual([
    { at: 10, rule: 'beyond-limit' },
  ]);
});

it('signals the eighth value on one side, and no run that touches the mean', () => {
  const eight = (values: number[]) =>
    processBehaviour(values)?.signals.flatMap(({ at, rule }) =>
      rule === '8-on-one-side' ? [at] : [],
    );
  expect(eight([1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3])).toEqual([7, 15]);
  expect(eight([1, 1, 1, 1, 2, 1, 1, 1, 1, 3, 3, 3, 3, 2, 3, 3, 3, 3])).toEqual([]);
});

it('signals 2 of 3 values beyond two sigma and 4 of 5 beyond one', () => {
  // Mean moving range 1: sigma is 0.887.
  const low = Array.from({ length: 30 }, (_, at) => 10 + (at % 2));
  const rules = (tail: number[]) =>
    new Set(processBehaviour([...low, ...tail])?.signals.map(({ rule }) => rule));
  expect(rules([12.8, 10.5, 12.8]).has('2-of-3')).toBe(true);
  expect(rules([12.8, 10.5, 10.5]).has('2-of-3')).toBe(false);
  expect(rules([11.9, 11.9, 10.5, 11.9, 11.9]).has('4-of-5')).toBe(true);
  expect(rules([11.9, 11.9, 10.5, 10.5, 11.9]).has('4-of-5')).toBe(false);
});

it('a constant series has no signal, whatever its sums of decimals are', () => {
  // 0.1 + 0.1 + 0.1 is not 3 * 0.1, and 0.1 + 0.2 is not 0.3.
  for (const values of [[0.1, 0.1, 0.1], Array(9).fill(0.1), Array(20).fill(33.3)])
    expect(processBehaviour(values)?.signals).toEqual([]);
  const sums = Array.from({ length: 12 }, (_, at) => (at === 2 ? 0.1 + 0.2 : 0.3));
  expect(processBehaviour(sums)?.signals).toEqual([]);
  expect(processBehaviour([...sums, 0.31])?.signals).toContainEqual({
    at: 12,
    rule: 'beyond-limit',
  });
});

it('needs two values', () => {
  expect(processBehaviour([])).toBeNull();
  expect(processBehaviour([3])).toBeNull();
});
