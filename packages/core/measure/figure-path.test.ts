import { expect, test } from 'vitest';
import { boardFigurePath, figureAt, figurePath } from './figure-path.ts';
import { countOf } from './figures.ts';

const figure = (...issues: number[]) => countOf(Uint32Array.from(issues));

const result = () => ({
  total: figure(1, 2, 3),
  groups: [
    { name: 'Ana Roy', resolved: figure(1) },
    { name: 'A/B 100%', resolved: figure(2, 3) },
  ],
  series: [[figure(9)]],
  byField: new Map([['priority', { high: figure(4) }]]),
});

test('a figure is found again in a recomputed result with rows in another order', () => {
  const first = result();
  const again = { ...result(), groups: result().groups.reverse() };
  for (const shown of [
    first.total,
    first.groups[0]?.resolved,
    first.groups[1]?.resolved,
    first.series[0]?.[0],
    first.byField.get('priority')?.high,
  ]) {
    if (!shown) throw new Error('The story lacks a figure.');
    const path = figurePath(first, shown);
    expect(figureAt(again, path ?? '')).toEqual(shown);
  }
  expect(figurePath(first, first.groups[1]?.resolved ?? first.total)).toBe(
    'groups/~A%2FB%20100%25/resolved',
  );
});

test.each(['', 'groups', 'groups/~Nobody/resolved', 'total/issues/0', '%', 'constructor'])(
  'nothing at %j',
  path => expect(figureAt(result(), path)).toBeNull(),
);

test('finds the issues of a note, and a figure made of the issues of another', () => {
  const notes = [{ code: 'unestimated', text: 'Two', issues: Uint32Array.of(5, 6) }];
  const [note] = notes;
  if (!note) throw new Error('The story lacks a note.');
  const path = figurePath({ notes }, countOf(note.issues));
  expect(path).toBe('notes/~unestimated');
  expect(figureAt({ notes }, path ?? '')).toEqual(countOf(note.issues));
});

test('a figure outside the result has no path', () => {
  expect(figurePath(result(), figure(1))).toBeNull();
});

test('the figure of a board of a set is found by that of the whole', () => {
  const boards = [
    { id: 'board:1', name: 'A', rows: Uint32Array.of(1, 2) },
    { id: 'query:2', name: 'B/C', rows: Uint32Array.of(2) },
  ];
  const computed = { boards, result: result() };
  const whole = figurePath(computed, computed.result.total) ?? '';
  expect(boardFigurePath('board:1', whole)).toBe('byBoard/board%3A1/result/total');
  const numberOf = (board: string) => figureAt(computed, boardFigurePath(board, whole))?.value;
  // Issues 1, 2 and 3: 3 is on no board, 2 on both.
  expect(['board:1', 'query:2', 'shared', 'none'].map(numberOf)).toEqual([2, 1, -1, 1]);
  for (const path of ['byBoard', 'byBoard/board%3A1', 'byBoard/board%3A1/result/nothing'])
    expect(figureAt(computed, path)).toBeNull();
  expect(figureAt({ result: result() }, boardFigurePath('board:1', 'result/total'))).toBeNull();
});
