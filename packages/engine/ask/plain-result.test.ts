import type { IssueKey } from '@tallyboard/core/model/ids.ts';
import { expect, test } from 'vitest';
import { type IssueList, plainResult } from './plain-result.ts';

const KEYS = () => ['P-1', 'P-2'] as IssueKey[];

/** Lists as arrays. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

test('a result becomes plain JSON with issue keys instead of rows', () => {
  const result = {
    figure: { value: 3.5, issues: Uint32Array.of(1, 0), parts: Float64Array.of(3, Number.NaN) },
    byName: new Map([['Ana', { value: Number.POSITIVE_INFINITY, avatarUrl: 'https://x/a.png' }]]),
    list: [null, 'text', true, undefined],
    missing: undefined,
  };
  expect(plain(plainResult(result, KEYS))).toEqual({
    figure: { value: 3.5, issues: ['P-2', 'P-1'], parts: [3, null] },
    byName: { Ana: { value: null } },
    list: [null, 'text', true, null],
  });
});

test('durations in milliseconds become seconds, instants stay', () => {
  const result = {
    mean: { value: 90_000, issues: Uint32Array.of(0), parts: Float64Array.of(90_000) },
    count: { value: 1, issues: Uint32Array.of(0) },
    median: null,
    at: Float64Array.of(1_767_225_600_000),
  };
  expect(plain(plainResult(result, KEYS, { milliseconds: ['mean', 'median'] }))).toEqual({
    mean: { value: 90, issues: ['P-1'], parts: [90] },
    count: { value: 1, issues: ['P-1'] },
    median: null,
    at: [1_767_225_600_000],
  });
});

test('lists that name single issues are left out and given by their pointers', () => {
  const figure = {
    value: 90,
    issues: Uint32Array.of(1, 0),
    parts: Float64Array.of(60_000, 30_000),
  };
  const result = {
    spent: [figure],
    byName: new Map([['a/b', { count: 1, keys: ['P-1'], at: Float64Array.of(5) }]]),
    records: [{ key: 'P-1', summary: 'One', rows: Uint32Array.of(0) }],
    days: [1, 2],
  };
  const lists = new Map<string, IssueList>();
  expect(plain(plainResult(result, KEYS, { milliseconds: ['spent'], lists }))).toEqual({
    spent: [{ value: 0.09 }],
    byName: { 'a/b': { count: 1, at: [5] } },
    days: [1, 2],
  });
  const { '/records': records, ...others } = Object.fromEntries(lists);
  expect(others).toEqual({
    '/spent/0/issues': figure.issues,
    '/spent/0/parts': Float64Array.of(60, 30),
    '/byName/a~1b/keys': ['P-1'],
  });
  expect(plain(records)).toEqual([{ key: 'P-1', summary: 'One', rows: ['P-1'] }]);
});
