import { httpError } from '@tallyboard/jira/errors.ts';
import { expect, test } from 'vitest';
import { waitAfter } from './wait.ts';

const now = Date.parse('2026-06-17T12:00:00Z');
const [FOUR_MINUTES, HALF_AN_HOUR, HOUR] = [240_000, 1_800_000, 3_600_000];

test.each([
  ['1800', HALF_AN_HOUR],
  ['99999999', HOUR],
  ['9'.repeat(400), HOUR],
  ['Wed, 17 Jun 2026 12:30:00 GMT', HALF_AN_HOUR],
  ['Fri, 01 Jan 2100 00:00:00 GMT', HOUR],
  ['Sat, 01 Jan 2000 00:00:00 GMT', FOUR_MINUTES],
  ['-5', FOUR_MINUTES],
  ['0', FOUR_MINUTES],
  ['soon', FOUR_MINUTES],
  ['in 3000', FOUR_MINUTES],
  ['', FOUR_MINUTES],
])('after a 429 with Retry-After: %s', (after, wait) => {
  const call = { method: 'GET', path: '/x' } as const;
  const reply = { status: 429, headers: { 'retry-after': after }, body: '' };
  expect(waitAfter(httpError(call, reply, now), FOUR_MINUTES)).toBe(wait);
});

test('an interval of a day is shortened after a failure', () => {
  expect(waitAfter(new TypeError('odd'), 24 * HOUR)).toBe(HOUR);
});
