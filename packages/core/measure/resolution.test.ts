import { describe, expect, test } from 'vitest';
import type { BoardConfiguration } from '../model/board.ts';
import type { BoardId, IssueId, IssueKey, StatusId } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import { DONE, IN_PROGRESS, issue } from '../testing/builders.ts';
import {
  datasetFromText,
  instantFromText,
  type StoryOptions,
} from '../testing/issues-from-text.ts';
import { parseDay } from '../time/day.ts';
import { formatInstant } from '../time/format.ts';
import {
  type DoneSetting,
  doneInstant,
  doneRule,
  doneSteps,
  hasHighPriority,
  isBlocked,
  isBlocking,
  isDone,
  isDoneAt,
  isDueThisWeek,
  isOverdue,
  isUndated,
  wasReopened,
} from './resolution.ts';

const at = instantFromText;
const RESOLUTION: DoneSetting = { kind: 'resolution' };
const EITHER: DoneSetting = { kind: 'resolution-or-category' };
const CATEGORY: DoneSetting = { kind: 'category' };
const FIXED = { id: '1', name: 'Fixed' };

function told(line: string, setting: DoneSetting, options: StoryOptions = {}) {
  const { issues, statuses } = datasetFromText(`status Closed = done\n${line}`, options);
  return { issue: issues[0] as Issue, rule: doneRule(setting, statuses) };
}

function doneAt(line: string, setting: DoneSetting, options: StoryOptions = {}): string {
  const { issue: each, rule } = told(line, setting, options);
  const instant = doneInstant(each, rule);
  if (instant === null) return isDone(each, rule) ? 'done, nobody knows when' : 'open';
  return formatInstant(instant, 'America/New_York', 'ddd');
}

describe('done instant', () => {
  test.each([
    ['PROJ-1 | Tue done', RESOLUTION, 'Tue'],
    ['PROJ-1 | Tue > Done', RESOLUTION, 'open'],
    ['PROJ-1 | Tue > Done', EITHER, 'Tue'],
    ['PROJ-1 | Tue resolved', EITHER, 'Tue'],
    ['PROJ-1 | Tue resolved', CATEGORY, 'open'],
    // The resolution date is earlier than the change of status.
    ['PROJ-1 | Tue resolved | Wed > Done', EITHER, 'Tue'],
    ['PROJ-1 | Tue resolved | Wed > Done', CATEGORY, 'Wed'],
    ['PROJ-1 | Tue done | Wed reopened', EITHER, 'open'],
    ['PROJ-1 | Tue > Done | Wed started | Thu > Done', CATEGORY, 'Thu'],
    ['PROJ-1 | Tue > Done | Wed > Closed', CATEGORY, 'Tue'],
    ['PROJ-1 | Tue > Review | Thu > Done', { kind: 'status', name: 'review' } as const, 'open'],
    ['PROJ-1 | Tue > Review', { kind: 'status', name: 'review' } as const, 'Tue'],
    ['PROJ-1 status:Done created:2026-03-01', CATEGORY, 'Sun'],
  ])('%s, %j: %s', (line, setting, expected) => expect(doneAt(line, setting)).toBe(expected));

  test("without history: the host's dates", () => {
    const options = { history: false };
    expect(doneAt('PROJ-1 | Tue > Done | Wed > Closed', CATEGORY, options)).toBe('Tue');
    expect(doneAt('PROJ-1 | Tue done', RESOLUTION, options)).toBe('Tue');
    expect(doneAt('PROJ-1 status:Done', CATEGORY, options)).toBe('done, nobody knows when');
    // The date of the resolution, never the creation.
    expect(doneAt('PROJ-1 status:Done | Tue resolved', EITHER, options)).toBe('Tue');
    expect(doneAt('PROJ-1 status:Done | Tue resolved', CATEGORY, options)).toBe('Tue');
  });

  test('imported as closed: a complete history without status changes, and a resolution date', () => {
    const imported = issue({ status: DONE, resolution: FIXED, resolved: at('Tue') });
    for (const setting of [EITHER, CATEGORY]) {
      const rule = doneRule(setting, new Map([[DONE.id, DONE]]));
      expect(doneInstant(imported, rule)).toBe(at('Tue'));
      expect(doneSteps(imported, rule)).toEqual([{ at: at('Tue'), done: true }]);
    }
  });

  test('a resolution without a date counts at an unknown time', () => {
    const undated = issue({ resolution: FIXED });
    const rule = doneRule(EITHER, new Map([[DONE.id, DONE]]));
    expect([isDone(undated, rule), isUndated(undated, rule)]).toEqual([true, true]);
    expect(doneSteps(undated, rule)).toEqual([]);
    expect(isDone(undated, doneRule(CATEGORY, new Map()))).toBe(false);
    expect(isUndated(issue({ resolved: at('Tue') }), rule)).toBe(false);
  });
});

