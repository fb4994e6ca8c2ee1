import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { statesOf } from '@tallyboard/core/past/dataset-at.ts';
import { pastRequirement } from '@tallyboard/core/past/past-requirement.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import { describe, expect, it } from 'vitest';
import computeCycleTime from './compute.ts';
import cycleTime from './index.ts';
import { type CycleTimeSettings, cycleTimeSettings } from './settings.ts';
import { cycleTimeTable } from './table.ts';

const NOW = context({ asOf: instantFromText('2026-03-20 12:00') });
const STORY = datasetFromText(`
  A-1 @ana | Mon 09:00 started | Mon 17:00 done
  A-2 @ana | Mon 09:00 started | Tue 09:00 done
  A-3 @ben | Mon 09:00 started | Thu 15:00 done
  A-4 | Mon started
  A-5 status:Done | 2026-03-03 resolved
`);

function run(init: Partial<CycleTimeSettings> = {}, dataset = STORY, now = NOW) {
  const settings = { ...cycleTimeSettings.defaults, ...init };
  return { ...computeCycleTime(dataset, settings, now), settings };
}

it('counts the days of start and finish', () => {
  const { result, notes } = run();
  expect(Array.from(result.finished.value)).toEqual([1, 2, 4]);
  expect(result.percentiles).toEqual({ 50: 2, 70: 4, 85: 4, 95: 4 });
  expect(notes.map(({ code, issues }) => [code, issues.length])).toEqual([
    ['no-status-changes', 1],
  ]);
});

it('counts elapsed time and working time in seconds', () => {
  expect(Array.from(run({ unit: 'elapsed' }).result.finished.value)).toEqual([
    8 * 3600,
    24 * 3600,
    78 * 3600,
  ]);
  // The default calendar: 9 to 12 and 13 to 17.
  expect(Array.from(run({ unit: 'working' }).result.finished.value)).toEqual([
    7 * 3600,
    7 * 3600,
    26 * 3600,
  ]);
});

it('takes the nearest rank: of ten values the ninth is the 85th percentile', () => {
  const ten = datasetFromText(
    Array.from(
      { length: 10 },
      (_, n) =>
        `A-${n + 1} | 2026-03-02 09:00 started | 2026-03-${String(n + 2).padStart(2, '0')} 17:00 done`,
    ).join('\n'),
  );
  expect(run({}, ten).result.percentiles).toEqual({ 50: 5, 70: 7, 85: 9, 95: 10 });
});

it('compares with as many days before, if enough issues were finished then', () => {
  const finished = (count: number, days: number) =>
    Array.from({ length: count }, (_, n) => {
      const day = String(n + 1).padStart(2, '0');
      const start = String(n + 1 - days).padStart(2, '0');
      return `A-${days}${n} | 2026-03-${start} 09:00 started | 2026-03-${day} 17:00 done`;
    }).slice(days);
  const story = datasetFromText(finished(16, 3).join('\n'));
  const range = { from: parseDay('2026-03-15'), to: parseDay('2026-03-28') };
  const { result, settings } = run(range, story);
  expect(result.before).toEqual({ days: 14, percentile85: 4 });
  expect(cycleTime.headline?.(result, settings, NOW)?.sentence).toBe(
    '85% of issues finished within 4 days, as in the 14 days before.',
  );
  expect(run({ ...range, from: parseDay('2026-03-08') }, story).result.before).toBeNull();
  // At an earlier time these days had no other issues.
  expect(cycleTime.headline?.(result, settings, NOW)?.compares).toBeUndefined();
});

it('names the time at which its last days were those that it compares with', () => {
  const days = (first: number, took: number) =>
    Array.from({ length: 12 }, (_, n) => {
      const of = (day: number) => `2026-03-${String(day).padStart(2, '0')}`;
      return `A-${first}${n} | ${of(first + (n % 2))} 09:00 started | ${of(first + (n % 2) + took)} 17:00 done`;
    });
  const story = datasetFromText([...days(2, 3), ...days(10, 6)].join('\n'));
  const now = context({ asOf: instantFromText('2026-03-20 12:00') });
  const { result, settings } = run({ lastDays: 10 }, story, now);
  expect(result.before).toEqual({ days: 10, percentile85: 4 });
  const headline = cycleTime.headline?.(result, settings, now);
  expect(headline?.sentence).toBe(
    '85% of issues finished within 7 days, 3 days slower than in the 10 days before.',
  );
  const { figure, since = 0 } = headline?.compares ?? {};
  expect(figure).toBe('percentile85');
  expect(new Date(since).toISOString()).toBe('2026-03-11T03:59:59.999Z');
  const past = context({ asOf: since });
  const earlier = statesOf(
    story,
    pastRequirement({ ...NO_REQUIREMENT, history: ['status'] }).history,
  );
  const then = run(
    { lastDays: 10 },
    earlier(() => since, since),
    past,
  ).result;
  expect(then.total.percentile85.value).toBe(result.before?.percentile85);
});

