import type { ReportTable } from '@tallyboard/report-kit/table/report-table.ts';
import { ISSUES } from '@tallyboard/report-kit/table/units.ts';
import { expect, test } from 'vitest';
import { fitTable } from './wall-fit.ts';

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
