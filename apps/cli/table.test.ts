import { expect, test } from 'vitest';
import { alignedTable } from './table.ts';

test('columns line up, numbers at the right, wide letters counted as two, control characters harmless', () => {
  const text = alignedTable({
    columns: ['Name', 'n'],
    rows: [
      ['Ana', 5],
      ['已完成', 12.5],
      ['a\u001b[31mb', null],
    ],
  });
  expect(text.split('\n')).toEqual([
    'Name        n',
    '-------  ----',
    'Ana         5',
    '已完成   12.5',
    'a [31mb     -',
    '',
  ]);
});
