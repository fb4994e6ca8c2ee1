import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTurns, type Turn } from './turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Twelve that join at once, and who of them has begun. */
function twelve() {
  const join = createTurns();
  const begun: number[] = [];
  const add = (at: number): Turn => join(() => begun.push(at));
  const turns = Array.from({ length: 12 }, (_, at) => add(at));
  return { begun, add, load: (at: number) => turns[at]?.loaded(), turns };
}

test('the first goes ahead, then four load at once, each followed by another one', () => {
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
  // Also when all of them have loaded nobody else goes ahead.
  for (const at of [1, 2, 4, 5]) load(at);
  vi.advanceTimersByTime(0);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('who never loads holds up nobody for long, and who is closed is passed over', () => {
  const { begun, turns } = twelve();
  turns[2]?.leave();
  vi.advanceTimersByTime(2_000);
  expect(begun).toEqual([0, 1, 3, 4, 5]);
  vi.advanceTimersByTime(4_000);
  expect(begun).toEqual([0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test('who comes later, alone, begins at once', () => {
  const { begun, add } = twelve();
  vi.advanceTimersByTime(20_000);
  add(12);
  expect(begun.at(-1)).toBe(12);
});
