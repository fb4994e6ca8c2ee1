import { describe, expect, test } from 'vitest';
import { inSprintAt } from '../history/timeline.ts';
import type { SprintId } from '../model/ids.ts';
import { datasetFromText, instantFromText } from '../testing/issues-from-text.ts';
import { doublyEstimated, type EstimateSettings, estimator } from './estimate.ts';
import { doneRule, isDoneAt } from './resolution.ts';

const at = instantFromText;
const POINTS: EstimateSettings = { estimation: 'points', pointsField: null, pointsScope: 'all' };

describe('the sprint example of the definitions follows from membership, points and done at an instant', () => {
  const data = datasetFromText(`
    sprint S = 2026-03-02 09:00 .. 2026-03-13 17:00 closed
    A-1 5pt in:S | 2026-03-04 done
    B-1 3pt in:S | 2026-03-05 8pt
    C-1 2pt      | 2026-03-06 15:00 added | 2026-03-09 done
    D-1 1pt in:S | 2026-03-10 removed
    E-1 3pt in:S | 2026-03-06 10:00 done | 2026-03-12 reopened
  `);
  const S = 1 as SprintId;
  const points = estimator(POINTS, data);
  const remaining = (t: number, kind: 'resolution' | 'category') => {
    const rule = doneRule({ kind }, data.statuses);
    return data.issues
      .filter(each => inSprintAt(each, S, t) && !isDoneAt(each, t, rule))
      .reduce((sum, each) => sum + (points.at(each, t) ?? 0), 0);
  };

  test.each([
    ['2026-03-02 09:00', 12],
    ['2026-03-04 12:00', 7],
    ['2026-03-05 12:00', 12],
    ['2026-03-06 10:00', 9],
    ['2026-03-06 15:00', 11],
    ['2026-03-09 12:00', 9],
    ['2026-03-10 12:00', 8],
    ['2026-03-12 12:00', 11],
    ['2026-03-13 17:00', 11],
  ])('remaining at %s: %d', (when, expected) => {
    expect([remaining(at(when), 'resolution'), remaining(at(when), 'category')]).toEqual([
      expected,
      expected,
    ]);
  });

  test('scope at the close is 18', () => {
    const close = at('2026-03-13 17:00');
    const inScope = data.issues.filter(each => inSprintAt(each, S, close));
    // A 5, B 8, C 2, E 3: D, removed, is out.
    expect(inScope.reduce((sum, each) => sum + (points.at(each, close) ?? 0), 0)).toBe(18);
  });
});

test('counts, points of a scope, time', () => {
  const data = datasetFromText(`
    A-1 5pt 8h      | Tue est 10h
    A-2 2pt Sub-task ^A-1
    A-3
  `);
  const sizes = (settings: EstimateSettings) => {
    const size = estimator(settings, data);
    return data.issues.map(each => size.now(each));
  };
  expect(sizes({ ...POINTS, estimation: 'count' })).toEqual([1, 1, 1]);
  expect(sizes(POINTS)).toEqual([5, 2, null]);
  expect(sizes({ ...POINTS, pointsScope: 'parents' })).toEqual([5, 0, null]);
  expect(sizes({ ...POINTS, pointsScope: 'sub-tasks' })).toEqual([0, 2, 0]);
  expect(sizes({ ...POINTS, estimation: 'time' })).toEqual([36_000, null, null]);
  const time = estimator({ ...POINTS, estimation: 'time' }, data);
  const [first] = data.issues;
  if (!first) throw new Error('The story has issues.');
  expect([time.at(first, at('Mon')), time.at(first, at('Tue'))]).toEqual([28_800, 36_000]);
  expect(time.timeline(first).map(step => step.value)).toEqual([28_800, 36_000]);
  expect([...doublyEstimated(data.issues)]).toEqual([1]);
});
