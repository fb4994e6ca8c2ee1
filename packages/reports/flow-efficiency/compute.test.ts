import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aStory, datasetOf } from '../testing/random-stories.ts';
import computeFlowEfficiency from './compute.ts';
import flowEfficiency from './index.ts';
import { type FlowEfficiencySettings, flowEfficiencySettings } from './settings.ts';
import { flowEfficiencyTable } from './table.ts';

const NOW = context({ asOf: instantFromText('2026-03-16 12:00') });
const WORKFLOW = {
  columns: [
    { name: 'To Do', statuses: ['To Do'] },
    { name: 'Doing', statuses: ['In Progress', 'On Hold'] },
    { name: 'Review', statuses: ['Review'] },
    { name: 'Done', statuses: ['Done'] },
  ],
  start: 'Doing',
  finish: 'Done',
};
const STORY = datasetFromText(`
  status Review = in-progress
  A-1 | Mon started | Tue > Review | Thu done
  A-2 | Mon started | Tue > On Hold | Wed > In Progress, flagged | Thu unflagged | Fri done
  A-3 | Mon started | Tue > Review, flagged | Wed > ?Gone | Thu unflagged | Fri done
  A-4 | Mon started | Tue > Review
  A-5 | Mon done
`);
const HOUR = 3600;
const DAY = 24 * HOUR;

function run(init: Partial<FlowEfficiencySettings> = {}, dataset = STORY) {
  const settings = { ...flowEfficiencySettings.defaults, workflow: WORKFLOW, ...init };
  const { result, ...others } = computeFlowEfficiency(dataset, settings, NOW);
  const { waiting, inProgress, keys } = result.finished;
  return {
    ...others,
    result,
    waiting: Object.fromEntries(keys.map((key, at) => [key, (waiting[at] ?? 0) / DAY])),
    inProgress: Object.fromEntries(keys.map((key, at) => [key, (inProgress[at] ?? 0) / DAY])),
  };
}

it('counts the time between start and finish by column', () => {
  const { result, inProgress } = run();
  expect(inProgress).toEqual({ 'A-1': 3, 'A-2': 4, 'A-3': 4, 'A-5': 0 });
  expect(result.columns.map(({ column, time }) => [column, (time.value ?? 0) / DAY])).toEqual([
    ['Doing', 6],
    ['Review', 3],
    [null, 2],
  ]);
});

it('waits in columns, in statuses and while flagged, once for several reasons', () => {
  // No figure while nothing is chosen; names that say so are offered.
  const { result: none } = run();
  expect(none.efficiency).toBeNull();
  expect(none.offered).toEqual({
    columns: [{ name: 'Review', seconds: 3 * DAY }],
    statuses: [{ name: 'On Hold', seconds: DAY }],
  });
  expect(plainTable(flowEfficiencyTable(none)).rows.map(row => row[4])).toEqual(
    Array(5).fill(null),
  );
  expect(run({ waitColumns: ['Nowhere'] }).result.efficiency).toBeNull();
  expect(run().waiting).toEqual({ 'A-1': 0, 'A-2': 1, 'A-3': 2, 'A-5': 0 });
  expect(run({ waitColumns: ['review'], waitFlagged: false }).waiting).toEqual({
    'A-1': 2,
    'A-2': 0,
    'A-3': 1,
    'A-5': 0,
  });
  const all = run({ waitColumns: ['Review'], waitStatuses: ['on hold'] });
  expect(all.waiting).toEqual({ 'A-1': 2, 'A-2': 2, 'A-3': 2, 'A-5': 0 });
  expect(all.result.efficiency).toBeCloseTo((11 - 6) / 11);
  expect(plainTable(flowEfficiencyTable(all.result))).toEqual({
    columns: [
      ...['Issue Key', 'Summary', 'Time in progress (days)', 'Waiting (days)', 'Efficiency (%)'],
      ...['Doing (days)', 'Review (waiting) (days)', 'No column (days)'],
    ],
    rows: [
      ['A-2', 'Summary of A-2', 4, 2, 50, 4, 0, 0],
      ['A-3', 'Summary of A-3', 4, 2, 50, 1, 1, 2],
      ['A-1', 'Summary of A-1', 3, 2, 33.33, 1, 2, 0],
      ['A-5', 'Summary of A-5', 0, 0, 0, 0, 0, 0],
      ['All finished', null, 11, 6, 45.45, 6, 3, 2],
    ],
  });
});

it('waits while an issue that blocks it is not done, where this is asked for', () => {
  const story = datasetFromText(`
    B-1 | Mon started | Tue blocked by B-9 | Sat done
    B-2 | Mon started | Tue blocked by B-9, flagged | Wed unflagged | Wed 18:00 unblocked by B-9 | Sat done
    B-3 | Mon started | Mon 18:00 blocked by X-1 | Tue 18:00 unblocked by X-1 | Sat done
    B-4 | Mon started | Tue blocked by X-2 | Sat done
    B-9 | Tue 18:00 done | Thu reopened | Fri done
  `);
  // X-2 is outside the query, and was done on a day that its link does not tell.
  const [done] = STORY.issues;
  const issues = story.issues.map(issue => ({
    ...issue,
    links: issue.links.map(link =>
      link.otherKey === 'X-2' ? { ...link, otherStatus: done?.status ?? null } : link,
    ),
  }));
  const { waiting, notes } = run({ waitBlocked: true }, { ...story, issues });
  expect(waiting).toEqual({ 'B-1': 1.25, 'B-2': 1, 'B-3': 1, 'B-4': 0, 'B-9': 0 });
  expect(notes.at(-1)).toMatchObject({
    code: 'unknown-blockers',
    issues: Uint32Array.of(3),
  });
  expect(run({}, story).waiting).toMatchObject({ 'B-1': 0, 'B-2': 1 });
  expect(flowEfficiency.requires(flowEfficiencySettings.defaults, NOW).history).not.toContain(
    'link',
  );
});

