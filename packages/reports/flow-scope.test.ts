/** Empty flow reports name the true cause; headlines name the issues that are done but not finished by the columns. */
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { describe, expect, test } from 'vitest';
import { findComputingReport } from './testing/find-computing-report.ts';

const NOW = context({ asOf: instantFromText('2026-03-20 12:00'), weekStart: 1 });
const REPORTS = [
  'cycle-time',
  'wip-age',
  'throughput',
  'cumulative-flow',
  'flow-efficiency',
  'forecast',
];

async function run(id: string, data: Dataset, stored: Record<string, unknown> = {}) {
  const report = await findComputingReport(id);
  if (!report) throw new Error(`There is no report '${id}'.`);
  const settings = report.settings.parse(stored).value;
  const { result } = report.compute(data, settings, NOW);
  return {
    why: report.whyEmpty?.(result) ?? null,
    headline: report.headline?.(result, settings, NOW) ?? null,
    result,
  };
}

/** `count` issues of a description. */
const many = (count: number, words: string, first = 1) =>
  Array.from({ length: count }, (_, at) => `A-${first + at} ${words}`).join('\n');

const FINISHED = '| 2026-03-03 09:00 started | 2026-03-04 done';

/** A workflow that has none of the statuses of the issues. */
const ELSEWHERE = {
  columns: [
    { name: 'Draft', statuses: ['Sketched'] },
    { name: 'Print', statuses: ['Pressed'] },
    { name: 'Out', statuses: ['Shipped'] },
  ],
};

describe('issues that no report of flow counts', () => {
  test.each([
    [
      'of another type',
      many(3, FINISHED),
      { issueTypes: 'sub-tasks' },
      'None of the 3 issues is a sub-task. Choose other issue types.',
    ],
    [
      'of another type',
      `A-1 ${FINISHED}`,
      { issueTypes: 'sub-tasks' },
      'The only issue is not a sub-task. Choose other issue types.',
    ],
    [
      'epics alone',
      many(2, `Epic ${FINISHED}`),
      {},
      'None of the 2 issues is a standard issue. Choose other issue types.',
    ],
    [
      'no epics',
      many(4, FINISHED),
      { issueTypes: 'epics' },
      'None of the 4 issues is an epic. Choose other issue types.',
    ],
    ['none', '', {}, 'No issues match. Widen the query, or choose another board.'],
    [
      'in other statuses',
      many(5, FINISHED),
      { workflow: ELSEWHERE },
      'None of the 5 issues is in a status of the workflow. Choose another board or workflow.',
    ],
    [
      'not there yet',
      'A-1 created:2026-04-01',
      {},
      'No issues match. Widen the query, or choose another board.',
    ],
  ])('%s: %#', async (_, text, stored, words) => {
    for (const id of REPORTS)
      expect([id, (await run(id, datasetFromText(text), stored)).why]).toEqual([id, words]);
  });

  test('have no figures in the headline', async () => {
    for (const id of REPORTS)
      expect([id, (await run(id, datasetFromText(''))).headline]).toEqual([id, null]);
  });
});

describe('issues without a figure', () => {
  const waiting = many(3, '');
  const started = many(2, '| 2026-03-10 started', 10);
  const finished = many(4, FINISHED, 20);
  const longAgo = many(2, 'created:2025-01-01 | 2025-01-02 started | 2025-01-03 done', 30);
  test.each([
    ['cycle-time', waiting, 'None of the 3 issues has reached Done.'],
    ['cycle-time', `${waiting}\n${started}`, 'None of the 5 issues has reached Done.'],
    ['cycle-time', longAgo, 'None of the 2 finished issues was finished on these dates.'],
    ['flow-efficiency', 'A-1 | 2026-03-10 started', 'The only issue has not reached Done.'],
    ['flow-efficiency', longAgo, 'None of the 2 finished issues was finished on these dates.'],
    ['wip-age', waiting, 'None of the 3 issues has reached In Progress.'],
    ['wip-age', finished, 'No issue is in progress: 4 of 4 finished.'],
    [
      'wip-age',
      `${waiting}\n${finished}`,
      'No issue is in progress: 4 of 7 finished, 3 not started.',
    ],
    [
      'wip-age',
      `${many(2, 'status:"?Gone"', 40)}\n${finished}`,
      'No issue is in progress: 4 of 6 finished, 2 in no column.',
    ],
    ['throughput', waiting, 'None of the 3 issues has reached In Progress.'],
    ['throughput', longAgo, 'None of the 2 started issues was started or finished on these dates.'],
  ])('%s of %#', async (id, text, words) => {
    expect((await run(id, datasetFromText(text))).why).toContain(words);
  });

  test.each(['cycle-time', 'throughput', 'wip-age', 'cumulative-flow'])(
    '%s has figures else',
    async id => {
      expect(
        (await run(id, datasetFromText(`${waiting}\n${started}\n${finished}`))).why,
      ).toBeNull();
    },
  );
});

