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
  // 0.1 + 0.2 is not 0.3, which is the goal all the same.
  expect(headlineGoal(0.1 + 0.2, 0.3, 'less')?.state).toBe('met');
  expect(headlineGoal(5, 0, 'more')).toBeUndefined();
  expect(headlineGoal(null, 5, 'less')).toBeUndefined();
});
