import { afterEach, expect, test } from 'vitest';
import { formatNumber, setNumberLocale } from './numbers.ts';
import { localeDateFormat, readerLocale } from './reader-locale.ts';

afterEach(() => setNumberLocale('en'));

test.each([
  ['en-US', 'MMM D, YYYY', '4,022.5'],
  ['en-GB', 'D MMM YYYY', '4,022.5'],
  ['de-DE', 'D MMM YYYY', '4.022,5'],
  ['sv-SE', 'YYYY-MM-DD', '4\u00a0022,5'],
  ['ar-EG', 'D MMM YYYY', '4,022.5'],
])('%s', (locale, pattern, number) => {
  expect(localeDateFormat(locale)).toBe(pattern);
  setNumberLocale(locale);
  expect(formatNumber(4022.5)).toBe(number);
});

test('the profile of Jira decides, else the browser', () => {
  expect(readerLocale('de_DE')).toBe('de-DE');
  expect(readerLocale(undefined)).toBe(navigator.language);
  expect(readerLocale('no locale')).toBe(navigator.language);
});