it.each([
  ['A-1 | 2026-03-17 started', 'The only issue has not reached Done.'],
  [
    'A-1 | 2026-03-03 started | 2026-03-04 done',
    'The only finished issue was not finished on these dates.',
  ],
  ['A-1 status:Done | 2026-03-18 resolved', '1 issue was finished with an unknown start'],
])('says why %s has no cycle times', (text, words) => {
  const { issues, ...story } = datasetFromText(text);
  const received = issues.map(issue => ({ ...issue, historyComplete: issue.changes.length > 0 }));
  const { result } = run({ from: parseDay('2026-03-16') }, { ...story, issues: received });
  expect(cycleTime.whyEmpty?.(result)).toContain(words);
});

it('runs between the columns of the chosen workflow', () => {
  const columns = [
    { name: 'Wait', statuses: ['to do'] },
    { name: 'Work', statuses: ['In Progress'] },
    { name: 'Ready', statuses: ['done'] },
  ];
  const of = (start: string, finish: string) =>
    Array.from(run({ workflow: { columns, start, finish } }).result.finished.value);
  expect(of('Work', 'Ready')).toEqual([1, 2, 4]);
  // From the creation, a week before Monday, to the start of work.
  expect(of('Wait', 'Work')).toEqual([8, 8, 8, 8]);
});

it('takes a shared workflow by its name, in any case', () => {
  const columns = [
    { name: 'Wait', statuses: ['To Do'] },
    { name: 'Work', statuses: ['In Progress'] },
  ];
  const now = { ...NOW, workflows: { Commitment: { columns } } };
  expect(cycleTimeSettings.parse({ workflow: 'commitment' })).toMatchObject({
    value: { workflow: 'commitment' },
    problems: [],
  });
  const { result, notes } = run({ workflow: 'commitment' }, STORY, now);
  expect(result.workflow).toMatchObject({ columns: ['Wait', 'Work'], start: 1, finish: 1 });
  expect(notes.find(({ code }) => code === 'unmapped-status')?.text).toMatch(/: Done\.$/);
  const missing = run({ workflow: 'gone' }, STORY, now);
  expect(missing.result.workflow.source).toBe('categories');
  expect(missing.notes[0]).toMatchObject({ code: 'missing-workflow', doubtful: true });
});

it('names statuses of the workflow that Jira does not have', () => {
  const columns = [
    { name: 'Wait', statuses: ['To Do', 'Ready'] },
    { name: 'Work', statuses: ['in progress', 'Testing', 'Ready'] },
    { name: 'Done', statuses: ['Done'] },
  ];
  const workflow = { columns, start: 'Work', finish: 'Done' };
  const textOf = ({ notes }: ReturnType<typeof run>) =>
    notes.find(({ code }) => code === 'missing-status')?.text;
  expect(textOf(run({ workflow }))).toMatch(/: Ready, Testing\.$/);
  expect(textOf(run())).toBeUndefined();
});

describe('the table', () => {
  it('groups by a field, with the share within the service level', () => {
    const { result } = run({ groupBy: 'assignee', target: 2 });
    expect(result.serviceLevel?.attained).toBeCloseTo((100 * 2) / 3);
    expect(plainTable(cycleTimeTable(result))).toMatchObject({
      rows: [
        [expect.anything(), 2, 1, 2, 2, 2, 1.5, 100],
        [expect.anything(), 1, 4, 4, 4, 4, 4, 0],
        ['All finished', 3, 2, 4, 4, 4, 2.33, 66.67],
      ],
    });
  });

  it('has every period between the first and the last finish', () => {
    const far = datasetFromText(`
      B-1 created:"2025-12-01" | 2026-01-05 started | 2026-01-06 done
      B-2 created:"2025-12-01" | 2026-03-02 started | 2026-03-02 done
    `);
    expect(run({}, far).result.groups.map(({ id, count }) => [id, count.value])).toEqual([
      ['2026-01-01', 1],
      ['2026-02-01', 0],
      ['2026-03-01', 1],
    ]);
  });
});

