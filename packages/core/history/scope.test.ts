import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimator } from '../measure/estimate.ts';
import { doneRule } from '../measure/resolution.ts';
import type { Dataset } from '../model/dataset.ts';
import type { SprintId } from '../model/ids.ts';
import { datasetFromText, instantFromText } from '../testing/issues-from-text.ts';
import type { Interval } from '../time/interval.ts';
import { burnSteps } from './burn-steps.ts';
import {
  combinedScope,
  filterScope,
  rowsBySprint,
  type Scope,
  sprintScope,
  sprintWindow,
} from './scope.ts';
import { SprintHistory } from './sprint-history.ts';

function settingsOf(dataset: Dataset, estimation: 'points' | 'count' = 'points') {
  return {
    estimator: estimator({ estimation, pointsField: null, pointsScope: 'all' }, dataset),
    done: doneRule({ kind: 'resolution-or-category' }, dataset.statuses),
    sprints: new SprintHistory(dataset.issues),
  };
}

function scopeOf(dataset: Dataset, estimation: 'points' | 'count' = 'points'): Scope {
  const sprint = [...dataset.sprints.values()][0]!;
  const window = sprintWindow(sprint, dataset.fetchedAt)!;
  const rows = rowsBySprint(dataset, new SprintHistory(dataset.issues)).get(sprint.id) ?? [];
  return sprintScope(dataset, rows, sprint.id, window, settingsOf(dataset, estimation));
}

const sum = (
  scope: Scope,
  key: 'committed' | 'added' | 'removed' | 'reEstimated' | 'final' | 'completed',
) => scope.issues.reduce((total, issue) => total + issue[key], 0);

const totals = (scope: Scope) => ({
  committed: sum(scope, 'committed'),
  added: sum(scope, 'added'),
  reEstimated: sum(scope, 'reEstimated'),
  removed: sum(scope, 'removed'),
  final: sum(scope, 'final'),
  completed: sum(scope, 'completed'),
});

const SPRINT = 'sprint S = 2026-03-02 09:00 .. 2026-03-13 17:00 closed';

describe('the example of the definitions', () => {
  const dataset = datasetFromText(`
    ${SPRINT}
    P-1  5pt in:S @ana  | 2026-03-04 done
    P-2  3pt in:S @ben  | 2026-03-05 8pt
    P-3  2pt            | 2026-03-06 15:00 added S | 2026-03-09 done
    P-4  1pt in:S       | 2026-03-10 removed S
    P-5  3pt in:S @ana  | 2026-03-06 done          | 2026-03-12 reopened
  `);
  const scope = scopeOf(dataset);

  it('adds up', () => {
    expect(totals(scope)).toEqual({
      committed: 12,
      added: 2,
      reEstimated: 5,
      removed: 1,
      final: 18,
      completed: 7,
    });
  });

  it('burns down', () => {
    const remaining = burnSteps(scope).map(step => step.scope - step.completed);
    expect(remaining).toEqual([12, 7, 12, 9, 11, 9, 8, 11]);
  });

  it('lists each scope change with its reason and sizes', () => {
    expect(
      scope.changes.map(c => [dataset.issues[c.row]!.key, c.reason, c.before, c.after, c.amount]),
    ).toEqual([
      ['P-2', 're-estimated', 3, 8, 5],
      ['P-3', 'added', null, 2, 2],
      ['P-4', 'removed', 1, null, -1],
    ]);
  });

  it('attributes commitment and completion to assignees', () => {
    const by = new Map(
      scope.issues.map(i => [
        dataset.issues[i.row]!.key as string,
        [i.committedTo?.name, i.completedBy?.name],
      ]),
    );
    expect(by.get('P-1')).toEqual(['Ana', 'Ana']);
    expect(by.get('P-5')).toEqual(['Ana', undefined]);
  });
});

