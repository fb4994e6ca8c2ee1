import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerStorage, type Kept } from '../testing/storage.ts';
import { boardSetStore, reportStore } from './item-store.ts';
import type { SharedReport } from './shared-reports.ts';

const report = (id: string, version: number, name = 'Weekly'): SharedReport => {
  return { id, ownerId: 'ana', name, description: '', view: {}, shares: [], version };
};

let fails = false;
beforeEach(() => {
  const kept: Kept = new Map();
  Object.assign(globalThis, {
    __forge_fetch__: async (_: unknown, path: string, { body }: { body: string }) =>
      fails && path === '/api/v1/transaction'
        ? Response.json({ code: 'INTERNAL', message: 'Away' }, { status: 500 })
        : answerStorage(kept, path, JSON.parse(body)),
  });
});
afterEach(() => {
  fails = false;
  Reflect.deleteProperty(globalThis, '__forge_fetch__');
});

it('stores the next version of what is stored, and no other', async () => {
  expect(await reportStore.save(report('weekly01', 1), 0)).toBe(true);
  expect(await reportStore.save(report('weekly01', 1, 'Other'), 0)).toBe(false);
  expect(await reportStore.save(report('weekly01', 2, 'Monthly'), 1)).toBe(true);
  expect(await reportStore.save(report('weekly01', 2, 'Late'), 1)).toBe(false);
  expect(await reportStore.get('weekly01')).toEqual(report('weekly01', 2, 'Monthly'));
  await reportStore.remove('weekly01');
  expect(await reportStore.get('weekly01')).toBeNull();
  expect(await reportStore.save(report('weekly01', 3), 2)).toBe(false);
});

it('rejects where the storage fails, instead of naming a second writer', async () => {
  await reportStore.save(report('weekly01', 1), 0);
  fails = true;
  await expect(reportStore.save(report('weekly01', 2), 1)).rejects.toThrow('Away');
});

it('lists all, a page at a time', async () => {
  for (let at = 10; at < 55; at++) await reportStore.save(report(`weekly${at}`, 1), 0);
  const first = await reportStore.list(null);
  const second = await reportStore.list(first.next ?? null);
  expect([first.items.length, second.items.length, second.next]).toEqual([40, 5, undefined]);
});

it('keeps board sets apart from reports', async () => {
  const set = { id: 'weekly01', ownerId: 'ana', name: 'Train', shares: [], version: 1 };
  const content = { unit: 'points', members: [{ board: 1 }] };
  expect(await boardSetStore.save({ ...set, ...content }, 0)).toBe(true);
  expect(await reportStore.get('weekly01')).toBeNull();
  expect(await reportStore.save(report('weekly01', 1), 0)).toBe(true);
  expect(await boardSetStore.get('weekly01')).toEqual({ ...set, ...content });
  expect((await boardSetStore.list(null)).items).toHaveLength(1);
});
