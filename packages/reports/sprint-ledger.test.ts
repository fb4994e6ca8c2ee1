/** The sprint ledger worked out a second time, in a few plain lines, and held against velocity and burn charts. */

import type { Change } from '@tallyboard/core/model/change.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { context, issue } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import type { SprintListId } from '@tallyboard/report-kit/families/sprint-scope/sprint-report.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import computeBurn from './burn/compute.ts';
import { burnSettings } from './burn/settings.ts';
import computeVelocity from './velocity/compute.ts';
import { MEASURE_IDS, type Measures } from './velocity/measures.ts';
import { velocitySettings } from './velocity/settings.ts';

const SPRINTS = `
  sprint S = 2026-03-02 09:00 .. 2026-03-13 17:00 closed
  sprint T = 2026-03-16 09:00 .. 2026-03-27 17:00 closed`;
const [START, END] = [instantFromText('2026-03-02 09:00'), instantFromText('2026-03-13 17:00')];
const NOW = context({ asOf: instantFromText('2026-03-30 12:00') });
const DAYS = ['02-26', '03-03', '03-04', '03-06', '03-09', '03-11', '03-12', '03-16'];

const event = fc.constantFrom(
  ...['done', 'reopened', 'resolved', '> Done', '> In Progress', 'added S', 'removed S'],
  ...['removed S, added T', '8pt', '1pt', 'no pt', '@ana', '@ben', '@nobody'],
);
const story = fc.array(
  fc.record({
    words: fc.constantFrom(
      'in:S',
      'in:S @ana',
      'in:S Sub-task',
      '',
      'created:2026-03-05 in:S @ben',
    ),
    events: fc.array(fc.option(event), { minLength: DAYS.length, maxLength: DAYS.length }),
  }),
  { minLength: 1, maxLength: 6 },
);

function textOf(
  issues: readonly { words: string; events: readonly (string | null)[] }[],
  days: readonly string[] = DAYS,
) {
  const lines = issues.map(({ words, events }, index) => {
    const from = words.startsWith('created') ? 4 : 0;
    const told = events.flatMap((each, day) =>
      each && day >= from ? [`2026-${days[day]} ${each}`] : [],
    );
    return [`P-${index + 1} 3pt ${words}`, ...told].join(' | ');
  });
  return [SPRINTS, ...lines].join('\n');
}

/** What a field held at an instant, straight from the log: `now` where it has none. */
function held(issue: Issue, field: Change['field'], t: number, side: 'Text' | '', now: string) {
  const log = issue.changes.filter(each => each.field === field);
  const last = log.filter(each => each.at <= t).at(-1);
  const value = last
    ? last[side === '' ? 'to' : 'toText']
    : log[0]
      ? log[0][side === '' ? 'from' : 'fromText']
      : now;
  return value ?? '';
}

function stateAt(issue: Issue, t: number) {
  const sprints = held(issue, 'sprint', t, '', issue.sprints.map(({ id }) => id).join());
  const status = held(issue, 'status', t, 'Text', issue.status.name);
  return {
    inside: issue.created <= t && sprints.split(/, */).includes('1'),
    done: status === 'Done' || held(issue, 'resolution', t, 'Text', '') !== '',
    points: Number(held(issue, 'points', t, 'Text', String(issue.points ?? ''))),
  };
}

function ledgerOf(issues: readonly Issue[], size: (points: number) => number) {
  const sum = { committed: 0, added: 0, removed: 0, reEstimated: 0, scope: 0, completed: 0 };
  for (const issue of issues) {
    const first = stateAt(issue, START);
    let leftOut = first.done;
    let before = first.inside && !leftOut ? size(first.points) : null;
    sum.committed += before ?? 0;
    const instants = [issue.created, ...issue.changes.map(({ at }) => at)];
    for (const t of [...new Set(instants)].filter(at => at > START && at <= END)) {
      const { inside, done, points } = stateAt(issue, t);
      leftOut &&= done;
      const after = inside && !leftOut ? size(points) : null;
      if (before === null) sum.added += after ?? 0;
      else if (after === null) sum.removed += before;
      else sum.reEstimated += after - before;
      before = after;
    }
    sum.scope += before ?? 0;
    if (stateAt(issue, END).done) sum.completed += before ?? 0;
  }
  return sum;
}

