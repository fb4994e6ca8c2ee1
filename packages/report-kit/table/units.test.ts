import { expect, test } from 'vitest';
import { HOURS, inFile, inProgram, PERCENT } from './units.ts';

test('hours in files add up to the second', () => {
  expect(inFile(600, HOURS)).toBe(0.166667);
  const sum = 3 * inFile(1200, HOURS);
  expect(Math.round(sum * 3600)).toBe(3600);
  expect(inFile(33.333333, PERCENT)).toBe(33.33);
});

test('durations for programs are in full, other numbers as in files', () => {
  expect(inProgram(600, HOURS)).toBe(600 / 3600);
  expect(inProgram(33.333333, PERCENT)).toBe(33.33);
});
