import type { IssueList } from '@tallyboard/engine/ask/plain-result.ts';
import { InstantList, RecordList } from '@tallyboard/report-kit/figures/record-list.ts';
import { expect, test } from 'vitest';
import { packLists, unpackList } from './packed-list.ts';

const LENGTH = 20_000;

test('lists come back as they were', async () => {
  const lists = new Map<string, IssueList>([
    ['ascending', Uint32Array.from({ length: LENGTH }, (_, at) => 3 * at)],
    ['unsorted', Uint32Array.of(7, 2 ** 32 - 1, 0, 127, 255, 127)],
    ['none', new Uint32Array()],
    ['numbers', Float64Array.from({ length: LENGTH }, (_, at) => (at % 7) / 3)],
    ['few numbers', Float64Array.of(Number.NaN, -0, 1e300)],
    ['values', [{ key: 'P-1', summary: 'Ä' }, null]],
  ]);
  const packed = await packLists(lists);
  for (const [name, list] of lists)
    expect(await unpackList(packed.get(name) as never), name).toEqual(list);
});

test('records come back as their JSON', async () => {
  const records = new RecordList(2, {
    key: ['P-1', 'Ä'],
    start: new InstantList([0, Date.UTC(2026, 0)]),
    value: Float64Array.of(0.5, 3),
  });
  const [packed] = (await packLists(new Map([['issues', records]]))).values();
  expect(await unpackList(packed as never)).toEqual(records.toJSON());
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