describe('edges', () => {
  it.each([
    [
      'done before the start is outside the scope',
      'P-1 5pt in:S | 2026-02-27 done',
      [0, 0, 0, 0, 0, 0],
    ],
    [
      'done before and reopened inside is added',
      'P-1 5pt in:S | 2026-02-27 done | 2026-03-04 reopened',
      [0, 5, 0, 0, 5, 0],
    ],
    [
      'reopened inside and done again is completed',
      'P-1 5pt in:S | 2026-02-27 done | 2026-03-04 reopened | 2026-03-06 done',
      [0, 5, 0, 0, 5, 5],
    ],
    [
      'created inside the sprint is added',
      'P-1 5pt in:S created:2026-03-04 | 2026-03-06 done',
      [0, 5, 0, 0, 5, 5],
    ],
    [
      'done, then taken out, leaves both',
      'P-1 5pt in:S | 2026-03-04 done | 2026-03-05 removed S',
      [5, 0, 0, 5, 0, 0],
    ],
    ['done after the close is not completed', 'P-1 5pt in:S | 2026-03-14 done', [5, 0, 0, 0, 5, 0]],
    [
      're-estimated after done changes scope and completed',
      'P-1 5pt in:S | 2026-03-04 done | 2026-03-05 8pt',
      [5, 0, 3, 0, 8, 8],
    ],
    [
      'out and in again',
      'P-1 5pt in:S | 2026-03-04 removed S | 2026-03-05 added S',
      [5, 5, 0, 5, 5, 0],
    ],
    ['unestimated counts 0', 'P-1 in:S | 2026-03-04 done', [0, 0, 0, 0, 0, 0]],
  ])('%s', (_, line, [committed, added, reEstimated, removed, final, completed]) => {
    const scope = scopeOf(datasetFromText(`${SPRINT}\n${line}`));
    expect(totals(scope)).toEqual({ committed, added, reEstimated, removed, final, completed });
  });

  it('an active sprint runs to asOf, past its planned end; a future one has no window', () => {
    const dataset = datasetFromText(
      'sprint S = 2026-03-02 09:00 .. 2026-03-13 17:00 active\nsprint F = 2026-03-16 .. 2026-03-27 future\nP-1 5pt in:S',
    );
    const [active, future] = [...dataset.sprints.values()];
    const asOf = instantFromText('2026-03-20 12:00');
    expect(sprintWindow(active!, asOf)?.to).toBe(asOf);
    expect(sprintWindow(future!, asOf)).toBeNull();
  });

  it('without history, the current sprint field holds for the whole window', () => {
    const text = `${SPRINT}\nP-1 5pt in:S | 2026-03-04 done\nP-2 3pt in:S`;
    expect(totals(scopeOf(datasetFromText(text, { history: false })))).toMatchObject({
      committed: 8,
      completed: 5,
    });
  });

  it('a filter includes each issue from its creation on', () => {
    const dataset = datasetFromText(
      'P-1 5pt | 2026-02-25 done\nP-2 3pt created:2026-03-04 | 2026-03-06 done\nP-3 2pt',
    );
    const window: Interval = {
      from: instantFromText('2026-03-02 00:00'),
      to: instantFromText('2026-03-09 00:00'),
    };
    const steps = burnSteps(filterScope(dataset, window, settingsOf(dataset)));
    expect(steps.map(step => [step.scope, step.completed])).toEqual([
      [7, 5],
      [10, 5],
      [10, 8],
    ]);
  });
});

describe('several sprints as one', () => {
  const dataset = datasetFromText(`
    sprint S = 2026-03-02 09:00 .. 2026-03-06 17:00 closed
    sprint T = 2026-03-09 09:00 .. 2026-03-13 17:00 closed
    P-1 5pt in:S | 2026-03-04 done
    P-2 3pt in:S | 2026-03-06 17:30 added T | 2026-03-10 done
    P-3 2pt in:T | 2026-03-11 done
    P-4 1pt in:T | 2026-03-05 done
  `);
  const sprints = [...dataset.sprints.values()].map(each => ({
    id: each.id,
    window: sprintWindow(each, dataset.fetchedAt)!,
  }));
  const rows = [
    ...new Set([...rowsBySprint(dataset, new SprintHistory(dataset.issues)).values()].flat()),
  ];
  const scope = combinedScope(dataset, rows, sprints, settingsOf(dataset));

  it('counts an issue of two sprints once, and excludes issues done before their sprint', () => {
    expect(totals(scope)).toMatchObject({ committed: 8, added: 2, final: 10, completed: 10 });
    expect(scope.changes.map(c => [dataset.issues[c.row]!.key, c.reason, c.by])).toEqual([
      ['P-3', 'started', null],
    ]);
  });

  it('burns down over both', () => {
    expect(burnSteps(scope).map(step => step.scope - step.completed)).toEqual([8, 3, 5, 2, 0]);
  });
});