describe('issues that are resolved but stand before the finish', () => {
  const resolved = (count: number) =>
    many(count, '| 2026-03-03 09:00 started | 2026-03-05 resolved', 100);
  const text = (count: number, others: number) =>
    datasetFromText(`${resolved(count)}\n${many(others, FINISHED)}`);
  const said = async (id: string, data: Dataset, stored: Record<string, unknown> = {}) => {
    const { headline, result } = await run(id, data, stored);
    const figure = headline?.figures.find(({ label }) => label === 'Not finished');
    if (figure)
      expect(figure.drill?.figure).toBe(
        (result as { scope: { doneBefore: unknown } }).scope.doneBefore,
      );
    return figure && `${figure.text} ${figure.of}`;
  };

  test.each(REPORTS)('%s says how many above one in twenty', async id => {
    expect(await said(id, text(3, 20))).toBe('3 more are resolved but stand before Done');
    expect(await said(id, text(1, 18))).toBe('1 more is resolved but stands before Done');
    expect(await said(id, text(1, 19))).toBeUndefined();
    expect(await said(id, text(4, 0))).toBe('4 more are resolved but stand before Done');
    // By status alone they are open.
    expect(await said(id, text(3, 20), { doneRule: 'category' })).toBeUndefined();
  });

  test('an issue reopened, or resolved after the date of the report, is open', async () => {
    const data = datasetFromText(`
      A-1 | 2026-03-03 started | 2026-03-05 resolved | 2026-03-06 unresolved
      A-2 | 2026-03-03 started | 2026-03-25 resolved
      A-3 | 2026-03-03 started | 2026-03-05 resolved
    `);
    expect(await said('wip-age', data)).toBe('1 more is resolved but stands before Done');
  });

  test('names the finish of the workflow, and counts the types alone', async () => {
    const columns = [
      { name: 'Wait', statuses: ['To Do'] },
      { name: 'Work', statuses: ['In Progress', 'Done'] },
      { name: 'Live', statuses: ['Live'] },
    ];
    const data = datasetFromText(`
      status Live = done
      A-1 | 2026-03-03 started | 2026-03-05 done
      A-2 | 2026-03-03 started | 2026-03-05 done | 2026-03-06 > Live
      A-3 Epic | 2026-03-03 started | 2026-03-05 done
    `);
    const stored = { workflow: { columns }, issueTypes: 'standard' };
    expect(await said('throughput', data, stored)).toBe(
      '1 more is resolved but stands before Live',
    );
  });
});

test('the rate of a week is one figure, of the same weeks, in every report', async () => {
  const day = (at: number) => new Date(Date.UTC(2026, 0, 5 + at)).toISOString().slice(0, 10);
  const data = datasetFromText(
    Array.from(
      { length: 60 },
      (_, at) => `A-${at} created:2026-01-01 | ${day(at)} started | ${day(at + (at % 5))} done`,
    ).join('\n'),
  );
  const figureOf = async (id: string, label: string) => {
    const { headline } = await run(id, data, { timeUnit: 'week' });
    const { text, of } = headline?.figures.find(each => each.label === label) ?? {};
    return [text, of?.replace('issues per week on average, ', '')];
  };
  // All 60 within the twelve whole weeks of the last 90 days.
  const rate = ['5', 'Dec 22, 2025 – Mar 15, 2026'];
  expect(await figureOf('throughput', 'Finished')).toEqual(rate);
  expect(await figureOf('cumulative-flow', 'Finished per week')).toEqual(rate);
});
