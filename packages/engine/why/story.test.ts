import { expect, test } from 'vitest';
import type { Cause, Explanation } from './explain-figure.ts';
import { storyOf } from './story.ts';

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
    'Completed fell from 115 to 103.5 since 1 March 2026: the window moved: 1 issue left it (-2); A-1 was taken out of a sprint on 12 March 2026 by Ana (-8); 1 smaller change (-1.5). Explained -11.5 of -11.5.',
  );
});

test('of a tie both are told', () => {
  expect(story([cause('resolved', 1, 'A-1'), cause('reopened', -1, 'A-2')])).toBe(
    'Completed is 115, as on 1 March 2026: A-1 was resolved on 12 March 2026 (+1); A-2 was reopened on 12 March 2026 (-1). Explained 0 of 0.',
  );
});

test('what was not received, and what is not explained, is said', () => {
  const text = story([cause('resolved', 1, 'A-1')], { explained: 1, change: 3, after: 118 }, true);
  expect(text).toContain(
    'Explained only +1 of +3. Not all data were received: events may be missing.',
  );
});
