import { sumOfEntries } from '@tallyboard/report-kit/figures/figures.ts';
import { expect, test } from 'vitest';
import { changedCells } from './compare-tables.ts';

const columns = ['Assignee', 'Resolved', 'Percent'];

test('cells that differ, also of rows that came or went', () => {
  const before = {
    columns,
    rows: [
      ['Ana', 3, 60],
      ['Bo', 1, 50],
      ['Total', 4, 57.1],
    ],
  };
  const after = {
    columns,
    rows: [
      ['Total', 3, 57.1],
      ['Ana', 3, 60],
      ['Cy', 0, null],
    ],
  };
  expect(changedCells(before, after).map(({ id, behind, ...cell }) => Object.values(cell))).toEqual(
    [
      ['Bo', 'Resolved', 1, null],
      ['Bo', 'Percent', 50, null],
      ['Total', 'Resolved', 4, 3],
      ['Cy', 'Resolved', null, 0],
    ],
  );
});

test('what is behind a cell is that of its own row and column', () => {
  const table = (name: string, value: number) => ({
    columns,
    rows: [
      ['Ana', 1, 1],
      ['Bo', value, 1],
    ],
    behind: (row: number, column: number) => ({
      reason: `${name} ${row} ${column}`,
      figure: sumOfEntries([[row, value]]),
      number: { unit: 1 },
    }),
  });
  const [cell] = changedCells(table('old', 2), table('new', 3));
  expect([cell?.behind.before()?.reason, cell?.behind.after()?.reason]).toEqual([
    'old 1 1',
    'new 1 1',
  ]);
});

test('rows of the same words are told apart by their order', () => {
  const table = (second: number) => ({
    columns,
    rows: [
      ['', 1, 1],
      ['', second, 1],
    ],
  });
  expect(changedCells(table(2), table(3))).toMatchObject([{ row: ' (2)', before: 2, after: 3 }]);
});
