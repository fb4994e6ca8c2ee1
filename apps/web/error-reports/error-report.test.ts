import { EngineError } from '@tallyboard/engine/failure.ts';
import { HttpError, NetworkError, WireError } from '@tallyboard/jira/errors.ts';
import { describe, expect, it, test } from 'vitest';
import { errorReport, scrub } from './error-report.ts';

const ASKED = { method: 'GET', path: '/rest/api/2/search' } as const;
const TOLD = {
  messages: ["The value 'Ana Roy' is unknown"],
  heading: null,
  retryAfter: null,
};
const PAGE = {
  pathname: '/burn-dashboard',
  search: '?jql=assignee%3Dana&xdm_e=https%3A%2F%2Flumen.atlassian.net%2Fx%3Fy',
};

const thrown = (message: string, stack: string) => Object.assign(new TypeError(message), { stack });
const STACK = `TypeError: x
    at draw (https://tally.example/assets/view-Bx1.js?secret=1:2:345)
    at https://tally.example/assets/index-A.js:10:2
    at ana (https://elsewhere.example/other.js:1:1)`;

test('a report has the error type and our stack frames', () => {
  expect(errorReport(thrown("Cannot read 'x' of undefined", STACK), PAGE)).toEqual({
    type: 'TypeError',
    text: 'Cannot read … of undefined',
    frames: [
      { file: 'view-Bx1.js', place: 'draw', line: 2, column: 345 },
      { file: 'index-A.js', place: '', line: 10, column: 2 },
    ],
    tags: { screen: 'burn-dashboard', flavour: 'cloud', xdm_e: 'https://lumen.atlassian.net' },
  });
});

describe('not reported', () => {
  const failure = (kind: 'host' | 'offline', status: number) =>
    new EngineError({ kind, status, title: 'x', messages: [] });
  it.each([
    ['no answer', new NetworkError(ASKED)],
    ['no answer, in the engine', failure('offline', 0)],
    ['a cancelled call', new DOMException('stop', 'AbortError')],
    ['a script of Connect', thrown('x', 'at a (https://connect-cdn.atl-paas.net/all.js:1:1)')],
    ['a script of Forge', thrown('x', 'at a (https://forge.cdn/global-bridge.js:1:1)')],
  ])('%s', (_, error) => expect(errorReport(error, PAGE)).toBeNull());
});

test.each([400, 401, 403, 404, 429, 500, 503, 504])(
  'status %i is reported, and nothing but it',
  status => {
    expect(errorReport(new HttpError(ASKED, status, TOLD), PAGE)?.text).toBe(`status ${status}`);
  },
);

test('a failed load of the engine is reported by its status', () => {
  const host = new EngineError({ kind: 'host', status: 502, title: 't', messages: ['OPS-1'] });
  expect(errorReport(host, PAGE)).toMatchObject({ type: 'EngineError', text: 'status 502' });
});

test('a report never has text of a reply', () => {
  const wire = new WireError('issues.3.fields.status.id', 'text', { name: 'Secret plan' });
  const crash = new EngineError({
    kind: 'crash',
    status: 0,
    title: 'Something went wrong',
    messages: [wire.message],
  });
  for (const error of [wire, crash])
    expect(JSON.stringify(errorReport(error, PAGE))).not.toContain('Secret');
});

test.each([
  ['OPS-12 has no sprint 37', 'KEY has no sprint N'],
  ['No such page: https://lumen.atlassian.net/browse/OPS-1?jql=x', 'No such page: ADDRESS'],
  ['Ask ana@example.com', 'Ask EMAIL'],
  ['Unknown field customfield_10016', 'Unknown field customfield_N'],
  [
    'Unexpected token \'<\', "<h1>Ana" is not valid JSON',
    'Unexpected token …, … is not valid JSON',
  ],
  ['an open quote "assignee = ana', 'an open quote …'],
  ['Bad value {"summary":"Plan"}', 'Bad value …'],
  ['Sprint “Ana’s” failed', 'Sprint … failed'],
  ['GET /rest/api/2/issue/OPS-1 failed', 'GET ADDRESS failed'],
])('%s: %s', (message, told) => expect(scrub(message)).toBe(told));
