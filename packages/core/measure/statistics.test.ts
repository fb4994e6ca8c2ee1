import { expect, test } from 'vitest';
import { comparedToAverage, mean, median, percent, percentile, summarize } from './statistics.ts';

test('mean and median', () => {
  expect([mean([]), mean([1, 2, 6]), median([]), median([9, 1, 5]), median([4, 1, 3, 2])]).toEqual([
    null,
    3,
    null,
    5,
    2.5,
  ]);
});

test.each([
  [[], 85, null],
  [[7], 85, 7],
  [[10, 20, 30, 40], 85, 40],
  [[40, 10, 30, 20], 75, 30],
  [[10, 20, 30, 40], 0, 10],
  [[10, 20, 30, 40], 100, 40],
  // 7 % of 100 values is the 7th, though 0.07 * 100 > 7 in floating point.
  [Array.from({ length: 100 }, (_, i) => i + 1), 7, 7],
])('nearest rank of %j at %d is %j', (values, p, expected) =>
  expect(percentile(values, p)).toBe(expected),
);

test('a summary does not change its input', () => {
  const values = [3, 1, 2];
  expect(summarize(values)).toEqual({ n: 3, mean: 2, median: 2, percentile85: 3 });
  expect(values).toEqual([3, 1, 2]);
});

test('shares of nothing are 0', () => {
  expect([percent(1, 4), percent(1, 0)]).toEqual([25, 0]);
  expect([...comparedToAverage([2, 4, 6])]).toEqual([-50, 0, 50]);
  expect([...comparedToAverage([0, 0])]).toEqual([0, 0]);
});
