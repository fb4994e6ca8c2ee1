import { expect, it } from 'vitest';
import { jointChance, jointDays } from './joint-forecast.ts';

/** Done on day 1, 2, 3 with (1/2, 1/4, 1/4). */
const TEAM = [0, 0.5, 0.75, 1];
const within = (days: number) => [TEAM[days] ?? 1, TEAM[days] ?? 1];

it('all are done when each is', () => {
  const days = [1, 2, 3].map(day => jointChance(within(day)) - jointChance(within(day - 1)));
  expect(days).toEqual([0.25, 0.3125, 0.4375]);
  expect(jointDays(within, 10)).toEqual([2, 3, 3, 3]);
});
