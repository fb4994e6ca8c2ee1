import { describe, expect, it } from 'vitest';
import { fetchAllPages, walkTokenPages } from './paginate.ts';

/** Pages by startAt; what is missing is empty. */
function pages(byStart: Record<number, unknown>) {
  const asked: number[] = [];
  const fetching = fetchAllPages({
    fetchPage: async startAt => {
      asked.push(startAt);
      return byStart[startAt] ?? { startAt, maxResults: 2, values: [] };
    },
    list: 'values',
    parseItem: value => Number(value),
    idOf: item => item,
    where: 'list',
    pageSize: 2,
  });
  return fetching.then(paged => ({ ...paged, asked }));
}

describe('lists by startAt', () => {
  it.each([
    [
      'ends at isLast',
      { 0: { values: [1, 2], maxResults: 2, isLast: false }, 2: { values: [3], isLast: true } },
      [1, 2, 3],
      [0, 2],
    ],
    [
      'ends at the total of a page that is not full',
      { 0: { values: [1], maxResults: 2, total: 1 } },
      [1],
      [0],
    ],
    [
      'asks behind a full page that reaches its total',
      { 0: { values: [1, 2], maxResults: 2, total: 2 } },
      [1, 2],
      [0, 2],
    ],
    [
      'goes on where the total lies',
      {
        0: { values: [1, 2], maxResults: 2, total: 1 },
        2: { values: [3, 4], maxResults: 2, total: 1 },
      },
      [1, 2, 3, 4],
      [0, 2, 4],
    ],
    [
      'advances by what came when pages shrink',
      {
        0: { values: [1], maxResults: 1, total: 3 },
        1: { values: [2], maxResults: 1, total: 3 },
        2: { values: [3], maxResults: 1, total: 3 },
      },
      [1, 2, 3],
      [0, 1, 2, 3],
    ],
    [
      'takes an item once',
      {
        0: { values: [1, 2], maxResults: 2, total: 4 },
        2: { values: [2, 3], maxResults: 2, total: 4 },
      },
      [1, 2, 3],
      [0, 2, 4],
    ],
    [
      'passes over an empty page before the last',
      { 0: { values: [], maxResults: 2, isLast: false }, 2: { values: [3], isLast: true } },
      [3],
      [0, 2],
    ],
    [
      'gives up after three pages of nothing',
      {
        0: { values: [], maxResults: 2, isLast: false },
        2: { values: [], maxResults: 2, isLast: false },
        4: { values: [], maxResults: 2, isLast: false },
      },
      [],
      [0, 2, 4],
    ],
    ['takes a bare array for the whole', { 0: [1, 2, 3] }, [1, 2, 3], [0]],
  ])('%s', async (_, byStart, items, asked) => {
    const paged = await pages(byStart);
    expect([paged.items, paged.asked]).toEqual([items, asked]);
  });

  it('is cut after three pages of nothing under isLast: false, and not at an end', async () => {
    const nothing = { values: [], maxResults: 2, isLast: false };
    expect((await pages({ 0: nothing, 2: nothing, 4: nothing })).cut).toMatch(/anything new/);
    expect((await pages({ 0: { values: [1], isLast: true } })).cut).toBeNull();
  });

  it.each([
    [{}],
    [{ errorMessages: ['Something is down'] }],
    [{ total: 3 }],
    [{ isLast: true }],
    [{ values: null }],
  ])('a reply without its list is an error: %j', async page => {
    await expect(pages({ 0: page })).rejects.toMatchObject({ key: 'list values' });
    // Jira leaves out the list of nothing.
    expect((await pages({ 0: { total: 0 } })).items).toEqual([]);
  });

  it('stops when the host ignores startAt', async () => {
    const same = { values: [1, 2], maxResults: 2, total: 9 };
    expect((await pages({ 0: same, 2: same })).asked).toEqual([0, 2]);
  });

  it('collects warnings once, and the largest total', async () => {
    const paged = await pages({
      0: { values: [1, 2], maxResults: 2, total: 3, warningMessages: ['a', 'b'] },
      2: { values: [3], maxResults: 2, total: 2, warningMessages: ['b', 'c'] },
    });
    expect([paged.warnings, paged.total]).toEqual([['a', 'b', 'c'], 3]);
  });

  it('names the item that does not fit', async () => {
    const page = { values: 7, startAt: 'x' };
    await expect(pages({ 0: page })).rejects.toMatchObject({ key: 'list startAt' });
  });
});

describe('walks by token', () => {
  const walk = async (
    chain: Record<string, readonly [string | null, boolean | null]>,
    isEmpty = false,
  ) => {
    const asked: string[] = [];
    const end = await walkTokenPages(
      async token => {
        asked.push(token ?? '');
        const [nextPageToken, isLast] = chain[token ?? ''] ?? [null, null];
        return { items: isEmpty ? [] : [{ id: token }], nextPageToken, isLast };
      },
      () => {},
    );
    return { ...end, asked };
  };

  it('ends without a token, and follows one whatever isLast says', async () => {
    const asked = ['', 'a'];
    expect(await walk({ '': ['a', false], a: [null, null] })).toEqual({ cut: null, asked });
    expect(await walk({ '': ['a', true], a: [null, true] })).toEqual({ cut: null, asked });
  });

  it('is cut without a token where more is to come', async () => {
    expect(await walk({ '': [null, false] })).toEqual({ cut: 'no-token', asked: [''] });
  });

  it('is cut after three pages without anything new', async () => {
    const endless = {
      '': ['a', false],
      a: ['b', false],
      b: ['c', false],
      c: ['d', false],
    } as const;
    expect(await walk(endless, true)).toEqual({ cut: 'nothing-new', asked: ['', 'a', 'b'] });
  });

  it('ends at a token that came before', async () => {
    expect(await walk({ '': ['a', null], a: ['b', null], b: ['a', null] })).toEqual({
      cut: 'repeated',
      asked: ['', 'a', 'b'],
    });
    expect(await walk({ '': ['a', null], a: ['a', null] })).toEqual({
      cut: 'repeated',
      asked: ['', 'a'],
    });
  });
});
