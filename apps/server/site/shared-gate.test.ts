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
  await one.pauseUntil(Date.now() + 5000);
  await vi.advanceTimersByTimeAsync(1000);
  const after = call('after');
  await vi.advanceTimersByTimeAsync(3999);
  expect(started).toEqual(['before']);
  await vi.advanceTimersByTimeAsync(1);
  await after;
  expect(started).toEqual(['before', 'after']);
  await store.close();
});
