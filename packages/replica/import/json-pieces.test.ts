import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonPieces, LinePieces, type Piece } from './json-pieces.ts';

function cut(text: string, size = text.length, cutter: JsonPieces | LinePieces = new JsonPieces()) {
  const pieces = [];
  for (let i = 0; i < text.length; i += size) pieces.push(...cutter.take(text.slice(i, i + size)));
  return [...pieces, ...cutter.finish()].filter(({ of }) => of !== 'reply');
}

test('a reply without its list comes last', () => {
  const text = '{"names":{"x":"Size"},\n"issues":[\n{"id":"1"}],"schema":{"x":[1]}}';
  for (const size of [1, 3, 100]) {
    const pieces: Piece[] = [];
    const cutter = new JsonPieces();
    for (let at = 0; at < text.length; at += size)
      pieces.push(...cutter.take(text.slice(at, at + size)));
    const reply = { names: { x: 'Size' }, issues: [], schema: { x: [1] } };
    expect(pieces.map(({ of }) => of)).toEqual(['list', 'reply']);
    expect(JSON.parse(pieces[1]?.text ?? '')).toEqual(reply);
  }
});

describe('splitting JSON', () => {
  test.each([
    [
      'an array at the top',
      '[{"a":1},\n{"a":[2]}]',
      [
        ['{"a":1}', 1],
        ['{"a":[2]}', 2],
      ],
    ],
    [
      'a search reply',
      '{"total":2,"issues":[\n{"id":"1"},\n{"id":"2"}],"names":{"x":[1]}}',
      [
        ['{"id":"1"}', 2],
        ['{"id":"2"}', 3],
      ],
    ],
    [
      'a single object',
      '{"id":"1","fields":{"labels":["x"]}}',
      [['{"id":"1","fields":{"labels":["x"]}}', 1]],
    ],
    [
      'objects one after another',
      '{"a":1}\n{"a":2}',
      [
        ['{"a":1}', 1],
        ['{"a":2}', 2],
      ],
    ],
    ['brackets and quotes in texts', '[{"a":"]}\\"{["}]', [['{"a":"]}\\"{["}', 1]]],
    [
      'bare values',
      '[1, true,{"a":2}]',
      [
        ['1', 1],
        ['true', 1],
        ['{"a":2}', 1],
      ],
    ],
    [
      'two replies',
      '{"issues":[{"a":1}]}{"issues":[{"a":2}]}',
      [
        ['{"a":1}', 1],
        ['{"a":2}', 1],
      ],
    ],
    ['an empty reply', '{"issues":[],"total":0}', []],
  ])('%s, in chunks of every size', (_, text, wanted) => {
    for (const size of [1, 2, 3, 7, 100])
      expect(cut(text, size).map(({ text, line }) => [text.trim(), line])).toEqual(wanted);
  });

  test('marks a truncated value, with its line', () => {
    expect(cut('[{"a":1},\n{"a":').at(-1)).toEqual({ text: '{"a":', line: 2, cut: true });
    expect(cut('{"issues":[{"a":1}').map(({ cut }) => cut)).toEqual([undefined, true]);
  });

  test('restores any array of objects from chunks of any size', () => {
    const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 6 });
    fc.assert(
      fc.property(objects, fc.integer({ min: 1, max: 40 }), fc.boolean(), (values, size, reply) => {
        const text = JSON.stringify(
          reply ? { startAt: 0, issues: values, x: [] } : values,
          null,
          1,
        );
        expect(cut(text, size).map(piece => JSON.parse(piece.text))).toEqual(
          JSON.parse(JSON.stringify(values)),
        );
      }),
      { numRuns: 200 },
    );
  });
});

test('a broken line loses only that line', () => {
  const pieces = cut('{"a":1}\n{"a":\n\n{"a":3}', 4, new LinePieces());
  expect(pieces).toEqual([
    { text: '{"a":1}', line: 1 },
    { text: '{"a":', line: 2 },
    { text: '{"a":3}', line: 4 },
  ]);
});

test.each<[string, string, string, RegExp]>([
  ['brackets', '', '['.repeat(1 << 20), /nested more than 1000 deep/],
  ['one string', '[{"key":"', 'a'.repeat(1 << 20), /longer than 100 million/],
  ['the name of one member', '{"', 'a'.repeat(1 << 20), /longer than 100 million/],
])('a file of only %s is rejected', (_, head, chunk, message) => {
  const pieces = new JsonPieces();
  const takeAll = () => {
    for (const text of [head, ...Array(120).fill(chunk)]) Array.from(pieces.take(text));
  };
  expect(takeAll).toThrow(message);
});