it('names an issue that blocks others and came without its whole history, also of a type that does not count', () => {
  const story = datasetFromText(`
    A-1 | Mon started | Tue blocked by A-2 | Fri done
    A-2 Sub-task ^A-1 | Wed done
  `);
  const issues = story.issues.map(issue =>
    issue.key === 'A-2' ? { ...issue, changes: [], historyComplete: false } : issue,
  );
  const { notes } = run({ waitBlocked: true, types: 'standard' }, { ...story, issues });
  expect(notes.at(-1)).toMatchObject({
    code: 'incomplete-blockers',
    issues: Uint32Array.of(1),
  });
});

it('follows the efficiency by the week or month of the finish', () => {
  const story = datasetFromText(`
    status Review = in-progress
    A-1 | Mon-1 started | Tue-1 > Review | Thu-1 done
    A-2 | Mon-1 started | Fri-1 done
    B-1 | Mon+1 started | Mon+1 18:00 > Review | Tue+1 18:00 done
  `);
  const trend = (init: Partial<FlowEfficiencySettings>) =>
    run({ waitColumns: ['Review'], ...init }, story).result.trend.map(each => {
      const { active, efficiency } = each;
      return [Array.from(active.issues), efficiency && Math.round(100 * efficiency)];
    });
  // 3 d with 2 d of waiting and 4 d without; then 6 h and 24 h of waiting.
  expect(trend({ period: 'week' })).toEqual([
    [[0, 1], 71],
    [[], null],
    [[2], 20],
  ]);
  expect(trend({ period: 'month' })).toHaveLength(2);
});

it('counts the working time of the calendar', () => {
  // Monday to Thursday noon: three days of seven hours.
  const { result } = run({ unit: 'working' });
  expect(result.finished.inProgress[0]).toBe(21 * HOUR);
  expect(flowEfficiencySettings.parse({ unit: 'days' })).toMatchObject({
    value: { unit: 'elapsed' },
    problems: [],
  });
});

it('names the times of each issue for programs', () => {
  const { result } = run({ waitColumns: ['Review'] });
  expect(JSON.parse(JSON.stringify(flowEfficiency.records?.(result, () => '')))).toMatchObject({
    issues: [
      {
        key: 'A-1',
        inProgress: 3 * DAY,
        waiting: 2 * DAY,
        byColumn: { 'To Do': 0, Doing: DAY, Review: 2 * DAY, Done: 0 },
      },
      { key: 'A-2' },
      { key: 'A-3', withoutColumn: 2 * DAY },
      { key: 'A-5' },
    ],
  });
});

it('has the columns add up to the time in progress, and waits no longer', () => {
  fc.assert(
    fc.property(aStory, fc.constantFrom('first', 'last'), (story, startRule) => {
      const init = { workflow: null, startRule, waitStatuses: ['To Do', 'Closed'] } as const;
      const { finished } = run(init, datasetOf(story)).result;
      finished.rows.forEach((_, at) => {
        const sum = finished.byColumn.reduce((all, values) => all + (values[at] ?? 0), 0);
        expect(sum).toBeCloseTo(finished.inProgress[at] ?? 0);
        expect(finished.waiting[at]).toBeLessThanOrEqual((finished.inProgress[at] ?? 0) + 1e-6);
      });
    }),
  );
});

it('offers and counts only places in which the finished issues were', () => {
  const columns = [
    ...WORKFLOW.columns.slice(0, 2),
    { name: 'Review', statuses: ['Review', 'Waiting for support'] },
    { name: 'Ready', statuses: ['Ready'] },
    { name: 'Done', statuses: ['Done'] },
  ];
  const story = datasetFromText(`
    status Review = in-progress
    status Waiting for support = in-progress
    status Ready = in-progress
    A-1 | Mon 09:00 started | Tue 09:00 > Review | Fri 09:00 done
    A-2 | Mon 09:00 started | Tue 09:00 > Ready
  `);
  const headline = (init: Partial<FlowEfficiencySettings>) => {
    const settings = { ...flowEfficiencySettings.defaults, ...init };
    return flowEfficiency.headline?.(run(init, story).result, settings, NOW) ?? null;
  };
  const workflow = { ...WORKFLOW, columns };
  expect(run({ workflow }, story).result.offered).toEqual({
    columns: [{ name: 'Review', seconds: 3 * DAY }],
    statuses: [],
  });
  // Of open issues alone, of none, and one that no workflow has.
  for (const name of ['Ready', 'Waiting for support', 'Elsewhere'])
    for (const init of [{ waitStatuses: [name] }, { waitColumns: [name] }]) {
      const { result, notes } = run({ workflow, ...init }, story);
      expect(result).toMatchObject({ efficiency: null, unused: [name] });
      expect(result.offered).not.toBeNull();
      expect(notes.map(({ text }) => text)).toContain(`No finished issue was in ${name}.`);
      expect(headline({ workflow, ...init })).toBeNull();
    }
  const both = run({ workflow, waitColumns: ['Review'], waitStatuses: ['Ready'] }, story);
  expect(both.result).toMatchObject({ efficiency: 0.25, offered: null, unused: ['Ready'] });
});
