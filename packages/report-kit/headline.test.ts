import { expect, test } from 'vitest';
import { headlineGoal } from './headline.ts';

test('a figure is near its goal within a fifth of it, and beyond that has missed it', () => {
  expect([80, 99.9, 79].map(value => headlineGoal(value, 100, 'more')?.text)).toEqual([
    'Goal 100: nearly met',
    'Goal 100: nearly met',
    'Goal 100: not met',
  ]);
  expect([0, 10, 12, 13].map(value => headlineGoal(value, 10, 'less')?.state)).toEqual([
    'met',
    'met',
    'near',
    'missed',
  ]);
  expect(headlineGoal(5, 0, 'more')).toBeUndefined();
  expect(headlineGoal(null, 5, 'less')).toBeUndefined();
});
