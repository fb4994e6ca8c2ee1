import { expect, test } from 'vitest';
import { parseWorkTime } from './work-time.ts';

const HOUR = 3600;

test.each([
  ['2h 30m', 2.5 * HOUR],
  ['2h30m', 2.5 * HOUR],
  [' 1.5H ', 1.5 * HOUR],
  ['1,5h', 1.5 * HOUR],
  ['1w 1d', 37.5 * HOUR + 7.5 * HOUR],
  ['0m', 0],
  ['20s', null],
  ['2 hors', null],
  ['2h later', null],
  ['90', null],
  ['-2h', null],
  ['', null],
])('%j is %j seconds', (text, seconds) => {
  expect(parseWorkTime(text, { hoursPerDay: 7.5, daysPerWeek: 5 })).toBe(seconds);
});
