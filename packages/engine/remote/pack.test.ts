import { expect, test } from 'vitest';
import { pack, unpack } from './pack.ts';

test('what JSON lacks comes back, and what is in several places is one object', () => {
  const rows = Uint32Array.of(7, 0, 4_294_967_295, 3, 300, 301, 70_000);
  const figure = { kind: 'sum', value: -0, issues: rows, parts: Float64Array.of(0.1, Number.NaN) };
  const value = {
    figure,
    again: [figure, [rows], new Map<unknown, unknown>([[3, figure]]), new Set(['ä', 'b'])],
    none: undefined,
    numbers: [1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, null, undefined],
    $: ['map', []],
    $$more: { $: 'text' },
    others: [Uint8Array.of(1, 255), Int8Array.of(-1), Uint16Array.of(65_535), new Uint32Array(0)],
  };
  const read = unpack(pack(value)) as typeof value;
  expect(read).toStrictEqual(value);
  expect(Object.is(read.figure.value, -0)).toBe(true);
  expect(read.again[0]).toBe(read.figure);
  expect((read.again[1] as Uint32Array[])[0]).toBe(read.figure.issues);
  expect((read.again[2] as Map<unknown, unknown>).get(3)).toBe(read.figure);
});

test('ascending positions take a byte each, from any place of the bytes', () => {
  const rows = Uint32Array.from({ length: 1_000 }, (_, at) => 2 * at);
  const value = { rows, parts: Float64Array.of(1, 2) };
  const bytes = pack(value);
  expect(bytes.length).toBeLessThan(1_120);
  const moved = new Uint8Array(bytes.length + 3);
  moved.set(bytes, 3);
  expect(unpack(Buffer.from(moved.buffer, 3))).toStrictEqual(value);
  expect(unpack(moved.subarray(3))).toStrictEqual(value);
});

test('texts are mapped with the name of their member', () => {
  const bytes = pack({ iconUrl: 'a', name: 'a' }, (text, member) =>
    member === 'iconUrl' ? 'b' : text,
  );
  expect(unpack(bytes)).toEqual({ iconUrl: 'b', name: 'a' });
});
