import type { IssueKey } from '@tallyboard/core/model/ids.ts';
import {
  InstantList,
  type RecordColumns,
  RecordList,
} from '@tallyboard/report-kit/figures/record-list.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KeyList, NumberList, writeJson } from './write-json.ts';

const listOf = <T>(length: number, item: T): T[] => Array(length).fill(item);

function piecesOf(value: unknown): string[] {
  const pieces: string[] = [];
  writeJson(value, piece => pieces.push(piece));
  return pieces;
}

const RECENT = { min: new Date('1970-01-01'), max: new Date('2030-01-01'), noInvalidDate: true };

const textOf = (value: unknown) => piecesOf(value).join('');

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const hasList = (value: unknown): boolean =>
  Array.isArray(value) || (isObject(value) && Object.values(value).some(hasList));

function inLine(value: unknown): string {
  if (!isObject(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inLine).join(', ')}]`;
  const members = Object.entries(value).map(([name, item]) => `${inLine(name)}: ${inLine(item)}`);
  return `{${members.join(', ')}}`;
}

/** The text of a value as `JSON.stringify` reads it. */
function layOut(value: unknown, indentation = ''): string {
  if (!isObject(value) || Object.keys(value).length === 0) return JSON.stringify(value);
  if (Array.isArray(value) && !value.some(isObject)) return inLine(value);
  const inner = `${indentation}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const items = Array.isArray(value)
    ? value.map(item => (hasList(item) ? layOut(item, inner) : inLine(item)))
    : Object.entries(value).map(([name, item]) => `${inLine(name)}: ${layOut(item, inner)}`);
  return `${open}\n${inner}${items.join(`,\n${inner}`)}\n${indentation}${close}`;
}

const expectedOf = (value: unknown) => layOut(JSON.parse(JSON.stringify(value)));

it('pieces are those of the text', () => {
  const small = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(Number.NaN, -0, 2 ** 53 - 1, 1e21, 5e-324, 999_999_999, 1_000_000_000),
    fc.string({ unit: 'binary', maxLength: 3000 }),
    fc.maxSafeInteger(),
    fc.double(),
    fc.tuple(fc.maxSafeInteger(), fc.constantFrom(10, 1000, 1e4, 1e6)).map(([a, b]) => a / b),
    fc.tuple(fc.integer(), fc.constantFrom(10, 1000, 1e4, 1e6)).map(([a, b]) => a / b),
  );
  const instant = fc.oneof(
    fc.oneof(fc.date({ noInvalidDate: true }), fc.date(RECENT)).map(Number),
    fc.constant(Number.NaN),
  );
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
      expect(textOf(value)).toBe(expectedOf(value));
    }),
    { numRuns: 100 },
  );
});

it('each record is a line, also with lists', () => {
  const records = new RecordList(2, {
    key: ['A-1', 'A-2'],
    flagged: [true, false],
    assignee: [null, 'Zoë'],
    blockedBy: [[], ['B-1', 'B-2']],
  });
  const text = textOf({ records });
  expect(text.split('\n')).toHaveLength(6);
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify({ records })));
});

it('no piece is large', () => {
  const value = { deep: [{ keys: listOf(100_000, 'APP-12345'), names: listOf(50_000, 'Zoë') }] };
  const pieces = piecesOf(value);
  expect(pieces.length).toBeGreaterThan(5);
  expect(Math.max(...pieces.map(piece => piece.length))).toBeLessThan(300_000);
  expect(pieces.join('')).toBe(expectedOf(value));
});
