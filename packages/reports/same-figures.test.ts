/** One meaning has one figure, whichever report shows it and whatever the site's done rule is. */

import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { DoneChoice } from '@tallyboard/core/model/done.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ComputingReport } from './testing/find-computing-report.ts';
import { aStory, datasetOf } from './testing/random-stories.ts';
import {
  age,
  breakdown,
  burn,
  byAssignee,
  createdResolved,
  estimation,
  issuesBy,
  overview,
  resolutionTime,
  velocity,
} from './testing/reports.ts';

const aRule = fc.constantFrom<DoneChoice>(
  { kind: 'resolution-or-category' },
  { kind: 'resolution' },
  { kind: 'category' },
  { kind: 'status', name: 'In Progress' },
  { kind: 'last-column' },
);

type Compute = <Settings, Result>(
  report: ComputingReport<Settings, Result>,
  stored?: Record<string, unknown>,
) => Result;

/** Computes reports of one dataset under one rule of the site. */
function computing(dataset: Dataset, doneRule: DoneChoice): Compute {
  const now = context({ asOf: instantFromText('2026-03-16 12:00'), doneRule });
  return (report, stored = {}) =>
    report.compute(dataset, report.settings.parse(stored).value, now).result;
}

function holds(check: (compute: Compute, dataset: Dataset) => void) {
  fc.assert(
    fc.property(aStory, aRule, (story, rule) => {
      const dataset = datasetOf(story);
      check(computing(dataset, rule), dataset);
    }),
    { numRuns: 100 },
  );
}

const rows = (figure: Figure | null | undefined) => [...(figure?.issues ?? [])];
const sum = (figures: readonly Figure[]) =>
  figures.reduce((total, { value }) => total + (value ?? 0), 0);

it('resolved: overview, breakdown, by assignee, estimation, issues by', () => {
  holds(compute => {
    const { lines, breakdowns } = compute(overview);
    const resolved = rows(lines.find(({ id }) => id === 'resolved')?.part);
    for (const { total } of breakdowns) expect(rows(total.resolved)).toEqual(resolved);
    const table = compute(breakdown, { gType: 1 });
    expect(rows(table.total.resolved)).toEqual(resolved);
    expect(sum(table.rows.map(row => row.resolved))).toBe(resolved.length);
    const people = compute(byAssignee, { gType: -1 });
    expect(people.mode === 'created-resolved' && rows(people.table.total.resolved)).toEqual(
      resolved,
    );
    expect(rows(compute(estimation).total.resolved)).toEqual(resolved);
    expect(rows(compute(issuesBy).total.resolved)).toEqual(resolved);
  });
});

it('unresolved: age, and what overview does not count as resolved; stale the same', () => {
  holds((compute, { issues }) => {
    const { lines } = compute(overview);
    const resolved = new Set(rows(lines.find(({ id }) => id === 'resolved')?.part));
    const open = issues.flatMap((_, row) => (resolved.has(row) ? [] : [row]));
    expect(rows(compute(age).total.count)).toEqual(open);
    expect(rows(compute(age, { gType: -9 }).total.count)).toEqual(open);
  });
});

it('overdue: the list of the overview, and breakdown', () => {
  holds(compute => {
    const { lists } = compute(overview);
    const overdue = rows(lists.find(({ id }) => id === 'overdue')?.figure);
    expect(rows(compute(breakdown).total.overdue)).toEqual(overdue);
  });
});

it('dated resolutions: created and resolved, resolution time, by assignee', () => {
  holds(compute => {
    const range = { chartStartDate: '2026-01-01', chartEndDate: '2026-03-31' };
    const resolved = rows(compute(createdResolved, range).total.resolved);
    expect(rows(compute(resolutionTime, range).total.n)).toEqual(resolved);
    const people = compute(byAssignee, { gType: -2 });
    expect(people.mode === 'resolution-time' && rows(people.total.n)).toEqual(resolved);
  });
});

it('a sprint: velocity and burndown complete, commit and carry over the same', () => {
  holds((compute, { sprints }) => {
    for (const estimationType of [0, 1]) {
      const { periods } = compute(velocity, { estimationType });
      for (const { id, measures } of periods) {
        expect(sprints.has(Number(id) as never)).toBe(true);
        const { chart } = compute(burn, { estimationType, sprintId: Number(id) });
        const { completed, committed, remaining } = chart?.totals ?? {};
        expect(completed?.value).toBe(measures.completed.value);
        expect(rows(completed)).toEqual(rows(measures.completed));
        expect(committed?.value).toBe(measures.committed?.value);
        expect(remaining?.value).toBe(measures.carriedOver?.value);
      }
    }
  });
});