it('has the percentiles of each period and of the 90 days until its end', () => {
  const long = datasetFromText(`
    B-1 created:"2025-09-01" | 2025-10-06 started | 2025-10-09 done
    B-2 created:"2025-12-01" | 2026-01-05 started | 2026-01-06 done
    B-3 created:"2025-12-01" | 2026-02-02 started | 2026-02-02 done
  `);
  const { trend, serviceLevel } = run({ target: 2, lastDays: 0 }, long).result;
  expect(
    trend.map(({ id, own, rolling, within }) => [
      id,
      own.percentile85.value,
      rolling[85],
      within?.value,
    ]),
  ).toEqual([
    ['2025-10-01', 4, 4, 0],
    ['2025-11-01', null, 4, 0],
    ['2025-12-01', null, 4, 0],
    ['2026-01-01', 2, 2, 1],
    ['2026-02-01', 1, 2, 1],
  ]);
  expect(serviceLevel).toEqual({ days: 2, percent: 85, attained: (100 * 2) / 3 });
});

it('shows the last 90 days, and looks back 90 days from the day of the report in the running period', () => {
  const long = datasetFromText(`
    B-1 created:"2025-09-01" | 2025-12-01 started | 2025-12-20 done
    B-2 created:"2025-12-01" | 2025-12-11 started | 2025-12-22 done
    B-3 created:"2025-12-01" | 2026-03-02 started | 2026-03-02 done
  `);
  const { trend, total } = run({}, long).result;
  // 21 December is the first of 90 days until 20 March.
  expect(total.count.value).toBe(2);
  expect(trend.map(({ id, count, rolling }) => [id, count.value, rolling[85]])).toEqual([
    ['2025-12-01', 1, 20],
    ['2026-01-01', 0, 20],
    ['2026-02-01', 0, 20],
    ['2026-03-01', 1, 12],
  ]);
  // Settings that were stored before take all dates and types.
  const stored = { version: 1, boardId: 0, gType: 0 };
  expect(cycleTimeSettings.parse(stored).value).toMatchObject({ lastDays: 0, types: 'all' });
  expect(cycleTimeSettings.parse({}).value).toMatchObject({ lastDays: 90, types: 'standard' });
  const now = cycleTimeSettings.serialize(cycleTimeSettings.defaults);
  expect(cycleTimeSettings.parse(now).value).toEqual(cycleTimeSettings.defaults);
});

it('counts standard issues, epics and sub-tasks by a setting', () => {
  const mixed = datasetFromText(`
    C-1 Story | Mon started | Tue done
    C-2 Epic | Mon started | Tue done
    C-3 Sub-task ^C-1 | Mon started | Tue done
  `);
  const keys = (init: Partial<CycleTimeSettings>) =>
    Array.from(run(init, mixed).result.finished.rows, row => mixed.issues[row]?.key);
  expect(keys({})).toEqual(['C-1']);
  expect(keys({ types: 'epics' })).toEqual(['C-2']);
  expect(keys({ types: 'sub-tasks' })).toEqual(['C-3']);
  expect(keys({ types: 'all' })).toEqual(['C-1', 'C-2', 'C-3']);
  const { notes } = run({}, mixed);
  expect(notes.map(({ code, issues }) => [code, issues.length])).toEqual([['other-types', 2]]);
});

it('has the rest above the 95th percentile in one last bar', () => {
  const many = datasetFromText(
    Array.from({ length: 100 }, (_, n) => {
      const day = n < 96 ? 5 : 20 + n - 96;
      return `D-${n} | 2026-03-02 started | 2026-03-${String(n < 96 ? 2 + (n % day) : day).padStart(2, '0')} done`;
    }).join('\n'),
  );
  const { bands } = run({}, many, context({ asOf: instantFromText('2026-03-31 12:00') })).result;
  expect(bands.map(({ from, open, count }) => [from, open ?? false, count.value])).toEqual([
    [0, false, 0],
    [1, false, 20],
    [2, false, 19],
    [3, false, 19],
    [4, false, 19],
    [5, false, 19],
    [6, true, 4],
  ]);
});

it('names each issue for programs', () => {
  const { result } = run();
  const records = cycleTime.records?.(result, row => STORY.issues[row]?.key ?? '');
  expect(JSON.parse(JSON.stringify(records?.issues))).toContainEqual({
    key: 'A-2',
    start: '2026-03-02T14:00:00.000Z',
    finish: '2026-03-03T14:00:00.000Z',
    value: 2,
  });
});
