import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import type { HttpReply } from '@tallyboard/jira/http.ts';
import { expect, test } from 'vitest';
import { fetchDataAge, presentOf } from './data-age.ts';
import { describeDataAge } from './describe-data-age.ts';

const zone = 'America/St_Johns' as ZoneId;
const at = (text: string) => Date.parse(text) as Instant;
const now = at('2026-06-17T15:00:00Z');

const answering = (status: number, body: unknown) => async (): Promise<HttpReply> => ({
  status,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const mirror = {
  site: 'https://jira.example.com',
  jql: 'project = WEB',
  asOf: now - 300_000,
  present: now,
  issues: 20_000,
  expected: null,
  hidden: 0,
  trouble: null,
};
const asked = (change: Partial<Record<keyof typeof mirror, unknown>>) =>
  fetchDataAge(answering(200, { mirror: { ...mirror, ...change } }));

test.each([
  ['no copy', 200, { mirror: null }],
  ['another server', 404, { message: 'Not found' }],
  ['a page instead', 200, '<!doctype html>'],
  ['an older one', 200, { mirror: { site: 'x' } }],
])('%s has no age', async (_, status, body) => {
  expect(await fetchDataAge(answering(status, body))).toBeNull();
});

test('nobody answers, and that is no failure', async () => {
  expect(await fetchDataAge(() => Promise.reject(new Error('offline')))).toBeNull();
});

test.each([
  [{}, 'Data as of 12:25.'],
  [
    { asOf: at('2026-06-15T12:00:00Z'), present: at('2026-06-15T12:00:00Z') },
    'Data as of Jun 15, 2026 09:30; figures are of that time.',
  ],
  [
    { trouble: { at: now, text: 'The token has ended.' } },
    'Data as of 12:25. The token has ended.',
  ],
  [
    { issues: 1_204, hidden: 36 },
    'Data as of 12:25. 1,204 of 1,240 issues: 36 you may not see in Jira.',
  ],
  [
    { asOf: null, expected: 90_000 },
    'The first copy is under way: 20,000 of 90,000 issues are here.',
  ],
])('%j is described', async (change, text) => {
  const age = await asked(change);
  expect(age && describeDataAge(age, zone, now)).toBe(text);
});

test('figures are of now while the data is fresh, and of its time when it is old', async () => {
  const old = at('2026-06-15T12:00:00Z');
  expect(presentOf(null, now)).toBe(now);
  expect(presentOf(await asked({}), now)).toBe(now);
  expect(presentOf(await asked({ asOf: old, present: old }), now)).toBe(old);
});