describe('over random sprints', () => {
  const days = [
    '2026-02-26',
    '2026-03-03',
    '2026-03-04',
    '2026-03-05',
    '2026-03-06',
    '2026-03-09',
    '2026-03-10',
    '2026-03-14',
  ];
  const event = fc.constantFrom(
    'done',
    'reopened',
    'added S',
    'removed S',
    '1pt',
    '8pt',
    'no pt',
    '@ana',
    '@ben',
    '> In Progress',
  );
  const line = fc.record({
    inSprint: fc.boolean(),
    events: fc.array(event, { minLength: days.length, maxLength: days.length }),
    used: fc.array(fc.boolean(), { minLength: days.length, maxLength: days.length }),
  });

  it('scope adds up, remaining ends at final - completed, and people add up to all', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), lines => {
        const text = lines
          .map(({ inSprint, events, used }, i) =>
            [
              `P-${i + 1} 3pt ${inSprint ? 'in:S' : ''}`,
              ...events.flatMap((e, d) => (used[d] ? [`${days[d]} ${e}`] : [])),
            ].join(' | '),
          )
          .join('\n');
        const scope = scopeOf(datasetFromText(`${SPRINT}\n${text}`));
        const t = totals(scope);
        expect(t.committed + t.added + t.reEstimated - t.removed).toBe(t.final);
        const steps = burnSteps(scope);
        const last = steps.at(-1)!;
        expect([last.scope, last.completed]).toEqual([t.final, t.completed]);
        expect(steps[0]!.scope).toBe(t.committed);
        const people = [null, 'Ana', 'Ben'].map(
          name => burnSteps(scope, who => (who?.name ?? null) === name).at(-1)!,
        );
        expect(people.reduce((total, step) => total + step.scope, 0)).toBe(t.final);
      }),
      { numRuns: 300 },
    );
  });

  it('gives the same for a quiet issue as its replay', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), lines => {
        const text = lines
          .map(({ inSprint, events, used }, i) =>
            [
              `P-${i + 1} 3pt ${inSprint ? 'in:S' : ''}`,
              ...events.flatMap((e, d) => (used[d] ? [`${days[d]} ${e}`] : [])),
            ].join(' | '),
          )
          .join('\n');
        const dataset = datasetFromText(`${SPRINT}\n${text}`);
        const sprint = [...dataset.sprints.values()][0]!;
        const window: Interval = {
          from: instantFromText('2026-03-09 18:00'),
          to: instantFromText('2026-03-15 00:00'),
        };
        const rows = dataset.issues.map((_, row) => row);
        const settings = settingsOf(dataset);
        const one = sprintScope(dataset, rows, sprint.id, window, settings);
        const replayed = combinedScope(dataset, rows, [{ id: sprint.id, window }], settings);
        // A replay stops at instants at which nothing turns out to change.
        const plain = (scope: Scope) => [scope.issues, scope.changes, burnSteps(scope)];
        expect(plain(one)).toEqual(plain(replayed));
      }),
      { numRuns: 300 },
    );
  });

  it('knows every sprint that an issue was ever in', () => {
    const dataset = datasetFromText(
      `${SPRINT}\nsprint T = 2026-03-16 .. 2026-03-27 closed\nP-1 in:S | 2026-03-16 removed S, added T\nP-2`,
    );
    expect(
      [...rowsBySprint(dataset, new SprintHistory(dataset.issues))].map(([id, rows]) => [id, rows]),
    ).toEqual([
      [1 as SprintId, [0]],
      [2 as SprintId, [0]],
    ]);
  });
});
