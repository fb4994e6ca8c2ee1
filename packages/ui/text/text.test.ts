import { expect, test } from 'vitest';
import { dashForZero, formatNumber, formatPercent, formatSigned } from './numbers.ts';
import { safeUrl } from './safe-url.ts';

test.each([
  ['https://jira.example/browse/NAV-1', 'https://jira.example/browse/NAV-1'],
  ['/browse/NAV-1', '/browse/NAV-1'],
  ['//other.example/x', '//other.example/x'],
  ['javascript:alert(1)', 'about:blank'],
  [' \tJaVa\nScRiPt:alert(1)', 'about:blank'],
  ['data:text/html,<script>', 'about:blank'],
  ['vbscript:x', 'about:blank'],
  ['http://[bad', 'about:blank'],
])('%j leads to %j', (url, safe) => {
  expect(safeUrl(url)).toBe(safe);
});

test('numbers are rounded, never minus zero, and a dash for null', () => {
  const texts = [
    formatNumber(1234.56),
    formatNumber(-0.04),
    formatNumber(null),
    formatNumber(Number.NaN),
  ];
  expect(texts).toEqual(['1,234.6', '0', '-', '-']);
  expect([45.55, 7.25, 0.01, 0, -3.5, null].map(formatPercent)).toEqual([
    '46%',
    '7.3%',
    '<0.1%',
    '0%',
    '\u22123.5%',
    '-',
  ]);
  expect([5, 0, -2.345].map(value => formatSigned(value))).toEqual(['+5', '0', '\u22122.35']);
  expect([0, null, 2].map(dashForZero(String))).toEqual(['-', '-', '2']);
});
