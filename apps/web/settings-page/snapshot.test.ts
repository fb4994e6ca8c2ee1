import type { UserId } from '@tallyboard/core/model/ids.ts';
import { describe, expect, it, test } from 'vitest';
import {
  documentOf,
  lastSaveOf,
  losesUnreadable,
  MAX_CHARACTERS,
  mergeSections,
  readSnapshot,
  sameSnapshot,
  sectionChanges,
  sizeProblem,
  stamped,
} from './snapshot.ts';

const ANA = { id: 'u-ana' as UserId, name: 'Ana Roy' };

test.each([
  [undefined, 'absent'],
  [null, 'absent'],
  [{}, 'document'],
  ['{"a":1}', 'document'],
  ['hello', 'unreadable'],
  [[1], 'unreadable'],
  [5, 'unreadable'],
])('%j is %s', (raw, kind) => {
  expect(readSnapshot(raw).kind).toBe(kind);
});

test('values are equal in any order of their keys', () => {
  const snapshot = (raw: unknown) => readSnapshot(raw);
  expect(sameSnapshot(snapshot({ a: 1, b: [1, 2] }), snapshot({ b: [1, 2], a: 1 }))).toBe(true);
  expect(sameSnapshot(snapshot({ a: [1, 2] }), snapshot({ a: [2, 1] }))).toBe(false);
  expect(sameSnapshot(snapshot(undefined), snapshot({}))).toBe(false);
});

test('each save has an author and the next revision', () => {
  const first = stamped({ a: 1 }, readSnapshot(undefined), ANA, 1000);
  expect(first).toEqual({ a: 1, version: 1, revision: 1, savedBy: ANA, savedAt: 1000 });
  expect(stamped({}, readSnapshot(first), null, 2000)).toMatchObject({
    revision: 2,
    savedBy: null,
  });
  expect(stamped({}, readSnapshot({ revision: 'many' }), ANA, 0).revision).toBe(1);
  expect(lastSaveOf(readSnapshot(first))).toEqual({ name: 'Ana Roy', at: 1000 });
  expect(lastSaveOf(readSnapshot({ savedBy: 3, savedAt: 1e300 }))).toEqual({
    name: null,
    at: null,
  });
});

describe('two admins', () => {
  const base = { common: { format: 'A', zone: 'Z' }, burn: { lines: 1 }, age: {}, revision: 4 };
  const mine = { common: { format: 'B', zone: 'Z' }, burn: { lines: 2 }, age: {}, revision: 4 };
  const theirs = { common: { format: 'C', zone: 'Z' }, burn: { lines: 1 }, more: 1, revision: 5 };

  it('are told what who changed', () => {
    expect(sectionChanges(base, mine, theirs)).toEqual([
      {
        section: 'common',
        by: 'both',
        differences: [{ key: 'format', base: 'A', mine: 'B', theirs: 'C' }],
      },
      { section: 'burn', by: 'me', differences: [{ key: 'lines', base: 1, mine: 2, theirs: 1 }] },
      { section: 'age', by: 'them', differences: [] },
      {
        section: 'more',
        by: 'them',
        differences: [{ key: '', base: undefined, mine: undefined, theirs: 1 }],
      },
    ]);
  });

  it('keep what only one of them changed; the rest is chosen', () => {
    const merged = (side: 'mine' | 'theirs') => mergeSections(base, mine, theirs, () => side);
    expect(merged('mine')).toEqual({ ...mine, age: undefined, more: 1, revision: 5 });
    expect(merged('theirs')).toEqual({ ...theirs, burn: { lines: 2 } });
  });

  it('do not differ in what both changed alike, or took away', () => {
    expect(sectionChanges(base, { ...base, burn: 7 }, { ...base, burn: 7 })).toEqual([]);
    const { burn: _, ...without } = base;
    expect(mergeSections(base, without, { ...base, more: 1 }, () => 'theirs')).toEqual({
      ...without,
      more: 1,
    });
  });
});

test('a backup is needed when an unreadable value would be lost', () => {
  expect(losesUnreadable(readSnapshot('hello'), {})).toBe(true);
  expect(losesUnreadable(readSnapshot({ burn: 'x' }), { burn: 'x' })).toBe(false);
  expect(losesUnreadable(readSnapshot({ burn: 'x' }), { burn: { lines: 1 } })).toBe(true);
  expect(losesUnreadable(readSnapshot({ burn: {} }), { burn: { lines: 1 } })).toBe(false);
  expect(losesUnreadable(readSnapshot(undefined), { burn: {} })).toBe(false);
});

test('a document over the limit is refused with its largest section', () => {
  const fits = { text: 'x'.repeat(MAX_CHARACTERS - '{"text":""}'.length) };
  expect(sizeProblem(fits, String)).toBeNull();
  expect(sizeProblem({ ...fits, a: 1 }, section => `<${section}>`)).toMatch(
    /32,774 characters.*at most 32,768\. <text> takes 32,759/,
  );
});

test('an unreadable value is edited as an empty document', () => {
  expect(documentOf(readSnapshot([1]))).toEqual({});
});
