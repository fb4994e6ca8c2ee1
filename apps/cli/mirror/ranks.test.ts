import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMisplaced } from './ranks.ts';

test('rereading the found issues restores any order; one issue if one was ranked', () => {
  const moves = fc.array(fc.record({ from: fc.nat(), to: fc.nat() }), { maxLength: 8 });
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 30 }),
      moves,
      fc.boolean(),
      (size, ranked, rebalanced) => {
        const order = Array.from({ length: size }, (_, at) => String(at));
        const stored = new Map(order.map((id, at) => [id, `0|${at + 100}:`]));
        for (const { from, to } of ranked) {
          const [id = ''] = order.splice(from % size, 1);
          order.splice(to % size, 0, id);
        }
        const actual = new Map(order.map((id, at) => [id, `${rebalanced ? 1 : 0}|${at + 500}:`]));
        const fresh = new Set<string>();
        for (;;) {
          const wrong = findMisplaced(order, id => stored.get(id) ?? '', fresh);
          if (wrong.length === 0) break;
          for (const id of wrong) {
            expect(fresh.has(id)).toBe(false);
            fresh.add(id);
            stored.set(id, actual.get(id) ?? '');
          }
        }
        const inOrder = [...order].sort((a, b) =>
          (stored.get(a) ?? '') < (stored.get(b) ?? '') ? -1 : 1,
        );
        expect(inOrder).toEqual(order);
      },
    ),
  );
  const ranks = new Map([...'abcdef'].map((id, at) => [id, `0|${at}:`]));
  expect(findMisplaced([...'facbde'], id => ranks.get(id) ?? '', new Set())).toHaveLength(2);
});
