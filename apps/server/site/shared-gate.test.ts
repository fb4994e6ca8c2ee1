import { openStore } from '@tallyboard/server-store/store.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSharedGate } from './shared-gate.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a pause of another process takes effect within a second', async () => {
  const store = await openStore({ memory: true });
  const [one, other] = [createSharedGate(store, Date.now), createSharedGate(store, Date.now)];
  const started: string[] = [];
  const call = (name: string) => other.run(async () => started.push(name));
  await call('before');
  await one.pauseFor(5000);
  await vi.advanceTimersByTimeAsync(1000);
  const after = call('after');
  await vi.advanceTimersByTimeAsync(3999);
  expect(started).toEqual(['before']);
  await vi.advanceTimersByTimeAsync(1);
  await after;
  expect(started).toEqual(['before', 'after']);
  await store.close();
});

test('after the clock was set back an hour, a pause ends when it would have, for every process', async () => {
  const store = await openStore({ memory: true });
  const one = createSharedGate(store, Date.now);
  await one.pauseFor(5000);
  vi.setSystemTime(Date.now() - 3_600_000);
  const other = createSharedGate(store, Date.now);
  const started: string[] = [];
  const calls = [one, other].map((gate, at) => gate.run(async () => started.push(`${at}`)));
  await vi.advanceTimersByTimeAsync(4999);
  expect(started).toEqual([]);
  await vi.advanceTimersByTimeAsync(1001);
  await Promise.all(calls);
  expect([one.pausedUntil(), other.pausedUntil()]).toEqual([null, null]);
  await other.run(async () => started.push('later'));
  expect(started).toEqual(['0', '1', 'later']);
  await store.close();
});
