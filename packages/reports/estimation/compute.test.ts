import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { IssueInit } from '@tallyboard/core/testing/builders.ts';
import {
  context,
  DONE,
  dataset,
  issue,
  issueType,
  user,
} from '@tallyboard/core/testing/builders.ts';
import { levelIssue } from '@tallyboard/core/testing/levels.ts';
import { cellValue, plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import computeEstimation, { type EstimationFigures } from './compute.ts';
import { estimationHeadline } from './headline.ts';
import { ESTIMATION_COLUMNS, type EstimationSettings, estimationSettings } from './settings.ts';
import { estimationTable, isTime } from './table.ts';

const NOW = context();
const H = 3600;

/** Times in hours: original, spent, remaining. */
function timed(key: string, [original, spent, remaining]: (number | null)[], init: IssueInit = {}) {
  const seconds = (hours: number | null | undefined) => (hours == null ? null : hours * H);
  return issue({
    ...init,
    key,
    originalSeconds: seconds(original),
    spentSeconds: seconds(spent),
    remainingSeconds: seconds(remaining),
  });
}

const ANA = user('Ana');
const WORK = dataset([
  timed('A-1', [10, 4, 2], { assignee: ANA, status: DONE, labels: ['x', 'y'] }),
  timed('A-2', [null, 3, null], { assignee: ANA, labels: ['x'] }),
  timed('A-3', [2, 5, 0], { assignee: user('Ben'), resolved: NOW.asOf }),
  timed('A-4', [0, 1, 1]),
]);

function estimate(settings: Partial<EstimationSettings> = {}, data: Dataset = WORK) {
  const all = { ...estimationSettings.defaults, ...settings };
  const computed = computeEstimation(data, all, NOW);
  const columns = Object.fromEntries(
    ESTIMATION_COLUMNS.map(id => [id, true]),
  ) as typeof all.columns;
  const shown = estimationTable(computed.result, { ...all, columns }, NOW).columns.slice(1);
  const seven = (row: EstimationFigures) =>
    shown
      .map(column => {
        const plain = cellValue(column, row);
        if (typeof plain !== 'number') return '-';
        return isTime(column) ? plain / H : Math.round(plain);
      })
      .join(' ');
  return { ...computed, settings: all, shown, seven };
}

it('counts what two levels of a row estimate once, and time spent wherever it was logged', () => {
  const data = dataset([
    timed('I-1', [100, 1, 50], levelIssue('I-1 Initiative')),
    timed('E-1', [10, 2, null], levelIssue('E-1 Epic ^I-1')),
    timed('A-1', [4, 3, 1], levelIssue('A-1 Story ^E-1')),
    timed('A-2', [null, null, null], levelIssue('A-2 Story ^E-1')),
  ]);
  const { result, notes } = estimate({ groupBy: { level: 'Initiative' } }, data);
  const [row] = result.rows;
  expect(row?.original.value).toBe(4 * H);
  expect(row?.remaining.value).toBe(1 * H);
  expect(row?.spent.value).toBe(6 * H);
  expect(row?.actualOfEstimated.value).toBe(4 * H);
  expect(result.total.original.value).toBe(4 * H);
  expect(notes.find(({ code }) => code === 'both-values')?.issues).toHaveLength(2);
  // By another field each issue has its own.
  expect(estimate({ groupBy: 'assignee' }, data).result.total.original.value).toBe(114 * H);
});

it('has the side of the error beside the number of the headline', () => {
  const errorOf = (data: Dataset) => {
    const { result, settings } = estimate({}, data);
    const { text, of } = estimationHeadline(result, settings, NOW)?.figures[0] ?? {};
    return `${text}, ${of}`;
  };
  // 6 + 5 hours of 10 + 2, then 10 of 8.
  expect(errorOf(WORK)).toBe('8.3% under, the original estimates');
  expect(errorOf(dataset([timed('A-1', [8, 10, 0])]))).toBe('25% over, the original estimates');
  expect(errorOf(dataset([timed('A-1', [8, 8, 0])]))).toBe('0%, as estimated');
});

it('compares the actual time of estimated issues with their estimate', () => {
  const { comparison } = estimate().result;
  expect([...comparison.rows]).toEqual([0, 2]);
  expect([...comparison.original].map(seconds => seconds / H)).toEqual([10, 2]);
  expect([...comparison.actual].map(seconds => seconds / H)).toEqual([6, 5]);
  const sides = [comparison.over, comparison.equal, comparison.under];
  expect(sides.map(({ issues }) => [...issues])).toEqual([[2], [], [0]]);
});

describe('the seven columns', () => {
  // Percent resolved, spent, actual, actual where estimated, original, error, remaining.
  it('are of each group and of all issues', () => {
    const { result, seven } = estimate();
    expect(result.rows.map(row => `${row.label}: ${seven(row)}`)).toEqual([
      'Ana: 50 7 9 6 10 40 2',
      'Ben: 100 5 5 5 2 -150 0',
      'Unassigned: 0 1 2 0 0 - 1',
    ]);
    // (12 - 11) / 12 over the two estimated issues.
    expect(seven(result.total)).toBe('50 13 16 11 12 8 3');
  });

  it('have no groups in the overview', () => {
    const { result, seven } = estimate({ groupBy: null });
    expect(result).toMatchObject({ groupBy: '', rows: [] });
    expect(seven(result.total)).toBe('50 13 16 11 12 8 3');
  });

  it('count an issue in each of its groups, and once in the total', () => {
    const { result } = estimate({ groupBy: 'label' });
    expect(result.rows.map(row => [row.label, (row.spent.value ?? 0) / H])).toEqual([
      ['x', 7],
      ['y', 4],
      ['None', 6],
    ]);
    expect(result.total.spent.value).toBe(13 * H);
  });

  it('take the resolution alone when the setting is off', () => {
    expect(estimate({ done: { kind: 'resolution' } }).result.total.percentResolved).toBe(25);
  });

  it('are 0 percent of nothing, without an error', () => {
    const { result, seven } = estimate({}, dataset([]));
    expect(seven(result.total)).toBe('0 0 0 0 0 - 0');
  });
});

it('opens to issues whose parts add up to the figure', () => {
  const hours = fc.option(fc.integer({ min: -3, max: 40 }));
  const times = fc.array(fc.tuple(hours, hours, hours), { maxLength: 12 });
  fc.assert(
    fc.property(times, rows => {
      const data = dataset(
        rows.map((each, index) =>
          timed(`P-${index}`, each, { assignee: index % 3 ? user(`Person ${index % 3}`) : null }),
        ),
      );
      const { result, shown } = estimate({}, data);
      for (const row of [result.total, ...result.rows]) {
        for (const column of shown) {
          const figure = column.figure?.(row);
          if (!figure) throw new Error('Every number has issues behind it.');
          const parts = figure.parts ?? figure.issues.map(() => 1);
          expect([...parts].reduce((sum, part) => sum + part, 0)).toBe(figure.value);
        }
        expect(row.actual.value).toBe((row.spent.value ?? 0) + (row.remaining.value ?? 0));
        expect(row.saved.value).toBe(
          (row.original.value ?? 0) - (row.actualOfEstimated.value ?? 0),
        );
      }
      for (const id of ['spent', 'remaining', 'original'] as const) {
        const sum = result.rows.reduce((all, row) => all + (row[id].value ?? 0), 0);
        expect(sum).toBe(result.total[id].value);
      }
    }),
    { numRuns: 60 },
  );
});

it('notes what makes times doubtful', () => {
  const subtask = issueType('Sub-task');
  const parent = { id: null, key: 'B-1' as never, summary: null, level: 0 };
  const data = dataset([
    timed('B-1', [8, null, 8]),
    timed('B-2', [4, 2, 1], { type: subtask, parent, resolved: NOW.asOf }),
    timed('B-3', [null, 2, null], { type: subtask, parent }),
    timed('B-4', [1, 1, -1]),
  ]);
  const codes = (shown: Partial<typeof estimationSettings.defaults.columns>) => {
    const columns = { ...estimationSettings.defaults.columns, ...shown };
    return estimate({ columns }, data).notes.map(note => [note.code, ...note.issues]);
  };
  expect(codes({ error: true, original: true })).toEqual([
    ['unestimated', 2],
    ['parent-and-sub-task', 1],
    ['resolved-with-remaining', 1],
    ['negative-time', 3],
    ['done-rules-differ', 1],
  ]);
  expect(codes({})).toEqual([
    ['resolved-with-remaining', 1],
    ['negative-time', 3],
    ['done-rules-differ', 1],
  ]);
  expect(codes({ percentResolved: false, actual: false, remaining: false })).toEqual([
    ['negative-time', 3],
  ]);
});

it('goes into a file in hours and whole percents', () => {
  const columns = { ...estimationSettings.defaults.columns, spent: false, error: true };
  const { result, settings } = estimate({ columns });
  expect(plainTable(estimationTable(result, settings, NOW))).toMatchObject({
    columns: [
      ...['Assignee', 'Percent resolved (%)', 'Spent + remaining (Hours)'],
      ...['Spent + remaining of estimated (Hours)'],
      ...['Estimate error (%)', 'Remaining estimate (Hours)'],
    ],
    rows: [
      ['Ana', 50, 9, 6, 40, 2],
      ['Ben', 100, 5, 5, -150, 0],
      ['Unassigned', 0, 2, 0, null, 1],
      ['Total', 50, 16, 11, 8, 3],
    ],
  });
});
