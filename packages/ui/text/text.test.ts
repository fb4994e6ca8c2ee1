import { expect, test } from 'vitest';
import { dashForZero, formatNumber, formatPercent } from './numbers.ts';
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

test('numbers: rounded, never minus zero, a dash for what is not there', () => {
  const texts = [
    formatNumber(1234.56),
    formatNumber(-0.04),
    formatNumber(null),
    formatNumber(Number.NaN),
  ];
  expect(texts).toEqual(['1,234.6', '0', '-', '-']);
  expect([formatPercent(45.55, 1), formatPercent(null)]).toEqual(['45.6%', '-']);
  expect([0, null, 2].map(dashForZero(String))).toEqual(['-', '-', '2']);
});
