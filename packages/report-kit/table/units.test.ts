import { expect, test } from 'vitest';
import { HOURS, inFile, PERCENT } from './units.ts';

test('hours in files add up to the second', () => {
  expect(inFile(600, HOURS)).toBe(0.166667);
  const sum = 3 * inFile(1200, HOURS);
  expect(Math.round(sum * 3600)).toBe(3600);
  expect(inFile(33.333333, PERCENT)).toBe(33.33);
});
