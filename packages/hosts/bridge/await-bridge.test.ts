import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { awaitBridge } from './await-bridge.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a bridge that is there is taken at once', async () => {
  const look = vi.fn(() => 'bridge');
  const onLate = vi.fn();
  expect(await awaitBridge(look, onLate)).toBe('bridge');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(onLate).not.toHaveBeenCalled();
  expect(look).toHaveBeenCalledOnce();
});

test('is looked for every 100 ms until it comes', async () => {
  let bridge: string | null = null;
  const look = vi.fn(() => bridge);
  const waiting = awaitBridge(look, () => {});
  await vi.advanceTimersByTimeAsync(350);
  expect(look).toHaveBeenCalledTimes(4);
  bridge = 'late';
  await vi.advanceTimersByTimeAsync(100);
  expect(await waiting).toBe('late');
});

test('one that is late is said to be so, once, and is still taken when it comes', async () => {
  let bridge: string | null = null;
  const onLate = vi.fn();
  const waiting = awaitBridge(() => bridge, onLate);
  await vi.advanceTimersByTimeAsync(700);
  expect(onLate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onLate).toHaveBeenCalledOnce();
  bridge = 'late';
  await vi.advanceTimersByTimeAsync(100);
  expect(await waiting).toBe('late');
});
