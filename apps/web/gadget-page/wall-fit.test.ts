import type { ReportTable } from '@tallyboard/report-kit/table/report-table.ts';
import { ISSUES } from '@tallyboard/report-kit/table/units.ts';
import { expect, test } from 'vitest';
import { byImportance, fitFigures, fitTable, headLines } from './wall-fit.ts';

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
    pages,
    scale,
  } = fitTable(tableOf(rows, columns), { width: 740, height: 52 + 38 * 6 }, order);
  const ids = shown.slice(1).map(({ id }) => id);
  return `${ids.join('')} ${pages.map(page => page.join()).join(' ')} x${scale}`;
};

test('a small table is enlarged, one that does not fit has pages, which show each row', () => {
  expect(fit(1, 'ab')).toBe('ab 0 x1.4');
  expect(fit(5, 'ab')).toBe('ab 0,1,2,3,4 x1');
  // Five rows have room beside head and total; the fifth line is the number of the page.
  expect(fit(6, 'ab')).toBe('ab 0,1,2,3 4,5 x1');
  expect(fit(9, 'ab')).toBe('ab 0,1,2,3 4,5,6,7 8 x1');
});

test('the first columns of the order are shown, in the order of the table', () => {
  expect(fit(5, 'abcdef')).toBe('abcd 0,1,2,3,4 x1');
  expect(fit(5, 'abcdef', ids => ['f', ...ids])).toBe('abcf 0,1,2,3,4 x1');
});

test('the figure with the goal comes first and stays, the others take turns only after the text is smaller', () => {
  const figures = [{ id: 1 }, { id: 2 }, { id: 3, goal: {} }];
  expect(byImportance(figures).map(({ id }) => id)).toEqual([3, 1, 2]);
  const fitting = (widths: readonly number[], room: number) =>
    fitFigures(scale => widths.map(width => width * scale), room);
  const whole = { bare: false, pages: [[1, 2]] };
  const bare = { bare: true, scale: 0.72 };
  expect(fitting([100, 100, 100], 348)).toEqual({ scale: 1, ...whole });
  expect(fitting([100, 100, 100], 347)).toEqual({ scale: 0.85, ...whole });
  expect(fitting([100, 100, 100], 264)).toEqual({ scale: 0.72, ...whole });
  // '+1' takes 60 px and a gap.
  expect(fitting([100, 100, 100], 263)).toEqual({ ...bare, pages: [[1], [2]] });
  expect(fitting([100, 100, 100, 40], 263)).toEqual({ ...bare, pages: [[1], [2], [3]] });
  expect(fitting([100, 100, 40, 40], 264)).toEqual({ ...bare, pages: [[1], [2, 3]] });
  expect(fitting([100, 100, 100], 251)).toEqual({ ...bare, pages: [[]] });
  expect(fitting([100, 200, 100], 263)).toEqual({ ...bare, pages: [[2]] });
  expect(fitting([900, 100], 50)).toEqual({ ...bare, pages: [[]] });
  expect(fitting([900], 50)).toEqual({ ...bare, pages: [[]] });
  // Words below a figure go before a figure does.
  const wordy = (scale: number, isBare: boolean) =>
    [100, 80, 80].map(width => (isBare ? width : 3 * width) * scale);
  expect(fitFigures(wordy, 320)).toEqual({ scale: 1, bare: true, pages: [[1, 2]] });
});

test('columns have the order of the screen, and room for heads of two lines', () => {
  const named = ['Estimate', 'Original Estimate Error', 'Estimate'].map((header, at) => ({
    id: 'abc'[at] ?? '',
    header,
    value: () => 1,
  }));
  const shown = (first: readonly string[], width: number) => {
    const table = { ...tableOf(5, ''), columns: [...tableOf(5, '').columns, ...named], first };
    const { columns } = fitTable(table, { width, height: 52 + 38 * 6 });
    return columns.map(({ id }) => id).join(' ');
  };
  expect(shown(['name', 'b'], 740)).toBe('name b a c');
  // 'Estimate Error' is 14 characters of 10.5 px beside a name of 5 of 13.7 px and paddings of 20.
  expect(shown(['name', 'b'], 256)).toBe('name b');
  expect(shown(['name', 'b'], 255)).toBe('name');
});

test('a head breaks at one place at most, into lines of like length', () => {
  const lines = (head: string) => headLines(head).replaceAll('\u00a0', '_');
  expect(lines('Original Estimate Error')).toBe('Original Estimate_Error');
  expect(lines('Actual of Estimated')).toBe('Actual_of Estimated');
  expect(lines('In Progress')).toBe('In Progress');
  expect(lines('To Do')).toBe('To_Do');
  expect(lines('Assignee')).toBe('Assignee');
});
