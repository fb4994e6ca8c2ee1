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

// Ranks by hand: half of 7 is 3.5, the 4th; 70 % of 20 is the 14th.
test.each([
  [1, [1, 1, 1, 1]],
  [2, [1, 2, 2, 2]],
  [3, [2, 3, 3, 3]],
  [4, [2, 3, 4, 4]],
  [5, [3, 4, 5, 5]],
  [6, [3, 5, 6, 6]],
  [7, [4, 5, 6, 7]],
  [8, [4, 6, 7, 8]],
  [9, [5, 7, 8, 9]],
  [10, [5, 7, 9, 10]],
  [20, [10, 14, 17, 19]],
  [100, [50, 70, 85, 95]],
])('of %d values the 50th, 70th, 85th and 95th percentile have the ranks %j', (n, ranks) => {
  const values = Array.from({ length: n }, (_, i) => n - i);
  expect([50, 70, 85, 95].map(p => percentile(values, p))).toEqual(ranks);
});

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
