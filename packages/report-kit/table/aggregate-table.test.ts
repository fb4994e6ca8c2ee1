import { countOf, statisticOf } from '@tallyboard/core/measure/figures.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aggregateTable } from './aggregate-table.ts';
import { figureColumn, groupRows, type ReportTable, typedTable } from './report-table.ts';
import { ISSUES } from './units.ts';

const PARTS = ['todo', 'busy', 'done'] as const;

/** Rows by name with the numbers of their issues in each part, their sum, and a difference of two. */
function tableOf(sizes: Readonly<Record<string, readonly number[]>>) {
  let next = 0;
  const some = (count: number) => Uint32Array.from({ length: count }, () => next++);
  const row = (label: string, parts: readonly Uint32Array[]) => ({
    id: label,
    label,
    all: countOf(Uint32Array.from(parts.flatMap(part => [...part]))),
    todo: countOf(parts[0] ?? some(0)),
    busy: countOf(parts[1] ?? some(0)),
    done: countOf(parts[2] ?? some(0)),
  });
  const issues = Object.entries(sizes).map(([label, counts]) => [label, counts.map(some)] as const);
  const totals = PARTS.map((_, at) =>
    Uint32Array.from(issues.flatMap(([, parts]) => [...(parts[at] ?? [])])),
  );
  type Row = ReturnType<typeof row>;
  const table: ReportTable<Row> = {
    columns: [
      { id: 'label', header: 'Name', value: ({ label }) => label },
      figureColumn('all', 'All', ISSUES, ''),
      ...PARTS.map(part => figureColumn(part, part, ISSUES, '')),
      { id: 'net', header: 'Net', unit: ISSUES, value: line => line.all.value - line.done.value },
    ],
    ...groupRows<Row>(
      issues.map(([label, parts]) => row(label, parts)),
      row('', totals),
      'person',
    ),
  };
  return { table, shown: aggregateTable(table) };
}

test('a table without a figure of one or two issues stays whole', () => {
  const { table, shown } = tableOf({ Ana: [9, 3, 0], Bo: [5, 0, 4], Cy: [30, 4, 100] });
  expect(shown).toMatchObject({ ...typedTable(table), folded: 0 });
});

test.each([
  // The part and the row that the total would give away go too; so does the difference.
  [
    { Ana: [9, 3, 2], Bo: [5, 4, 6], Cy: [7, 8, 9] },
    [
      ['Ana', 14, 9, null, null, null],
      ['Bo', 15, 5, null, null, null],
      ['Cy', 24, 7, 8, 9, null],
      ['Total', 53, 21, 15, 17, null],
    ],
  ],
  // Two small groups hide each other.
  [
    { Ana: [9], Bo: [2], Cy: [1] },
    [
      ['Ana', 9, 9, null, null, null],
      ['Total', 12, 12, null, null, null],
    ],
  ],
  // One would be what the total has besides the others: the smallest of them goes too.
  [
    { Ana: [9], Bo: [4], Cy: [2] },
    [
      ['Ana', 9, 9, null, null, null],
      ['Total', 15, 15, null, null, null],
    ],
  ],
  [{ Ana: [2], Bo: [0] }, []],
])('%j', (sizes, rows) => {
  expect(tableOf(sizes).shown.rows).toEqual(rows);
});

test('a sum or a mean to which two issues add something is one of two issues', () => {
  const row = (label: string, from: number, hours: readonly number[]) => {
    const issues = Uint32Array.from(hours, (_, at) => from + at);
    const all = countOf(issues);
    const spent = statisticOf('sum', issues, Float64Array.from(hours));
    return { id: label, label, all, spent, mean: statisticOf('mean', issues, spent.parts) };
  };
  const shown = (ana: readonly number[], bo: readonly number[]) =>
    aggregateTable<ReturnType<typeof row>>({
      columns: [
        { id: 'label', header: 'Name', value: ({ label }) => label },
        figureColumn('all', 'All', ISSUES, ''),
        figureColumn('spent', 'Spent', ISSUES, ''),
        figureColumn('mean', 'Mean', ISSUES, ''),
      ],
      ...groupRows([row('Ana', 0, ana), row('Bo', 10, bo)], row('', 0, [...ana, ...bo]), 'person'),
    }).rows.slice(0, 2);
  expect(shown([5, 1, 0, 2], [3, 4, 0, 2])).toEqual([
    ['Ana', 4, 8, 2],
    ['Bo', 4, 9, 2.25],
  ]);
  expect(shown([0, 5, 0, 0], [3, 4, 0, 2])[0]).toEqual(['Ana', 4, null, null]);
});

test('a total does not say that each of many rows has one issue', () => {
  const ones = Array.from({ length: 2_000 }, (_, n) => [`Person ${n}`, [1]] as const);
  expect(tableOf(Object.fromEntries(ones)).shown).toMatchObject({ rows: [], folded: 2_000 });
});

/** Narrows the bounds of the cells by the equations until nothing changes: those that are left with one value are known. */
function solve(cells: (number | null)[][]) {
  const low = cells.map(row => row.map(cell => cell ?? 0));
  const high = cells.map(row => row.map(cell => cell ?? 1_000));
  const width = cells[0]?.length ?? 0;
  const sums = [
    ...cells.map((row, at) => row.map((_, column) => [at, column] as const)),
    ...Array.from({ length: width }, (_, column) =>
      [cells.length - 1, ...cells.keys()].slice(0, cells.length).map(at => [at, column] as const),
    ),
  ];
  for (let changed = true; changed; ) {
    changed = false;
    for (const [whole, ...parts] of sums) {
      if (!whole) continue;
      for (const [row, column] of [...parts, whole]) {
        const others = (bounds: number[][]) =>
          parts
            .filter(each => each[0] !== row || each[1] !== column)
            .reduce((sum, [r, c]) => sum + (bounds[r]?.[c] ?? 0), 0);
        const of = (bounds: number[][]) => bounds[whole[0]]?.[whole[1]] ?? 0;
        const isWhole = row === whole[0] && column === whole[1];
        const [from, to] = isWhole
          ? [others(low), others(high)]
          : [of(low) - others(high), of(high) - others(low)];
        const [lows, highs] = [low[row], high[row]];
        if (!lows || !highs) continue;
        if (from > (lows[column] ?? 0) || to < (highs[column] ?? 0)) changed = true;
        lows[column] = Math.max(lows[column] ?? 0, from);
        highs[column] = Math.min(highs[column] ?? 0, to);
      }
    }
  }
  return { low, high };
}

test('no bounds of whole numbers leave a hidden cell one value', () => {
  const counts = fc.array(fc.constantFrom(0, 1, 2, 3, 4, 7, 20), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(counts, { minLength: 2, maxLength: 7 }), rows => {
      const sizes = rows.map((parts, at) => [`Person ${at}`, parts] as const);
      const { table, shown } = tableOf(Object.fromEntries(sizes));
      const truth = typedTable(table).rows;
      const cells = truth.map(([name]) => {
        const row = shown.rows.find(each => each[0] === name);
        return Array.from({ length: 4 }, (_, at) => (row?.[at + 1] ?? null) as number | null);
      });
      const { low, high } = solve(cells);
      for (const [at, row] of cells.entries())
        for (const [column, cell] of row.entries()) {
          const value = Number(truth[at]?.[column + 1]);
          if (cell === null && value > 0 && value < 3)
            expect(low[at]?.[column], `${at}, ${column}`).not.toBe(high[at]?.[column]);
        }
    }),
    { numRuns: 300 },
  );
});
