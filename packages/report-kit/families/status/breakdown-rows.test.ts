import { doneInForce } from '@tallyboard/core/measure/done-in-force.ts';
import type { GroupBy } from '@tallyboard/core/measure/group-by.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { issueColumns } from '../../figures/issue-columns.ts';
import { settingsTable } from '../../settings/table.ts';
import { plainTable } from '../../table/report-table.ts';
import { type BreakdownTable, breakdownTables } from './breakdown-rows.ts';
import { breakdownTable } from './breakdown-table.ts';
import { STATUS_SETTINGS, type StatusSettings } from './status-settings.ts';

const NOW = context({ asOf: Date.UTC(2026, 2, 4, 17) });

const STORY = datasetFromText(`
  A-1  5pt @ana  #ui #api | Tue done
  A-2  3pt @ana  #ui      | Tue started
  A-3      @ben  #api due:2026-03-03
  B-1  2pt @ben           | Wed 09:00 done
  B-2  1pt                | Tue started
`);

function table(settings: Partial<StatusSettings> & { groupBy: GroupBy }, dataset = STORY) {
  const all = { ...settingsTable(STATUS_SETTINGS).defaults, ...settings };
  const columns = issueColumns(dataset, all, NOW, doneInForce(dataset, all, NOW).rule);
  const [made] = breakdownTables(dataset, columns, [settings.groupBy], all);
  if (!made) throw new Error('One grouping makes one table.');
  return made;
}

const inFile = (made: BreakdownTable) => plainTable(breakdownTable(made, { showStatusBars: true }));

describe('by assignee', () => {
  it('counts issues, in the order of the sort setting', () => {
    // Resolved: Ana 1, Ben 1, nobody 0; the mean is 2/3.
    expect(inFile(table({ groupBy: 'assignee' }))).toMatchObject({
      columns: [
        'Assignee',
        ...['Created', 'Percentage (%)', 'Resolved', 'Percent Resolved (%)'],
        ...['Compared to Average (%)', 'Overdue', 'Done', 'In Progress', 'To Do', 'No Category'],
      ],
      rows: [
        ['Unassigned', 1, 20, 0, 0, -100, 0, 0, 1, 0, 0],
        ['Ana', 2, 40, 1, 50, 50, 0, 1, 1, 0, 0],
        ['Ben', 2, 40, 1, 50, 50, 1, 1, 0, 1, 0],
        ['Total', 5, null, 2, 40, null, 1, 2, 2, 1, 0],
      ],
    });
  });

  it('adds up points; an issue without points is counted and adds 0', () => {
    const { rows } = inFile(
      table({
        groupBy: 'assignee',
        estimation: 'points',
        sorting: { by: 'resolved', descending: true },
      }),
    );
    expect(rows).toEqual([
      ['Ana', 2, 8, 72.73, 5, 62.5, 114.29, 0, 5, 3, 0, 0],
      ['Ben', 2, 2, 18.18, 2, 100, -14.29, 1, 2, 0, 0, 0],
      ['Unassigned', 1, 1, 9.09, 0, 0, -100, 0, 0, 1, 0, 0],
      ['Total', 5, 11, null, 7, 63.64, null, 1, 7, 4, 0, 0],
    ]);
  });

  it('adds up time in hours', () => {
    const issues = STORY.issues.map((issue, row) => ({
      ...issue,
      spentSeconds: [3_600, 1_800, null, 5_400, null][row] ?? null,
      remainingSeconds: [null, 1_800, 3_600, null, null][row] ?? null,
    }));
    const time = table({ groupBy: 'assignee', estimation: 'time' }, { ...STORY, issues });
    const { columns, rows } = inFile(time);
    expect(columns.slice(4, 8)).toEqual([
      'Time Spent (Hours)',
      'Time Remaining (Hours)',
      'Total Estimate (Hours)',
      'Percentage (%)',
    ]);
    expect(rows.map(row => [row[0], ...row.slice(4, 9)])).toEqual([
      ['Unassigned', 0, 0, 0, 0, -100],
      ['Ana', 1.5, 0.5, 2, 44.44, 50],
      ['Ben', 1.5, 1, 2.5, 55.56, 50],
      ['Total', 3, 1.5, 4.5, null, null],
    ]);
  });
});

it('counts an issue in each of its groups and once in the total', () => {
  const { rows, total } = table({ groupBy: 'label', sorting: { by: 'created', descending: true } });
  expect(rows.map(row => [row.label, row.created.value])).toEqual([
    ['api', 2],
    ['ui', 2],
    ['None', 2],
  ]);
  expect(total.created.value).toBe(5);
});

it('has no rows and a total of 0 for an empty dataset', () => {
  const { rows, total } = table({ groupBy: 'project' }, datasetFromText(''));
  expect(rows).toEqual([]);
  expect(total).toMatchObject({ created: { value: 0 }, percentResolved: 0 });
});

describe('whatever the issues are', () => {
  const person = fc.constantFrom('', '@ana', '@ben', '@cy');
  const points = fc.constantFrom('', '1pt', '5pt', '0.5pt');
  const event = fc.constantFrom('', '| Tue done', '| Tue started', '| Mon done | Tue reopened');
  const stories = fc
    .array(fc.tuple(person, points, event), { maxLength: 12 })
    .map(lines => lines.map((line, index) => `A-${index + 1} ${line.join(' ')}`).join('\n'));
  const estimations = fc.constantFrom('count' as const, 'points' as const);

  it('rows of a single-valued grouping add up to the total, and each figure recomputes from its issues', () => {
    fc.assert(
      fc.property(stories, estimations, (story, estimation) => {
        const dataset = datasetFromText(story);
        const { rows, total } = table({ groupBy: 'assignee', estimation }, dataset);
        const sum = (pick: (row: (typeof rows)[number]) => number | null) =>
          rows.reduce((all, row) => all + (pick(row) ?? 0), 0);
        expect(sum(row => row.created.value)).toBe(total.created.value);
        expect(sum(row => row.resolved.value)).toBe(total.resolved.value);
        for (const row of [...rows, total]) {
          const amount = (issues: Uint32Array) =>
            issues.reduce(
              (all, at) => all + (estimation === 'count' ? 1 : (dataset.issues[at]?.points ?? 0)),
              0,
            );
          for (const figure of [row.created, row.resolved, ...Object.values(row.categories)]) {
            expect(amount(figure.issues)).toBe(figure.value);
            if (figure.parts)
              expect([...figure.parts].reduce((a, b) => a + b, 0)).toBe(figure.value);
          }
          const categories = Object.values(row.categories);
          expect(categories.reduce((all, each) => all + (each.value ?? 0), 0)).toBe(
            row.created.value,
          );
        }
      }),
      { numRuns: 50 },
    );
  });
});
