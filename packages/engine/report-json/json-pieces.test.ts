import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonPieces } from './json-pieces.ts';

const listOf = <T>(length: number, item: T): T[] => Array(length).fill(item);

it('pieces are those of the indented text', () => {
  const small = fc.jsonValue({ maxDepth: 2 });
  const value = fc.letrec(tie => ({
    value: fc.oneof(
      { depthSize: 'small' },
      small,
      fc
        .tuple(fc.constantFrom(10, 4_999, 12_000), small)
        .map(([length, item]) => listOf(length, item)),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.string(), fc.oneof(tie('value'), fc.constant(undefined)), { maxKeys: 4 }),
    ),
  })).value;
  fc.assert(
    fc.property(value, value => {
      expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value, null, 2));
    }),
    { numRuns: 60 },
  );
});

it('no piece is large where values are many', () => {
  const pieces = [...jsonPieces({ deep: [{ keys: listOf(100_000, 'APP-12345') }] })];
  expect(Math.max(...pieces.map(piece => piece.length))).toBeLessThan(200_000);
});
