import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLoadQueue, type LoadSlot } from './load-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Twelve loads queued at once, and which of them have begun. */
function twelve() {
  const enqueue = createLoadQueue();
  const begun: number[] = [];
  const add = (at: number): LoadSlot => enqueue(() => begun.push(at));
  const slots = Array.from({ length: 12 }, (_, at) => add(at));
  return { begun, add, load: (at: number) => slots[at]?.loaded(), slots };
}

test('the first has a head start, then four load at a time', () => {
  const { begun, load } = twelve();
  expect(begun).toEqual([0]);
  load(0);
  vi.advanceTimersByTime(399);
  expect(begun).toEqual([0]);
  vi.advanceTimersByTime(1);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  load(3);
  vi.advanceTimersByTime(0);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  // The head start is given once only.
  for (const at of [1, 2, 4, 5]) load(at);
  vi.advanceTimersByTime(0);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('the head start ends with the first content', () => {
  const { begun, load, slots } = twelve();
  load(0);
  vi.advanceTimersByTime(150);
  slots[0]?.painted();
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  // The timer of the head start releases nothing more.
  vi.advanceTimersByTime(400);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});

test('a load that never ends releases its slot, and a cancelled one is skipped', () => {
  const { begun, slots } = twelve();
  slots[2]?.cancel();
  vi.advanceTimersByTime(2_000);
  expect(begun).toEqual([0, 1, 3, 4, 5]);
  vi.advanceTimersByTime(4_000);
  expect(begun).toEqual([0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test('a later load on its own begins at once', () => {
  const { begun, add } = twelve();
  vi.advanceTimersByTime(20_000);
  add(12);
  expect(begun.at(-1)).toBe(12);
});
