import { expect, it } from 'vitest';
import { boardSets, type SharedBoardSet } from './shared-board-sets.ts';
import type { ItemLocation } from './shared-items.ts';

const id = 'train001';
const members = [{ board: 7 }, { jql: 'project = OPS' }, { set: 'others01' }];
const OPS = { kind: 'project', name: '10', edit: false };

/** Ana and Bo browse project 10, Cy none. */
function site() {
  const kept = new Map<string, SharedBoardSet>();
  const as = (account: string): ItemLocation<SharedBoardSet> => ({
    store: {
      get: async id => kept.get(id) ?? null,
      list: async () => ({ items: [...kept.values()], next: undefined }),
      async save(set, version) {
        if ((kept.get(set.id)?.version ?? 0) !== version) return false;
        kept.set(set.id, set);
        return true;
      },
      remove: async id => void kept.delete(id),
    },
    account,
    browsable: async ids =>
      new Map(ids.flatMap(each => (account !== 'cy' && each === '10' ? [[each, 'OPS']] : []))),
  });
  const save = (account: string, body: object) => boardSets.save(as(account), { id, body });
  return { kept, as, save };
}

it('a shared board set is there for those who browse its project; others change it where the share says so', async () => {
  const { as, save } = site();
  const body = { version: 0, name: 'Train', unit: 'points', members, shares: [OPS] };
  expect(await save('ana', body)).toMatchObject({ status: 200, body: { version: 1, mine: true } });
  expect(await boardSets.read(as('bo'), { id })).toMatchObject({
    status: 200,
    body: { name: 'Train', unit: 'points', members, ownerId: 'ana', editable: false },
  });
  expect(await boardSets.read(as('cy'), { id })).toMatchObject({ status: 404 });
  expect((await boardSets.list(as('bo'), {})).body).toMatchObject({ sets: [{ id }] });
  expect((await boardSets.list(as('cy'), {})).body).toMatchObject({ sets: [] });
  expect(await save('bo', { version: 1, name: 'Mine' })).toMatchObject({ status: 403 });
  await save('ana', { version: 1, shares: [{ ...OPS, edit: true }] });
  expect(await save('bo', { version: 2, members: members.slice(0, 1) })).toMatchObject({
    status: 200,
    body: { name: 'Train', unit: 'points', members: [{ board: 7 }], version: 3 },
  });
  expect(await boardSets.remove(as('bo'), { id })).toMatchObject({ status: 403 });
  expect(await boardSets.remove(as('ana'), { id })).toMatchObject({ status: 200 });
});

it.each([
  ['another unit', { unit: 'days' }],
  ['members that are no list', { members: 7 }],
  ['101 members', { members: Array.from({ length: 101 }, (_, at) => ({ board: at + 1 })) }],
  ['a member of two kinds', { members: [{ board: 1, jql: 'project = OPS' }] }],
  ['a member of another kind', { members: [{ filter: 1 }] }],
  ['a board that is no number', { members: [{ board: '1' }] }],
  ['an empty query', { members: [{ jql: ' ' }] }],
  ['too long a query', { members: [{ jql: 'x'.repeat(32_768) }] }],
])('refused is %s', async (_, more) => {
  const { kept, save } = site();
  const body = { version: 0, name: 'Train', unit: 'issues', members, ...more };
  expect(await save('ana', body)).toMatchObject({ status: 400 });
  expect(kept.size).toBe(0);
});
