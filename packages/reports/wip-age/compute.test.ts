import { datasetAt } from '@tallyboard/core/past/dataset-at.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import { expect, it } from 'vitest';
import computeWipAge from './compute.ts';
import wipAge from './index.ts';
import { type WipAgeSettings, wipAgeSettings } from './settings.ts';
import { agingIssues, paceTable, wipAgeTable } from './table.ts';

const WORKFLOW = {
  columns: [
    { name: 'To Do', statuses: ['To Do'] },
    { name: 'Doing', statuses: ['In Progress'] },
    { name: 'Review', statuses: ['Review'] },
    { name: 'Done', statuses: ['Done'] },
  ],
  start: 'Doing',
  finish: 'Done',
};

const STORY = datasetFromText(`
  status Review = in-progress
  A-1 @ana | Mon started | Tue > Review | Thu done
  A-2 @ana | Mon started | Wed > Review | Thu > In Progress | Fri > Review | Sat done
  A-3      | Mon started | Tue done
  A-4 @ana | Mon started | Wed > Review | Thu @ben
  A-5      | Fri started, flagged
  A-6      | Tue started | Wed > To Do
  A-7 status:"In Progress"
  A-8      | Tue > Review | Wed > ?Gone
`);

function run(init: Partial<WipAgeSettings> = {}, asOf = '2026-03-09 12:00', dataset = STORY) {
  const settings = { ...wipAgeSettings.defaults, workflow: WORKFLOW, ...init };
  return computeWipAge(dataset, settings, context({ asOf: instantFromText(asOf) }));
}

function runPast(when: string, dataset = STORY) {
  const settings = { ...wipAgeSettings.defaults, workflow: WORKFLOW };
  const asOf = instantFromText(when);
  const past = datasetAt(dataset, asOf, ['status', 'resolution']);
  return computeWipAge(past, settings, context({ asOf, past: true }));
}

it('counts the days since the start, and names what each issue waits for', () => {
  const { result, notes } = run();
  expect(
    agingIssues(result).map(({ key, age, column, inColumn, assignee, flagged, olderThan }) => [
      ...[key, age.value, column, inColumn.value],
      ...[assignee, flagged, olderThan],
    ]),
  ).toEqual([
    // Its history was received and is empty: in its status since the creation on 23 February.
    ['A-7', 15, 'Doing', 15, null, false, 95],
    // The percentiles of Review are 4, 6, 6, 6 days.
    ['A-4', 8, 'Review', 6, 'Ben', false, 95],
    ['A-6', 7, 'To Do', 6, null, false, 0],
    ['A-8', 7, null, 6, null, false, 0],
    ['A-5', 4, 'Doing', 4, null, true, 50],
  ]);
  expect(notes.map(({ code, issues }) => [code, issues.length])).toEqual([['unmapped-status', 1]]);
  expect(result.total).toMatchObject({
    count: { value: 5 },
    unknown: { value: 0 },
    oldest: { value: 15 },
    age: { value: 7 },
    slow: { value: 2 },
    blocked: { value: 1 },
  });
});

it('takes ages at the last exit from a column, never less than further left', () => {
  // Doing: A-1 on Tuesday, A-2 on Friday for the last time, A-3 on Tuesday; Review: A-1 Thursday, A-2 Saturday.
  expect(plainTable(paceTable(run().result)).rows).toEqual([
    ['Doing', 2, 2, 5, 5, 5],
    ['Review', 1, 4, 6, 6, 6],
    ['Done', 0, 4, 6, 6, 6],
  ]);
  // Cycle times are 4, 6 and 2 days. A column that left at a lower age takes the percentile of the one before.
  const skipping = datasetFromText(`
    status Review = in-progress
    B-1 | Mon started | Sun done
    B-2 | Mon > Review | Tue done
    B-3 | Mon > Review | Tue done
  `);
  expect(plainTable(paceTable(run({}, '2026-03-20 12:00', skipping).result)).rows).toEqual([
    ['Doing', 0, 7, 7, 7, 7],
    ['Review', 0, 7, 7, 7, 7],
    ['Done', 0, 7, 7, 7, 7],
  ]);
});

