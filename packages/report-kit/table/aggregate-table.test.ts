import { expect, test } from 'vitest';
import { countOf } from '../figures/figures.ts';
import { aggregateTable } from './aggregate-table.ts';
import { figureColumn, groupRows } from './report-table.ts';
import { ISSUES } from './units.ts';

/** Rows by name with the numbers of their issues, of which the second is a part. */
function tableOf(sizes: Readonly<Record<string, readonly [number, number]>>, total: number) {
  const figure = (value: number) => countOf(Uint32Array.from({ length: value }));
  const row = (label: string, [all, part]: readonly [number, number]) => ({
    id: label,
    label,
    all: figure(all),
    part: figure(part),
  });
  type Row = ReturnType<typeof row>;
  const rows = Object.entries(sizes).map(([label, each]) => row(label, each));
  return aggregateTable<Row>({
    columns: [
      { id: 'label', header: 'Name', value: ({ label }) => label },
      figureColumn('all', 'All', ISSUES, ''),
      figureColumn('part', 'Part', ISSUES, ''),
    ],
    ...groupRows<Row>(rows, row('', [total, 0])),
  });
}

test.each([
  // Cells of one or two are empty, a 0 is not.
  [
    { Ana: [9, 2], Bo: [5, 0] },
    14,
    [
      ['Ana', 9, null],
      ['Bo', 5, 0],
    ],
  ],
  // Two small groups hide each other.
  [{ Ana: [9, 3], Bo: [2, 0], Cy: [1, 0] }, 12, [['Ana', 9, 3]]],
  // One would be what the total has besides the others: the next smallest goes too.
  [{ Ana: [9, 3], Bo: [4, 4], Cy: [2, 0] }, 15, [['Ana', 9, 3]]],
] as const)('%j', (sizes, total, rows) => {
  expect(tableOf(sizes, total).rows.slice(0, -1)).toEqual(rows);
});

test('of one or two issues in all nothing is shown, not even a 0', () => {
  expect(tableOf({ Ana: [2, 1], Bo: [0, 0] }, 2)).toMatchObject({ rows: [], folded: 2 });
});
