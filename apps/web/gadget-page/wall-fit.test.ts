import type { ReportTable } from '@tallyboard/report-kit/table/report-table.ts';
import { ISSUES } from '@tallyboard/report-kit/table/units.ts';
import { expect, test } from 'vitest';
import { fitTable, headLines } from './wall-fit.ts';

function tableOf(rowCount: number, columnIds: string): ReportTable<number> {
  const columns = [...columnIds].map(id => ({
    id,
    header: id,
    unit: ISSUES,
    value: () => 1_000_000,
  }));
  return {
    columns: [{ id: 'name', header: 'Name', value: row => `Row ${row}` }, ...columns],
    rows: Array.from({ length: rowCount }, (_, row) => row),
    rowId: String,
    nameOf: String,
    total: { label: 'Total', row: -1 },
  };
}

const fit = (rows: number, columns: string, order?: (ids: readonly string[]) => string[]) => {
  const {
    columns: shown,
    rows: whole,
    hidden,
    scale,
  } = fitTable(tableOf(rows, columns), { width: 400, height: 42 + 26 * 6 }, order);
  const ids = shown.slice(1).map(({ id }) => id);
  return `${ids.join('')} ${whole.length}+${hidden} x${scale}`;
};

test('a small table is enlarged, and rows that do not fit are counted', () => {
  expect(fit(1, 'ab')).toBe('ab 1+0 x1.6');
  expect(fit(5, 'ab')).toBe('ab 5+0 x1');
  // Five rows have room beside head and total; the fifth line is the count.
  expect(fit(6, 'ab')).toBe('ab 4+2 x1');
});

test('the first columns of the order are shown, in the order of the table', () => {
  expect(fit(5, 'abcdef')).toBe('abcd 5+0 x1');
  expect(fit(5, 'abcdef', ids => ['f', ...ids])).toBe('abcf 5+0 x1');
});

test('columns have the order of the screen, and room for heads of two lines', () => {
  const named = ['Estimate', 'Original Estimate Error', 'Estimate'].map((header, at) => ({
    id: 'abc'[at] ?? '',
    header,
    value: () => 1,
  }));
  const shown = (first: readonly string[], width: number) => {
    const table = { ...tableOf(5, ''), columns: [...tableOf(5, '').columns, ...named], first };
    const { columns } = fitTable(table, { width, height: 42 + 26 * 6 });
    return columns.map(({ id }) => id).join(' ');
  };
  expect(shown(['name', 'b'], 400)).toBe('name b a c');
  // 'Estimate Error' is 14 characters of 7.4 px beside a name of 5 and paddings of 16.
  expect(shown(['name', 'b'], 174)).toBe('name b');
  expect(shown(['name', 'b'], 172)).toBe('name');
});

test('a head breaks at one place at most, into lines of like length', () => {
  const lines = (head: string) => headLines(head).replaceAll('\u00a0', '_');
  expect(lines('Original Estimate Error')).toBe('Original Estimate_Error');
  expect(lines('Actual of Estimated')).toBe('Actual_of Estimated');
  expect(lines('In Progress')).toBe('In Progress');
  expect(lines('To Do')).toBe('To_Do');
  expect(lines('Assignee')).toBe('Assignee');
});
