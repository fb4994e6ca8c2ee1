import { setNumberLocale } from '@tallyboard/ui/text/numbers.ts';
import { afterEach, expect, it } from 'vitest';
import { partOf } from './drill.ts';
import { readAmount } from './read-amount.ts';

afterEach(() => setNumberLocale('en'));

const logged = { part: partOf('seconds') };
const days = { part: { label: 'Days', format: String, time: { hours: 24, day: 24 } } };

it.each([
  ['34', 34],
  [' 33.5 ', 33.5],
  ['1,234.5', 1234.5],
  ['-3', -3],
  ['\u22123', -3],
  ['85%', 85],
  ['85 %', 85],
  ['', null],
  ['34 issues', null],
  ['1.2.3', null],
  ['7h', null],
])('%j is %j', (text, value) => {
  expect(readAmount(text, {})).toBe(value);
});

it.each([
  ['de', '33,5', 33.5],
  ['de', '1.234,5', 1234.5],
  ['de', '1.234', 1234],
  ['de', '1.5', 1.5],
  ['fr', '1\u202f234,5', 1234.5],
  ['fr', '1 234,5', 1234.5],
  ['en-GB', '1,234', 1234],
])('of %s %j is %j', (locale, text, value) => {
  setNumberLocale(locale);
  expect(readAmount(text, {})).toBe(value);
});

it.each([
  ['7.5', 7.5],
  ['7h 30m', 7.5],
  ['7h30m', 7.5],
  ['45m', 0.75],
  ['7.5h', 7.5],
  ['2 hours', 2],
  // A day of work has as many hours as the site says.
  ['1d', null],
  ['7h x', null],
  ['h', null],
])('of logged hours %j is %j', (text, value) => {
  expect(readAmount(text, logged)).toBe(value);
});

it.each([
  ['2', 2],
  ['2d', 2],
  ['2d 12h', 2.5],
  ['2 days', 2],
  ['36h', 1.5],
])('of elapsed days %j is %j', (text, value) => {
  expect(readAmount(text, days)).toBe(value);
});
