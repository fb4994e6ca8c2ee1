import { countOf, statisticOf } from '@tallyboard/core/measure/figures.ts';
import type { BoardRows, Figure } from '@tallyboard/core/model/result.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { expect, test } from 'vitest';
import type { Headline, HeadlineFigure } from '../headline.ts';
import { cellValue, fileLines, type ReportTable } from '../table/report-table.ts';
import { PERCENT, POINTS } from '../table/units.ts';
import { boardTable } from './board-table.ts';

/** Issue 2 is on A and B, 3 on all three, 5 on none. */
const BOARDS: readonly BoardRows[] = [
  { id: 'board:1', name: 'A', rows: Uint32Array.of(0, 1, 2, 3) },
  { id: 'board:2', name: 'B', rows: Uint32Array.of(2, 3, 4) },
  { id: 'query:3', name: 'C', rows: Uint32Array.of(3) },
];
const ALL = Uint32Array.of(0, 1, 2, 3, 4, 5);
const POINTS_OF = [1, 2, 4, 8, 16, 32];
const EMPTY: ReportTable = { columns: [], rows: [], rowId: String, nameOf: String };

const shown = (id: string, figure: Figure, init: Partial<HeadlineFigure> = {}): HeadlineFigure => ({
  id,
  label: id,
  text: '',
  value: figure.value,
  drill: { reason: '', figure },
  ...init,
});

function linesOf(
  figures: readonly HeadlineFigure[],
  { boards = BOARDS, table = EMPTY }: { boards?: readonly BoardRows[]; table?: ReportTable } = {},
) {
  const headline: Headline = { figures };
  const report = { headline: () => headline, table: () => table };
  const made = boardTable(report, { result: null, boards }, null, context());
  return (
    made &&
    fileLines(made).map(({ row }) =>
      made.columns.map(column => cellValue(column, row)).map(value => value ?? null),
    )
  );
}

test('rows of counts and sums add up to the total', () => {
  const sum = statisticOf('sum', ALL, POINTS_OF);
  const lines = linesOf([shown('issues', countOf(ALL)), shown('points', sum, { unit: POINTS })]);
  expect(lines).toEqual([
    ['A', 4, 15],
    ['B', 3, 28],
    ['C', 1, 8],
    // Issue 2 once more, issue 3 twice more.
    ['On more than one board', -3, -(4 + 8 + 8)],
    ['On none of the boards now', 1, 32],
    ['Total', 6, 63],
  ]);
});

test('what is shown below 0 stays so, and adds up', () => {
  const removed = shown('removed', countOf(Uint32Array.of(2, 4)), { value: -2 });
  expect(linesOf([removed])).toEqual([
    ['A', -1],
    ['B', -2],
    ['C', 0],
    ['On more than one board', 1],
    ['Total', -2],
  ]);
});

test('medians and percentages are those of each board, and have no sum', () => {
  const done = countOf(Uint32Array.of(0, 2, 5));
  const whole = countOf(ALL);
  const table: ReportTable = {
    ...EMPTY,
    columns: [
      { id: 'name', header: '' },
      {
        id: 'share',
        header: '',
        unit: PERCENT,
        figure: () => done,
        value: () => 50,
        percentOf: () => whole,
      },
    ],
    total: { label: 'Total', row: {} },
  };
  const share = shown('share', done, { value: undefined });
  const median = shown('median', statisticOf('median', ALL, POINTS_OF));
  const lines = linesOf([median, share], { table });
  expect(lines).toEqual([
    ['A', 3, 50],
    ['B', 8, expect.closeTo(100 / 3)],
    ['C', 8, 0],
    ['Total', 6, 50],
  ]);
});

test('numbers that their issues do not make have no column; a set of one board has no table', () => {
  const average = shown('average', countOf(ALL), { value: 1.5 });
  const text = shown('text', countOf(ALL), { value: undefined });
  expect(linesOf([average, text])).toBeNull();
  expect(linesOf([shown('issues', countOf(ALL))], { boards: BOARDS.slice(0, 1) })).toBeNull();
});