describe('done at an instant', () => {
  const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'];
  const drawn = (line: string, setting: DoneSetting, options: StoryOptions = {}) => {
    const { issue: each, rule } = told(line, setting, options);
    return days.map(day => (isDoneAt(each, at(`${day} 18:00`), rule) ? 'x' : '.')).join('');
  };

  test.each([
    ['PROJ-1 | Tue done', RESOLUTION, '.xxxx'],
    ['PROJ-1 | Tue done | Thu reopened', RESOLUTION, '.xx..'],
    ['PROJ-1 | Tue done | Thu reopened', EITHER, '.xx..'],
    ['PROJ-1 | Tue done | Wed reopened | Fri done', CATEGORY, '.x..x'],
    ['PROJ-1 | Tue > Done', RESOLUTION, '.....'],
    ['PROJ-1 | Tue > Done | Thu > Review', EITHER, '.xx..'],
    ['PROJ-1 status:Done | Wed created', CATEGORY, '..xxx'],
  ])('%s, %j: %s', (line, setting, expected) => expect(drawn(line, setting)).toBe(expected));

  test('without history an open issue was never done', () => {
    expect(drawn('PROJ-1 | Tue done | Thu reopened', EITHER, { history: false })).toBe('.....');
    expect(drawn('PROJ-1 | Tue done', EITHER, { history: false })).toBe('.xxxx');
  });

  test('the steps agree', () => {
    const { issue: each, rule } = told('PROJ-1 | Tue done | Wed reopened | Fri resolved', EITHER);
    const steps = doneSteps(each, rule).map(step => [step.at, step.done]);
    expect(steps).toEqual([
      [at('Tue'), true],
      [at('Wed'), false],
      [at('Fri'), true],
    ]);
    expect(wasReopened(each, rule)).toBe(true);
    const fallback = told('PROJ-1 | Tue done', EITHER, { history: false });
    expect(doneSteps(fallback.issue, fallback.rule)).toEqual([{ at: at('Tue'), done: true }]);
  });
});

test('the last column of a board', () => {
  const board: BoardConfiguration = {
    boardId: 1 as BoardId,
    filterId: null,
    columns: [
      { name: 'Doing', statusIds: [IN_PROGRESS.id] },
      { name: 'Out', statusIds: ['review' as StatusId] },
    ],
    estimationField: null,
  };
  expect(doneAt('PROJ-1 | Tue > Review', { kind: 'last-column', board })).toBe('Tue');
  expect(doneAt('PROJ-1 | Tue done', { kind: 'last-column', board })).toBe('open');
});

describe('special cases', () => {
  const rule = doneRule(EITHER, new Map([[DONE.id, DONE]]));
  const wednesday = parseDay('2026-03-04') as number;

  test.each([
    ['2026-03-03', 0, true, false],
    ['2026-03-04', 0, false, true],
    ['2026-03-07', 0, false, true],
    ['2026-03-08', 0, false, false],
    ['2026-03-08', 1, false, true],
    ['2026-03-09', 1, false, false],
  ] as const)('due %s, weeks from day %d', (due, firstDay, overdue, thisWeek) => {
    const open = issue({ due: parseDay(due) });
    expect([
      isOverdue(open, isDone(open, rule), wednesday),
      isDueThisWeek(open, isDone(open, rule), wednesday, firstDay),
    ]).toEqual([overdue, thisWeek]);
    const done = issue({ due: parseDay(due), status: DONE });
    expect([
      isOverdue(done, isDone(done, rule), wednesday),
      isDueThisWeek(done, isDone(done, rule), wednesday, firstDay),
    ]).toEqual([false, false]);
  });

  test('blocked by open issues, blocking, priority', () => {
    const linked = (kind: 'blocks' | 'blocked-by', otherStatus = IN_PROGRESS) =>
      issue({
        links: [
          {
            kind,
            description: null,
            otherId: 'x' as IssueId,
            otherType: null,
            otherKey: 'X-1' as IssueKey,
            otherStatus,
          },
        ],
      });
    expect([
      isBlocked(linked('blocked-by')),
      isBlocked(linked('blocked-by', DONE)),
      isBlocked(linked('blocks')),
    ]).toEqual([true, false, false]);
    expect(isBlocked(linked('blocked-by'), () => true)).toBe(false);
    expect([isBlocking(linked('blocks')), isBlocking(linked('blocked-by'))]).toEqual([true, false]);
    const priority = (id: string) => issue({ priority: { id, name: id, iconUrl: null } });
    expect([
      hasHighPriority(priority('1')),
      hasHighPriority(priority('3')),
      hasHighPriority(issue()),
    ]).toEqual([true, false, false]);
  });
});
