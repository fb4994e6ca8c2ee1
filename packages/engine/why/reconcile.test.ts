import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { findComputingReport } from '@tallyboard/reports/testing/find-computing-report.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { figureAt } from './figure-at.ts';
import { reconcile } from './reconcile.ts';
import { switchesOf, type Way } from './switches.ts';

const NOW = context({ asOf: instantFromText('2026-03-16 12:00') });

async function velocity() {
  const report = await findComputingReport('velocity');
  if (!report) throw new Error('There is no velocity.');
  const { value } = report.settings.parse({ sprintCount: 9, estimationType: 1 });
  const find = (figure: string) => (way: Way) =>
    figureAt(
      report,
      report.compute(way.dataset, way.settings, way.context),
      way.settings,
      way.context,
      figure,
    );
  return { settings: value, find };
}

const SPRINT = `sprint S = 2026-03-02 09:00 .. 2026-03-13 17:00 closed`;

test('an issue that was removed is named with the switch that keeps it', async () => {
  const { settings, find } = await velocity();
  const dataset = datasetFromText(`
    ${SPRINT}
    A-1 5pt in:S created:2026-02-27 | 2026-03-05 done
    A-2 3pt      created:2026-02-26 | 2026-02-27 added S | 2026-03-04 removed S
    A-3 2pt      created:2026-02-20 | 2026-03-06 added S
  `);
  const way = { dataset, context: NOW, settings };
  const scope = find(`sprint:${dataset.issues[0]?.sprints[0]?.id}/scope`);
  expect(reconcile(way, scope, 7)?.found).toMatchObject([{ switches: [], issues: [] }]);
  expect(reconcile(way, scope, 10)?.found).toMatchObject([
    { switches: ['removed issues kept'], value: 10, issues: ['A-2'] },
  ]);
  expect(reconcile(way, scope, 8)?.found).toMatchObject([
    { switches: ['removed issues kept', 'added later left out'], issues: ['A-2', 'A-3'] },
  ]);
  const { found, nearest } = reconcile(way, scope, 34) ?? {};
  expect(found).toEqual([]);
  expect(nearest).toMatchObject({ switches: ['removed issues kept'], value: 10 });
});

test('an issue that left a done status was reopened, also without a resolution', async () => {
  const { settings, find } = await velocity();
  const dataset = datasetFromText(`
    ${SPRINT}
    A-1 5pt in:S created:2026-02-27 | 2026-03-04 > Done | 2026-03-06 > To Do
    A-2 3pt in:S created:2026-02-26 | 2026-03-04 > "In Progress" | 2026-03-06 > To Do
  `);
  const scope = find(`sprint:${dataset.issues[0]?.sprints[0]?.id}/scope`);
  expect(reconcile({ dataset, context: NOW, settings }, scope, 3)?.found).toMatchObject([
    { switches: ['without reopened issues'], value: 3, issues: ['A-1'] },
  ]);
});

test('what is planted in any board, or a part of it, is found', async () => {
  const { settings, find } = await velocity();
  const day = fc.integer({ min: 3, max: 12 }).map(each => `2026-03-${`${each}`.padStart(2, '0')}`);
  const issue = fc.record({
    points: fc.integer({ min: 1, max: 8 }),
    event: fc.constantFrom('none', 'removed', 'added', 'reopened', 'sized'),
    at: day,
    isDone: fc.boolean(),
  });
  type Issue = typeof issue extends fc.Arbitrary<infer Value> ? Value : never;
  const lineOf = ({ points, event, at, isDone }: Issue, index: number) => {
    const [inS, events] = {
      none: ['in:S', ''],
      removed: ['', `| 2026-02-28 added S | ${at} removed S`],
      added: ['', `| ${at} added S`],
      reopened: ['in:S', `| 2026-03-02 12:00 done | ${at} reopened`],
      sized: ['in:S', `| ${at} ${points}pt`],
    }[event] ?? ['', ''];
    const done = isDone && event !== 'removed' ? '| 2026-03-13 10:00 done' : '';
    return `A-${index + 1} ${points}pt ${inS} created:2026-02-20 ${events} ${done}`;
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(issue, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 1023 }),
      async (issues, mask) => {
        const dataset = datasetFromText(`${SPRINT}\n${issues.map(lineOf).join('\n')}`);
        const id = [...dataset.sprints.keys()][0];
        const way: Way = { dataset, context: NOW, settings };
        const scope = find(`sprint:${id}/completed`);
        const planted = switchesOf(way).filter(
          ({ name }, at) => mask & (1 << at) && !name.startsWith('done: '),
        );
        const value = scope(planted.reduce((each, { apply }) => apply(each), way))?.value;
        if (value == null) return;
        const names = new Set(planted.map(({ name }) => name));
        const { found = [] } = reconcile(way, scope, value) ?? {};
        expect(found.some(({ switches }) => switches.every(name => names.has(name)))).toBe(true);
        for (const each of found) expect(each.value).toBe(value);
      },
    ),
    { numRuns: 60 },
  );
});