const listMeasure = (id: SprintListId) => (id === 'notCompleted' ? 'carriedOver' : id);
const amountOf = (measures: Measures, id: keyof Measures) => measures[id]?.value ?? 0;

test.each(['points', 'count'] as const)(
  'velocity by %s is the ledger, and adds up in every row',
  estimation => {
    fc.assert(
      fc.property(story, fc.constantFrom('all', 'parents', 'sub-tasks'), (issues, pointsScope) => {
        const data = datasetFromText(textOf(issues));
        const counted = data.issues.filter(
          ({ type }) => pointsScope === 'all' || type.subtask === (pointsScope === 'sub-tasks'),
        );
        const settings = { ...velocitySettings.defaults, estimation, pointsScope } as const;
        const { periods } = computeVelocity(data, settings, NOW).result;
        const sprint = periods.find(({ name }) => name === 'S');
        const expected = ledgerOf(counted, points => (estimation === 'count' ? 1 : points));
        for (const [id, value] of Object.entries(expected))
          expect([id, sprint ? amountOf(sprint.measures, id as keyof Measures) : 0]).toEqual([
            id,
            value,
          ]);
        for (const { measures, people, report } of periods) {
          for (const { id, entries } of report?.lists ?? []) {
            const sum = entries.reduce((total, { amount }) => total + amount, 0);
            expect([id, sum]).toEqual([id, amountOf(measures, listMeasure(id))]);
          }
          for (const row of [measures, ...people.map(person => person.measures)]) {
            const of = (id: keyof Measures) => amountOf(row, id);
            const scope = of('committed') + of('added') + of('reEstimated') - of('removed');
            expect(scope - of('handedOver') + of('takenOver')).toBe(of('scope'));
          }
          for (const id of MEASURE_IDS)
            expect(people.reduce((sum, each) => sum + amountOf(each.measures, id), 0)).toBe(
              amountOf(measures, id),
            );
        }
      }),
      { numRuns: 200 },
    );
  },
);

test('ids of histories do not matter where changes have one instant', () => {
  /** Up to three changes each on the 4th and the 11th, at noon. */
  const days = ['02-26', '03-04', '03-04', '03-04', '03-11', '03-11', '03-11', '03-16'];
  fc.assert(
    fc.property(story, fc.infiniteStream(fc.nat({ max: 999 })), (issues, ids) => {
      const data = datasetFromText(textOf(issues, days));
      const scrambled = data.issues.map(each =>
        issue({
          ...each,
          changes: each.changes.map(change => ({ ...change, historyId: String(ids.next().value) })),
        }),
      );
      const settings = { ...velocitySettings.defaults, estimation: 'points' } as const;
      const measuresOf = (of: Dataset) =>
        computeVelocity(of, settings, NOW).result.periods.map(({ name, measures }) => [
          name,
          ...MEASURE_IDS.map(id => measures[id]?.value),
        ]);
      expect(measuresOf({ ...data, issues: scrambled })).toEqual(measuresOf(data));
    }),
    { numRuns: 200 },
  );
});

test('a burn chart ends with what velocity carried over', () => {
  fc.assert(
    fc.property(story, issues => {
      const data = datasetFromText(textOf(issues));
      const { periods } = computeVelocity(
        data,
        { ...velocitySettings.defaults, estimation: 'points' },
        NOW,
      ).result;
      for (const { id, measures } of periods) {
        const { chart } = computeBurn(
          data,
          { ...burnSettings.defaults, estimation: 'points', sprint: Number(id) as never },
          NOW,
        ).result;
        expect(chart?.totals.remaining.value).toBe(measures.carriedOver?.value);
        expect(chart?.totals.completed.value).toBe(measures.completed.value);
        expect(chart?.totals.committed.value).toBe(measures.committed?.value);
        expect(chart?.report?.lists).toEqual(periods.find(each => each.id === id)?.report?.lists);
        const last = chart?.points.at(-1);
        expect((last?.scope ?? 0) - (last?.completed ?? 0)).toBe(measures.carriedOver?.value);
      }
    }),
    { numRuns: 200 },
  );
});
