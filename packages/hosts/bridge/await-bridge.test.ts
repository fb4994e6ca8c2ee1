import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { awaitBridge, BridgeMissingError } from './await-bridge.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a bridge that is there is taken at once', async () => {
  const look = vi.fn(() => 'bridge');
  expect(await awaitBridge(look, { missing: 'No.' })).toBe('bridge');
  await vi.runAllTimersAsync();
  expect(look).toHaveBeenCalledOnce();
});

test('is looked for every 100 ms until it comes', async () => {
  let bridge: string | null = null;
  const look = vi.fn(() => bridge);
  const waiting = awaitBridge(look, { missing: 'No.' });
  await vi.advanceTimersByTimeAsync(350);
  expect(look).toHaveBeenCalledTimes(4);
  bridge = 'late';
  await vi.advanceTimersByTimeAsync(100);
  expect(await waiting).toBe('late');
});

test('says which host was missing when it never comes', async () => {
  const waiting = awaitBridge(() => null, { missing: 'No Jira here.', timeoutMs: 500 });
  const said = expect(waiting).rejects.toEqual(new BridgeMissingError('No Jira here.'));
  await vi.advanceTimersByTimeAsync(500);
  await said;
});
