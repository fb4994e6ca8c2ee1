import { parseDay } from '@tallyboard/core/time/day.ts';
import { expect, it } from 'vitest';
import { comparesPeriods } from './comparable.ts';

/** Two periods of 30 days end today. */
const TODAY = parseDay('2026-03-10') ?? 0;

it.each([
  ['', true],
  ['project = WEB ORDER BY created DESC', true],
  ['assignee = currentUser() AND labels in ("due", "sprint in openSprints()")', true],
  ['created >= -365d AND project = WEB', true],
  ['updated > "2025-12-01"', true],
  ['created >= -9w', true],
  ['sprint in openSprints()', false],
  ['"Sprint" = 12', false],
  ['fixVersion in unreleasedVersions()', false],
  ['created >= -30d AND assignee = currentUser()', false],
  ['created >= "2026-01-20"', false],
  ['created >= startOfMonth()', false],
  ['created <= -30d', false],
  ['resolved is EMPTY', false],
  ['statusCategory != Done', false],
  ['resolution = Unresolved', false],
])('the issues of %j tell how two periods compare: %s', (jql, compares) => {
  expect(comparesPeriods(jql, TODAY, 59)).toBe(compares);
});
