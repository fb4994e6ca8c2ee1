import { expect, test } from 'vitest';
import type { Change } from '../model/change.ts';
import type { FieldId } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import { dataset, issue, STORY_POINT_ESTIMATE, STORY_POINTS } from '../testing/builders.ts';
import { pointsAt, pointsNow, pointsSource, pointsTimeline } from './points.ts';

const OTHER = 'customfield_99' as FieldId;

function estimated(
  at: number,
  fieldId: FieldId | null,
  fieldName: string,
  from: string,
  to: string,
): Change {
  return {
    at,
    historyId: String(at),
    author: null,
    field: fieldId === OTHER ? 'other' : 'points',
    fieldId,
    fieldName,
    from: null,
    fromText: from,
    to: null,
    toText: to,
  };
}

const auto = pointsSource(dataset([]), null);
const at = (each: Issue, ...times: number[]) => times.map(t => pointsAt(each, t, auto));

test('points are read from texts: decimals, cleared, unreadable', () => {
  const each = issue({
    points: 0.5,
    changes: [
      estimated(10, STORY_POINTS, 'Story Points', '', '3'),
      estimated(20, STORY_POINTS, 'Story Points', '3', ''),
      estimated(30, STORY_POINTS, 'Story Points', '', 'many'),
      estimated(40, STORY_POINTS, 'Story Points', 'many', '0.5'),
    ],
  });
  expect(at(each, 0, 10, 20, 30, 40)).toEqual([null, 3, null, null, 0.5]);
  expect(pointsTimeline(each, auto).map(step => step.value)).toEqual([null, 3, null, 0.5]);
});

test('never re-estimated: always the current value', () => {
  expect(at(issue({ points: 5 }), 0, 1e15)).toEqual([5, 5]);
});

test('changes without a field id are identified by name', () => {
  const each = issue({ points: 8, changes: [estimated(10, null, 'Story points', '5', '8')] });
  expect(at(each, 0, 10)).toEqual([5, 8]);
});

test('a team-managed estimate counts where Story Points is empty', () => {
  const each = issue({
    points: 2,
    changes: [
      estimated(10, STORY_POINT_ESTIMATE, 'Story point estimate', '', '8'),
      estimated(20, STORY_POINTS, 'Story Points', '', '2'),
    ],
  });
  expect(at(each, 0, 10, 20)).toEqual([null, 8, 2]);
});

test('Story Points cleared above an estimate that never changed', () => {
  const each = issue({
    points: 8,
    changes: [estimated(10, STORY_POINTS, 'Story Points', '5', '')],
  });
  expect(at(each, 0, 10)).toEqual([5, 8]);
});

test('Story Points that never changed beside an estimate that did', () => {
  const each = issue({
    points: 5,
    bothPoints: true,
    changes: [estimated(10, STORY_POINT_ESTIMATE, 'Story point estimate', '1', '8')],
  });
  expect(at(each, 0, 10)).toEqual([5, 5]);
});

test('a chosen field alone', () => {
  const chosen = pointsSource(dataset([]), OTHER);
  const each = issue({
    points: 5,
    custom: new Map([[OTHER, 13]]),
    changes: [
      estimated(10, STORY_POINTS, 'Story Points', '3', '5'),
      estimated(20, OTHER, 'Size', '8', '13'),
    ],
  });
  expect([pointsAt(each, 10, chosen), pointsAt(each, 20, chosen), pointsNow(each, chosen)]).toEqual(
    [8, 13, 13],
  );
  const never = issue({ points: 5, custom: new Map([[OTHER, null]]) });
  expect([pointsNow(never, chosen), pointsNow(never, auto)]).toEqual([null, 5]);
});