it('shows the assignee, column and flag of a past day', () => {
  const { result } = runPast('2026-03-04 18:00');
  expect(agingIssues(result).map(({ key, column, assignee }) => [key, column, assignee])).toEqual([
    ['A-7', 'Doing', null],
    ['A-1', 'Review', 'Ana'],
    ['A-2', 'Review', 'Ana'],
    ['A-4', 'Review', 'Ana'],
    ['A-6', 'To Do', null],
    ['A-8', null, null],
  ]);
});

it('names the open issues that block an issue, as of any day', () => {
  const story = datasetFromText(`
    B-1 | Mon started | Tue blocked by B-2 | Thu blocked by B-10 | Fri unblocked by B-2
    B-2 | Wed done | Wed 18:00 reopened
    B-10 | Sat done
  `);
  const blockersOn = (day: string) => {
    const { result } = runPast(`${day} 15:00`, story);
    return agingIssues(result).find(({ key }) => key === 'B-1')?.blockedBy;
  };
  const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  expect(days.map(blockersOn)).toEqual([[], ['B-2'], [], ['B-10', 'B-2'], ['B-10'], []]);
  expect(runPast('Thu 15:00', story).result.total.blocked.value).toBe(1);
});

it('does not know when an issue outside the query was done', () => {
  const [done] = STORY.issues;
  const story = datasetFromText('C-1 | Mon started | Tue blocked by X-1');
  const issues = story.issues.map(issue => ({
    ...issue,
    links: issue.links.map(link => ({ ...link, otherStatus: done?.status ?? null })),
  }));
  const linked = { ...story, issues };
  const blocked = ({ result, notes }: ReturnType<typeof run>) => [
    result.total.blocked.value,
    notes.some(({ code }) => code === 'unknown-blockers'),
  ];
  expect(blocked(run({}, '2026-03-09 12:00', linked))).toEqual([0, false]);
  expect(blocked(runPast('Wed 15:00', linked))).toEqual([0, true]);
  expect(blocked(runPast('Wed 15:00', story))).toEqual([1, false]);
});

it('counts elapsed time in seconds, shown in days', () => {
  const { result } = run({ unit: 'elapsed' });
  expect(agingIssues(result)[1]?.age.value).toBe((7 * 24 - 1) * 3600);
  expect(plainTable(wipAgeTable(result)).rows[1]).toEqual([
    ...['A-4', 'Summary of A-4', 6.958333, 'Review', 4.958333],
    ...['95%', 'Ben', null],
  ]);
});

it('an issue in progress whose history was not received has an unknown age', () => {
  const cut = datasetFromText('D-1 | Mon started | Tue > To Do | Wed started');
  const issues = [
    ...datasetFromText('D-2 status:"In Progress"', { history: false }).issues,
    // The first change was not received.
    ...cut.issues.map(issue => ({
      ...issue,
      historyComplete: false,
      changes: issue.changes.slice(1),
    })),
  ];
  const { result, notes } = run({}, '2026-03-09 12:00', { ...cut, issues });
  expect(result.total).toMatchObject({ count: { value: 2 }, unknown: { value: 2 } });
  expect(result.total.oldest.value).toBeNull();
  expect(
    agingIssues(result).map(({ key, age, inColumn }) => [key, age.value, inColumn.value]),
  ).toEqual([
    ['D-2', null, null],
    ['D-1', null, 6],
  ]);
  const text = 'in progress with unknown age';
  expect(notes.find(({ code }) => code === 'age-unknown')?.text).toContain(`2 issues are ${text}`);
  const records = JSON.parse(JSON.stringify(wipAge.records?.(result, () => '').issues));
  expect(records[0]).toMatchObject({ start: null, value: null, column: 'Doing' });
});

it('names each issue and the pace for programs', () => {
  const { result } = run();
  const issues = JSON.parse(JSON.stringify(wipAge.records?.(result, () => '').issues));
  expect(issues).toContainEqual({
    key: 'A-5',
    start: '2026-03-06T17:00:00.000Z',
    column: 'Doing',
    value: 4,
    columnSince: '2026-03-06T17:00:00.000Z',
    assignee: null,
    flagged: true,
    blockedBy: [],
  });
  expect(wipAge.members?.(result).pace).toContainEqual({
    column: 'Review',
    50: 4,
    70: 6,
    85: 6,
    95: 6,
  });
});
