import { expect, test } from 'vitest';
import { lateText } from './wall-late.ts';

const AT = Date.parse('2026-11-28T09:46:00Z');
const MINUTE = 60_000;
const late = (minutes: number, interval: number, status?: number) =>
  lateText(AT, AT + minutes * MINUTE, 'UTC', interval, status === undefined ? null : { status });

test.each([
  [9, 5, null],
  [18, 5, 'Jira has not answered since 09:46 (18 minutes)'],
  [29, 15, null],
  [30, 15, 'Jira has not answered since 09:46 (30 minutes)'],
  [65, 15, 'Jira has not answered since 09:46 (1h 5m)'],
  [15 * 60, 15, 'Jira has not answered since Nov 28, 09:46 (15h 0m)'],
])('after %i minutes, loaded every %i: %j', (minutes, interval, text) => {
  expect(late(minutes, interval)).toBe(text);
});

test('the age alone decides, whatever the loads since then did', () => {
  expect(late(18, 5, 503)).toBe(late(18, 5));
  expect(late(3, 5, 503)).toBeNull();
});

test('a session that ended says how to go on, at once', () => {
  expect(late(3, 5, 401)).toBe(
    'Signed out. No new figures since 09:46 (3 minutes). Reload this page to sign in.',
  );
});
