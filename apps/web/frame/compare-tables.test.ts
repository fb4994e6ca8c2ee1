import { sumOfEntries } from '@tallyboard/core/measure/figures.ts';
import type { ReportTable } from '@tallyboard/report-kit/table/report-table.ts';
import { ISSUES, PERCENT } from '@tallyboard/report-kit/table/units.ts';
import { expect, test } from 'vitest';
import { changedCells } from './compare-tables.ts';

type Row = readonly [id: string, resolved: number, percent: number | null];

function tableOf(rows: readonly Row[], total?: Row, name = ''): ReportTable<Row> {
  return {
    columns: [
      { id: 'name', header: 'Assignee', value: ([id]) => id },
      {
        id: 'resolved',
        header: 'Resolved',
        unit: ISSUES,
        figure: ([id, resolved]) => sumOfEntries([[id.length, resolved]]),
        reason: name,
      },
      { id: 'percent', header: 'Percent', unit: PERCENT, value: ([, , percent]) => percent },
    ],
    rows,
    rowId: ([id]) => id,
    nameOf: ([id]) => id.split(' ')[0] ?? '',
    total: total && { label: 'Total', row: total },
  };
}

test('finds cells that differ, also in added and removed rows', () => {
  const before = tableOf(
    [
      ['Ana', 3, 60],
      ['Bo', 1, 50],
    ],
    ['', 4, 57.1],
  );
  const after = tableOf(
    [
      ['Cy', 0, null],
      ['Ana', 3, 60],
    ],
    ['', 3, 57.1],
  );
  const cells = changedCells(before, after).map(cell => [
    cell.row,
    cell.column,
    cell.before,
    cell.after,
  ]);
  expect(cells).toEqual([
    ['Bo', 'Resolved', 1, null],
    ['Bo', 'Percent (%)', 50, null],
    ['Total', 'Resolved', 4, 3],
    ['Cy', 'Resolved', null, 0],
  ]);
});

test('a cell opens the issues of its own row and column', () => {
  const [cell] = changedCells(
    tableOf(
      [
        ['Ana', 1, 1],
        ['Bo', 2, 1],
      ],
      undefined,
      'old',
    ),
    tableOf(
      [
        ['Ana', 1, 1],
        ['Bo', 3, 1],
      ],
      undefined,
      'new',
    ),
  );
  expect(cell?.drill.before()).toMatchObject({ title: 'Resolved · Bo', reason: 'old' });
  expect(cell?.drill.after()).toMatchObject({ reason: 'new', figure: { value: 3 } });
});

test('rows of the same name are distinguished by their ids', () => {
  const table = (second: number) =>
    tableOf([
      ['Ana 1', 1, 1],
      ['Ana 2', second, 1],
    ]);
  expect(changedCells(table(2), table(3))).toMatchObject([{ row: 'Ana', before: 2, after: 3 }]);
});
