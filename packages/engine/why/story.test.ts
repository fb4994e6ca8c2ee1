import type { IssueKey } from '@tallyboard/core/model/ids.ts';
import { expect, test } from 'vitest';
import type { Cause, Explanation } from './explain-figure.ts';
import { inUnit, storyOf } from './story.ts';

const at = (day: number) => Date.UTC(2026, 2, day, 12);
const cause = (kind: string, part: number, ...issues: string[]): Cause => ({
  at: at(12),
  kind,
  issues: issues as unknown as Cause['issues'],
  part,
  by: null,
  from: null,
  to: null,
});

function story(causes: readonly Cause[], more: Partial<Explanation> = {}, isPart = false): string {
  const change = causes.reduce((sum, { part }) => sum + part, more.window?.part ?? 0);
  const found: Explanation = {
    name: 'Completed',
    before: 115,
    after: 115 + change,
    change,
    explained: change,
    window: null,
    causes,
    order: null,
    groups: [],
    doubts: [],
    isPart,
    ...more,
  };
  return storyOf(found, { since: at(1), zone: 'Etc/UTC', isPart });
}

test('nothing happened', () => {
  expect(story([])).toBe('Completed is 115, as on 1 March 2026. Explained 0 of 0.');
});

test('the window first, large causes alone, small ones by their kind', () => {
  const small = ['A-2', 'A-3', 'A-4'].map(key => cause('re-estimated', -0.5, key));
  const large = { ...cause('out of sprint', -8, 'A-1'), by: 'Ana' };
  expect(story([...small, large], { window: { part: -2, left: 1 } })).toBe(
    'Completed fell from 115 to 103.5 since 1 March 2026: the window moved: 1 issue left it (−2); A-1 was taken out of a sprint on 12 March 2026 by Ana (−8); 3 issues were re-estimated (−1.5). Explained −11.5 of −11.5.',
  );
});

test('a part that rounds to nothing has no sign', () => {
  expect(story([cause('resolved', -3, 'A-1'), cause('reopened', -0.001, 'A-2')])).toContain(
    'A-1 was resolved on 12 March 2026 (−3); A-2 was reopened on 12 March 2026 (≈ 0).',
  );
});

test('an issue that was resolved twice is one issue', () => {
  const keys = ['A-1', 'A-2', 'A-3', 'A-4', 'A-1', 'A-5'];
  const resolved = keys.map(key => cause('resolved', 1, key));
  expect(story([...resolved, cause('reopened', -1, 'A-1')])).toBe(
    'Completed rose from 115 to 120 since 1 March 2026: 5 issues were resolved 6 times (+6); A-1 was reopened on 12 March 2026 (−1). Explained +5 of +5.',
  );
});

test('what moved the number is told before what came and went again', () => {
  const back = Array.from({ length: 30 }, (_, at) => cause('status', at < 16 ? 1 : -1, `A-${at}`));
  const resolved = Array.from({ length: 18 }, (_, at) => cause('resolved', -1, `B-${at}`));
  expect(story([...back, ...resolved])).toContain(
    'since 1 March 2026: 18 issues were resolved (−18); 30 issues changed the status (+2).',
  );
});

test('what is small is told by its issues', () => {
  const many = Array.from({ length: 40 }, (_, at) => cause('resolved', 1, `A-${at}`));
  const few = ['A-50', 'A-51', 'A-51'].map(key => cause('worklog', 0.5, key));
  expect(story([...many, ...few, cause('flag', 1, 'A-52')])).toContain(
    '40 issues were resolved (+40); smaller changes of 3 issues (+2.5). Explained',
  );
});

test('of a tie both are told', () => {
  expect(story([cause('resolved', 1, 'A-1'), cause('reopened', -1, 'A-2')])).toBe(
    'Completed is 115, as on 1 March 2026: A-1 was resolved on 12 March 2026 (+1); A-2 was reopened on 12 March 2026 (−1). Explained 0 of 0.',
  );
});

test('what was not received, and what is not explained, is said', () => {
  const text = story([cause('resolved', 1, 'A-1')], { explained: 1, change: 3, after: 118 }, true);
  expect(text).toContain(
    'Explained only +1 of +3. Not all data were received: events may be missing.',
  );
});

test('a statistic of order is told by who is new in it and who left it', () => {
  const order = {
    left: { above: 20, below: 26 },
    joined: { above: 0, below: 1 },
    changed: 2,
    neighbours: ['A-7', 'A-9'] as unknown as readonly IssueKey[],
  };
  const causes = [cause('resolved', 966, 'A-7'), cause('resolved', -950, 'A-9')];
  expect(story(causes, { order, window: { part: -115, left: 46 } })).toBe(
    'Completed fell from 115 to 16 since 1 March 2026: the window moved: 46 issues, 20 of them above 115, left it; 1 issue is new in it; 2 issues changed; it is now between those of A-7 and A-9. Explained −99 of −99.',
  );
});

test('of those that left a statistic of order, those of the window are told apart', () => {
  const order = {
    left: { above: 3, below: 0 },
    joined: { above: 1, below: 0 },
    changed: 0,
    neighbours: ['A-7'] as unknown as readonly IssueKey[],
  };
  const left = (window: Explanation['window']) => story([], { order, window, change: -5 });
  expect(left({ part: -5, left: 2 })).toContain(
    '3 issues, all above 115, left it, 2 of them as the window moved; 1 issue, above 115, is new in it; it is now that of A-7.',
  );
  expect(left(null)).toContain(': 3 issues, all above 115, left it; 1 issue,');
});

test('time that passed among small changes is of no issue', () => {
  const many = Array.from({ length: 40 }, (_, at) => cause('resolved', 1, `A-${at}`));
  const rest = [cause('time passed', 0.5), cause('history not received', 0.25)];
  expect(story([...many, ...rest])).toContain('were resolved (+40); smaller changes (+0.75).');
});

test('what was not there before, or is not there any more, is said as such', () => {
  const more = { explained: 0, change: -3 };
  expect(story([], { before: null, after: -3, ...more })).toContain(
    'Completed is −3, and was not there on 1 March 2026. Explained only 0 of −3.',
  );
  expect(story([], { before: 3, after: null, ...more })).toContain(
    'Completed has no value, and was 3 on 1 March 2026.',
  );
});

test('numbers that differ by less than is written did not rise or fall to the same', () => {
  const more = { before: 2.001, after: 2.003, change: 0.002, explained: 0.002 };
  expect(story([], more)).toContain('Completed is 2, nearly as on 1 March 2026');
});

test.each([
  [undefined, 12.5, '12.5'],
  ['points', 12.5, '12.5'],
  ['hours', 12.5, '12.5 hours'],
  ['%', 87.5, '87.5%'],
  ['share', 0.875, '87.5%'],
  ['days', -1.5, '−1.5 days'],
  ['days', -0.001, '0 days'],
])('a number in %s', (unit, value, text) => {
  expect(inUnit(unit)(value)).toBe(text);
});
