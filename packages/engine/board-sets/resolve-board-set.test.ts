import type { FlatBoardSet } from '@tallyboard/core/model/board-set.ts';
import { flattenBoardSet } from '@tallyboard/core/model/nested-board-sets.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EngineError } from '../failure.ts';
import { chooseBoardSet, copyNotes } from './choose-board-set.ts';
import { resolveBoardSet } from './resolve-board-set.ts';

const REFUSED = 'project = GONE';
const FILTERS: Readonly<Record<number, string>> = {
  1: 'project = A',
  2: 'a = 1 OR b = 2',
  3: '',
  4: REFUSED,
};

const calls = (status = 404) => ({
  async boardFilter({ boardId }: { readonly boardId: number }) {
    const filter = FILTERS[boardId];
    if (filter !== undefined) return filter;
    throw new EngineError({ kind: 'host', status, title: 'Not loaded', messages: [] });
  },
  checkJql: async ({ jql }: { readonly jql: string }) => ({
    errors: jql.includes(REFUSED) ? ['There is no such project.'] : [],
  }),
});

const setOf = (...members: object[]) =>
  ({ id: 's', name: 'S', unit: 'issues', members }) as unknown as FlatBoardSet;

test('the query is the union, each clause in parentheses and without its order', async () => {
  const set = setOf({ board: 1 }, { board: 2 }, { jql: 'x = "a ORDER BY b" ORDER BY rank' });
  expect(await resolveBoardSet(calls(), set)).toMatchObject({
    jql: '(project = A) OR (a = 1 OR b = 2) OR (x = "a ORDER BY b")',
    boards: [1, 2],
    members: [{ source: { board: 1 }, jql: 'project = A' }, { jql: 'a = 1 OR b = 2' }, {}],
    notes: [],
  });
  // A board without a filter has all issues.
  expect((await resolveBoardSet(calls(), setOf({ board: 1 }, { board: 3 }))).jql).toBe('');
});

test('hidden members are left out with a line; other failures are failures', async () => {
  const set = setOf({ board: 1 }, { board: 8 }, { board: 9 }, { jql: REFUSED });
  for (const status of [400, 403, 404]) {
    const { jql, boards, notes } = await resolveBoardSet(calls(status), set);
    expect({ jql, boards }).toEqual({ jql: '(project = A)', boards: [1] });
    expect(notes.map(({ text }) => text)).toEqual([
      "2 boards of the board set 'S' are deleted, not visible to you, or of a filter with an error, and left out.",
      "1 query of the board set 'S' is wrong, deleted or not visible to you, and left out.",
    ]);
  }
  for (const member of [{ jql: REFUSED }, { board: 4 }]) {
    const none = await resolveBoardSet(calls(), setOf(member));
    expect(none.notes.map(({ text }) => text)).toEqual([
      "The board set 'S' has no board that you may see, and no query without an error.",
    ]);
  }
  await expect(resolveBoardSet(calls(503), set)).rejects.toBeInstanceOf(EngineError);
});

test('random sets within sets have each source once, whatever their order and cycles', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const member = fc.oneof(
    fc.record({ board: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ jql: fc.constantFrom('x', 'y') }),
    fc.record({ set: fc.constantFrom(...ids, 'gone') }),
  );
  fc.assert(
    fc.property(fc.tuple(...ids.map(() => fc.array(member, { maxLength: 5 }))), lists => {
      const all = ids.map((id, at) => ({ id, name: id, unit: 'issues', members: lists[at] }));
      // By reachability, one step at a time.
      const reached = new Set(['a']);
      for (let size = 0; size < reached.size; ) {
        size = reached.size;
        for (const { id, members = [] } of all)
          if (reached.has(id)) for (const each of members) if ('set' in each) reached.add(each.set);
      }
      const sources = all.flatMap(({ id, members = [] }) =>
        reached.has(id) ? members.filter(each => !('set' in each)) : [],
      );
      const { set, missing } = flattenBoardSet(all[0] as never, all as never);
      const texts = set.members.map(each => JSON.stringify(each));
      expect(texts.toSorted()).toEqual(
        [...new Set(sources.map(each => JSON.stringify(each)))].sort(),
      );
      expect(missing).toBe(reached.has('gone') ? 1 : 0);
    }),
  );
});

test('a set within a copy that its reader may not see is left out with a line, and says nothing of a copy that has more', () => {
  const own = {
    id: 'o',
    name: 'Train',
    unit: 'issues',
    members: [{ board: 1 }, { set: 'hidden' }],
  };
  const hidden = { id: 'hidden', name: 'B', unit: 'issues', members: [{ board: 2 }] };
  const copyOf = (...boards: number[]) => ({
    ...own,
    members: boards.map(board => ({ board })),
  });
  const notes = (copy: object, ...all: object[]) =>
    copyNotes(copy as never, all as never).map(({ text, doubtful }) => [text, doubtful]);
  const leftOut = "1 set is left out of the board set 'Train': deleted, or not shared with you.";
  expect(notes(copyOf(1), own)).toEqual([[leftOut, true]]);
  expect(notes(copyOf(1, 2), own)).toEqual([]);
  expect(notes(copyOf(1, 2), own, hidden)).toEqual([]);
  expect(notes(copyOf(1), own, hidden)).toEqual([
    [expect.stringContaining("The board set 'Train' has changed"), undefined],
  ]);
});

test('the name in the case that is given wins over others', () => {
  const sets = [
    { ...setOf({ board: 1 }), id: '1', name: 'Train' },
    { ...setOf({ board: 2 }), id: '2', name: 'TRAIN' },
  ];
  const idOf = (name: string) => {
    const chosen = chooseBoardSet(name, sets);
    return typeof chosen === 'string' ? chosen : chosen.set.id;
  };
  expect([idOf('Train'), idOf('TRAIN')]).toEqual(['1', '2']);
  expect(idOf('train')).toBe("There are 2 board sets 'train'. Give the id: 1, 2.");
});
