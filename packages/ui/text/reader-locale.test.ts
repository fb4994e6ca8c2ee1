import { afterEach, expect, test } from 'vitest';
import { formatNumber, setNumberLocale, withOwnThousands } from './numbers.ts';
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

test('thousands in sentences of programs are those of the reader', () => {
  const sentence = '22,371 issues came without history. In OPS-2, OPS-3 and 1,005,200 issues more.';
  expect(withOwnThousands(sentence)).toBe(sentence);
  setNumberLocale('de-DE');
  expect(withOwnThousands(sentence)).toBe(
    '22.371 issues came without history. In OPS-2, OPS-3 and 1.005.200 issues more.',
  );
});

test('the profile of Jira decides, else the browser', () => {
  expect(readerLocale('de_DE')).toBe('de-DE');
  expect(readerLocale(undefined)).toBe(navigator.language);
  expect(readerLocale('no locale')).toBe(navigator.language);
});
