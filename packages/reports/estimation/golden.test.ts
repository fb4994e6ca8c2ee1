/** The times of a real project against sums that are worked out here, plainly, from the raw records. */

import { context } from '@tallyboard/core/testing/builders.ts';
import { describe, expect, it } from 'vitest';
import { type RawTimes, readWork, workDataset } from '../testing/raw-work.ts';
import computeEstimation from './compute.ts';
import { estimationSettings } from './settings.ts';

const raw = readWork();

describe('devlake, 33 issues', () => {
  const issues = raw.issues;
  const dataset = workDataset({ issues, worklogs: [] });
  const { result, notes } = computeEstimation(dataset, estimationSettings.defaults, context());

  /** spent, remaining, actual, original, actual of estimated, saved, resolved, issues. */
  const tally = (those: readonly RawTimes[]) => {
    const sums = [0, 0, 0, 0, 0, 0, 0, 0] as const satisfies number[];
    return those.reduce<number[]>(
      ([a, b, c, d, e, f, g, h], { fields }) => {
        const spent = fields.timespent ?? 0;
        const left = fields.timeestimate ?? 0;
        const original = fields.timeoriginalestimate ?? 0;
        const actual = original > 0 ? spent + left : 0;
        const done =
          fields.resolutiondate !== null || fields.status.statusCategory.id === 3 ? 1 : 0;
        return [
          ...[(a ?? 0) + spent, (b ?? 0) + left, (c ?? 0) + spent + left, (d ?? 0) + original],
          ...[(e ?? 0) + actual, (f ?? 0) + original - actual, (g ?? 0) + done, (h ?? 0) + 1],
        ];
      },
      [...sums],
    );
  };
  const shown = (row: (typeof result)['total']) =>
    [
      row.spent,
      row.remaining,
      row.actual,
      row.original,
      row.actualOfEstimated,
      row.saved,
      row.resolved,
      row.count,
    ].map(figure => figure.value);

  it('has the totals that a script in another language has', () => {
    const { total } = result;
    expect([total.spent.value, total.remaining.value]).toEqual([79_200, 277_200]);
    expect([total.original.value, total.actualOfEstimated.value]).toEqual([298_800, 342_000]);
    expect(total.error).toBeCloseTo(-14.457831);
    expect(shown(total)).toEqual(tally(issues));
  });

  it('adds up by assignee', () => {
    const groups = Map.groupBy(issues, ({ fields }) => fields.assignee?.accountId ?? '');
    expect(result.rows.map(row => [row.id, ...shown(row)]).sort()).toEqual(
      [...groups].map(([id, those]) => [id, ...tally(those)]).sort(),
    );
  });

  it('notes what remains on resolved issues', () => {
    const left = issues.filter(
      ({ fields }) => fields.resolutiondate !== null && (fields.timeestimate ?? 0) > 0,
    );
    const note = notes.find(({ code }) => code === 'resolved-with-remaining');
    expect(Array.from(note?.issues ?? [], row => dataset.issues[row]?.key)).toEqual(
      left.map(({ key }) => key),
    );
    expect(left.length).toBeGreaterThan(5);
  });
});
