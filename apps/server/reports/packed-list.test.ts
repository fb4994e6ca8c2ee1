import type { IssueList } from '@tallyboard/engine/report-json/plain-result.ts';
import { expect, test } from 'vitest';
import { packLists, unpackList } from './packed-list.ts';

const LENGTH = 10_000;

test('lists come back as they were', async () => {
  const lists = new Map<string, IssueList>([
    ['ascending', Uint32Array.from({ length: LENGTH }, (_, at) => 3 * at)],
    ['unsorted', Uint32Array.of(7, 2 ** 32 - 1, 0, 5, 5)],
    ['none', new Uint32Array()],
    ['numbers', Float64Array.from({ length: LENGTH }, (_, at) => (at % 7) / 3)],
    ['few numbers', Float64Array.of(Number.NaN, -0, 1e300)],
    ['records', [{ key: 'P-1', summary: 'Ä' }, null]],
  ]);
  const packed = await packLists(lists);
  for (const [name, list] of lists)
    expect(await unpackList(packed.get(name) as never), name).toEqual(list);
});

test('long lists are compressed, and a list with several names is packed once', async () => {
  const rows = Uint32Array.from({ length: LENGTH }, (_, at) => at);
  const packed = await packLists(
    new Map([
      ['one', rows],
      ['other', rows],
    ]),
  );
  expect(packed.get('one')).toBe(packed.get('other'));
  expect(packed.get('one')?.bytes.length).toBeLessThan(rows.byteLength / 100);
});
