import type { IssueKey } from '@tallyboard/core/model/ids.ts';
import {
  InstantList,
  type RecordColumns,
  RecordList,
} from '@tallyboard/report-kit/figures/record-list.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KeyList, NumberList, writeJson } from './json-bytes.ts';

const listOf = <T>(length: number, item: T): T[] => Array(length).fill(item);

function piecesOf(value: unknown): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  writeJson(value, piece => pieces.push(piece));
  return pieces;
}

const RECENT = { min: new Date('1970-01-01'), max: new Date('2030-01-01'), noInvalidDate: true };

const textOf = (value: unknown) => Buffer.concat(piecesOf(value)).toString();

it('pieces are those of the indented text', () => {
  const small = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(Number.NaN, -0, 2 ** 53 - 1, 1e21, 5e-324, 999_999_999, 1_000_000_000),
    fc.string({ unit: 'binary', maxLength: 3000 }),
    fc.maxSafeInteger(),
    fc.double(),
    fc.tuple(fc.maxSafeInteger(), fc.constantFrom(10, 1000, 1e4, 1e6)).map(([a, b]) => a / b),
    fc.tuple(fc.integer(), fc.constantFrom(10, 1000, 1e4, 1e6)).map(([a, b]) => a / b),
  );
  const instant = fc.oneof(fc.date({ noInvalidDate: true }), fc.date(RECENT)).map(Number);
  const value = fc.letrec(tie => ({
    value: fc.oneof(
      { depthSize: 'small' },
      small,
      fc
        .tuple(fc.constantFrom(10, 4_999, 12_000), small)
        .map(([length, item]) => listOf(length, item)),
      fc
        .tuple(fc.array(fc.nat({ max: 3 }), { size: 'medium' }), fc.constantFrom('AB-22', 'Ä-2'))
        .map(
          ([rows, key]) => new KeyList(Uint32Array.from(rows), ['A-1', key, 'B-3'] as IssueKey[]),
        ),
      fc
        .tuple(fc.string(), fc.array(fc.tuple(fc.string(), fc.double(), instant), { maxLength: 5 }))
        .map(([name, all]) => {
          const numbers = Float64Array.from(all, ([, number]) => number);
          const at = new InstantList(all.map(each => each[2]));
          const columns: RecordColumns = {
            key: all.map(([text]) => text),
            at,
            [name]: { numbers },
            none: {},
          };
          return new RecordList(all.length, columns);
        }),
      fc.tuple(fc.array(fc.double()), fc.constantFrom(1, 1000)).map(([items, unit]) => {
        return new NumberList(Float64Array.from(items), unit);
      }),
      fc.array(fc.oneof(tie('value'), fc.constant(undefined)), { maxLength: 4 }),
      fc.dictionary(fc.string(), fc.oneof(tie('value'), fc.constant(undefined)), { maxKeys: 4 }),
    ),
  })).value;
  fc.assert(
    fc.property(value, value => {
      expect(textOf(value)).toBe(JSON.stringify(value, null, 2));
    }),
    { numRuns: 100 },
  );
});

it('no piece is large, and none ends within a character', () => {
  const value = { deep: [{ keys: listOf(100_000, 'APP-12345'), names: listOf(50_000, 'Zoë') }] };
  const pieces = piecesOf(value);
  expect(pieces.length).toBeGreaterThan(5);
  expect(Math.max(...pieces.map(piece => piece.length))).toBeLessThan(300_000);
  expect(pieces.map(piece => Buffer.from(piece).toString()).join('')).toBe(
    JSON.stringify(value, null, 2),
  );
});

it('a piece that may be overwritten is used again', () => {
  const value = listOf(100_000, 'APP-12345');
  const buffers = new Set<ArrayBufferLike>();
  let text = '';
  writeJson(value, piece => {
    buffers.add(piece.buffer);
    text += Buffer.from(piece).toString();
    return true;
  });
  expect(text).toBe(JSON.stringify(value, null, 2));
  expect(buffers.size).toBe(1);
});

it('a name may be about as long as a piece', () => {
  for (let length = 2 ** 18 - 5; length <= 2 ** 18; length++) {
    const value = { ['a'.repeat(length)]: 1 };
    expect(textOf(value) === JSON.stringify(value, null, 2)).toBe(true);
  }
});
