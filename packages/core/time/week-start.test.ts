import { expect, it } from 'vitest';
import { weekStartOf } from './week-start.ts';

// CLDR, supplemental/weekData.
it.each([
  ['en-US', 0],
  ['en-GB', 1],
  ['de_DE', 1],
  ['fr', 1],
  ['fa-IR', 6],
  ['ar-EG', 6],
  ['dv-MV', 5],
  ['pt_BR', 0],
  ['no such locale', 0],
])('%s begins its week on day %i', (locale, day) => {
  expect(weekStartOf(locale)).toBe(day);
});

it('has the same days without getWeekInfo', () => {
  const own = Object.getOwnPropertyDescriptor(Intl.Locale.prototype, 'getWeekInfo');
  Reflect.deleteProperty(Intl.Locale.prototype, 'getWeekInfo');
  const days = ['en-US', 'en-GB', 'fa-IR', 'dv-MV', 'ja', 'sv_SE'].map(weekStartOf);
  if (own) Object.defineProperty(Intl.Locale.prototype, 'getWeekInfo', own);
  expect(days).toEqual([0, 1, 6, 5, 0, 1]);
});
