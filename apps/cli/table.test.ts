import { expect, test } from 'vitest';
import { alignedTable } from './table.ts';

test('columns are aligned, numbers to the right; wide characters count as two; control characters are replaced', () => {
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
