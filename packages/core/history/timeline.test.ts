import { describe, expect, test } from 'vitest';
import type { Change } from '../model/change.ts';
import type { SprintId, StatusId } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import { issue, user } from '../testing/builders.ts';
import { datasetFromText, instantFromText, issuesFromText } from '../testing/issues-from-text.ts';
import { changesOf } from './field-changes.ts';
import {
  assigneeAt,
  assigneeTimeline,
  flaggedTimeline,
  inSprintAt,
  missingStep,
  parseSprintIds,
  recordedStatusIdAt,
  sprintTimeline,
} from './timeline.ts';

const at = instantFromText;
const one = (text: string): Issue => issuesFromText(text)[0] as Issue;
const change = (init: Partial<Change>): Change => ({
  at: 0,
  historyId: '1',
  author: null,
  field: 'status',
  fieldId: null,
  fieldName: '',
  from: null,
  fromText: null,
  to: null,
  toText: null,
  ...init,
});

test('a flag holds from the change that set it, and without changes always', () => {
  const flagged = one('A-1 | Tue flagged | Thu unflagged');
  expect(flaggedTimeline(flagged).map(({ value }) => value)).toEqual([false, true, false]);
  expect(flaggedTimeline(issue({ flagged: true })).map(({ value }) => value)).toEqual([true]);
});

describe('status', () => {
  const story = one('PROJ-1 | Mon 10:00 started | Tue > Review | Wed done');

  test.each([
    ['Mon-1', 'to do'],
    ['Mon 09:59', 'to do'],
    ['Mon 10:00', 'in progress'],
    ['Tue', 'review'],
    ['Sat', 'done'],
  ])('at %s: %s', (when, id) => expect(recordedStatusIdAt(story, at(when))).toBe(id));

  test('an issue that never changed', () => {
    const still = one('PROJ-1 status:Review');
    expect(recordedStatusIdAt(still, 0)).toBeUndefined();
  });

  test('in a contradictory history the later entry holds from its own instant on', () => {
    const broken = issue({
      changes: [change({ at: 10, from: 'a', to: 'b' }), change({ at: 20, from: 'c', to: 'd' })],
      status: { id: 'd' as StatusId, name: 'D', category: 'to-do', known: true },
    });
    const ids = [0, 10, 19, 20, 30].map(t => recordedStatusIdAt(broken, t));
    expect(ids).toEqual(['a', 'b', 'b', 'd', 'd']);
  });

  const DATES = { resolved: null, statusCategoryChanged: null };
  test.each([
    [{ ...DATES, resolved: 30, statusCategoryChanged: 40 }, 'done', 30],
    [{ ...DATES, statusCategoryChanged: 40 }, 'done', 40],
    // The resolution and the category are older than the last entry, which is not in the current status.
    [{ ...DATES, resolved: 15 }, 'done', null],
    [{ ...DATES, statusCategoryChanged: 20 }, 'in-progress', null],
    // An earlier resolution that was never cleared.
    [{ ...DATES, resolved: 30 }, 'in-progress', null],
    [DATES, 'done', null],
  ] as const)(
    'a history that ends elsewhere with %j, now %s: the step is at %s',
    (dates, category, step) => {
      const cut = issue({
        ...dates,
        changes: [change({ at: 20, from: 'a', to: 'b' })],
        status: { id: 'c' as StatusId, name: 'C', category, known: true },
      });
      expect(missingStep(cut, changesOf(cut, 'status'))).toEqual({ at: step });
      expect(recordedStatusIdAt(cut, 29)).toBe('b');
      expect(recordedStatusIdAt(cut, 50)).toBe(step === null ? 'b' : 'c');
    },
  );

  test('a status of the same name is the same', () => {
    const renewed = issue({
      changes: [change({ at: 20, from: 'a', to: 'b', toText: 'Doing' })],
      status: { id: 'c' as StatusId, name: 'doing', category: 'done', known: true },
    });
    expect(missingStep(renewed, changesOf(renewed, 'status'))).toBeNull();
  });
});

test('assignee, including a deleted account', () => {
  const story = one('PROJ-1 @ana | Tue @ben | Wed @nobody');
  expect(['Mon', 'Tue', 'Wed'].map(when => assigneeAt(story, at(when))?.name)).toEqual([
    'Ana',
    'Ben',
    undefined,
  ]);
  expect(assigneeTimeline(story).map(step => step.value?.id)).toEqual(['ana', 'ben', undefined]);
  const [ana] = issuesFromText('PROJ-1 @ana');
  expect(assigneeAt(ana as Issue, 0)).toBe(user('Ana'));
});

describe('sprints', () => {
  test.each([
    [null, []],
    ['', []],
    ['12', [12]],
    ['12, 15', [12, 15]],
    ['12,15', [12, 15]],
  ])('%j is %j', (text, ids) => expect(parseSprintIds(text)).toEqual(ids));

  test('lists are searched by whole ids', () => {
    const moved = issue({
      changes: [change({ field: 'sprint', at: 10, from: '12', to: '12, 15' })],
    });
    const has = (id: number, t: number) => inSprintAt(moved, id as SprintId, t);
    expect([has(12, 0), has(15, 0), has(15, 10), has(1, 10), has(5, 10), has(2, 10)]).toEqual([
      true,
      false,
      true,
      false,
      false,
      false,
    ]);
  });

  test('the same in steps and at an instant, created inside a sprint or not', () => {
    const { issues } = datasetFromText(`
      sprint S = Mon 09:00 .. Fri 17:00
      sprint T = Mon+1 09:00 .. Fri+1 17:00
      A in:S    | Fri 18:00 removed S, added T
      B         | Tue added S | Wed removed S | Thu added T
      C in:S
    `);
    const seen = issues.map(each =>
      sprintTimeline(each)
        .map(step => (step.value.length > 0 ? step.value.join('+') : '-'))
        .join(' '),
    );
    expect(seen).toEqual(['1 2', '- 1 - 2', '1']);
    for (const each of issues) {
      const steps = sprintTimeline(each);
      for (const { from } of steps) {
        for (const t of [from - 1, from, from + 1]) {
          for (const id of [1, 2] as SprintId[]) {
            const step = steps.findLast(({ from }) => from <= t) ?? steps[0];
            expect(inSprintAt(each, id, t)).toBe(step?.value.includes(id));
          }
        }
      }
    }
  });
});
