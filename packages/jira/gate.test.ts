import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGate, GateBusyError, type GateSettings } from './gate.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new AbortController().signal;

/** A gate, and calls of it that last until they are ended by name. */
function scene(more: Partial<GateSettings> = {}) {
  const gate = createGate({ width: 2, maxWait: 10_000, maxWaiting: 100, ...more });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const outcomes = new Map<string, unknown>();
  const call = (user: string, name: string, signal = never) => {
    const task = () => {
      started.push(name);
      return new Promise<void>(resolve => ends.set(name, resolve));
    };
    gate.run(task, signal, user).then(
      () => outcomes.set(name, 'done'),
      error => outcomes.set(name, error),
    );
  };
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { gate, started, outcomes, call, end, settle };
}

test('owners take turns', async () => {
  const { started, call, end, settle } = scene();
  for (const at of [1, 2, 3, 4, 5]) call('ana', `a${at}`);
  call('bo', 'b1');
  await settle();
  expect(started).toEqual(['a1', 'a2']);
  await end('a1');
  await end('a2');
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1']);
});

test.each([-3_600_000, 3_600_000])(
  'a clock set by %j ms during a pause does not change its length',
  async by => {
    const { gate, started, call, settle } = scene();
    gate.pauseFor(5000);
    call('ana', 'a');
    await vi.advanceTimersByTimeAsync(1000);
    vi.setSystemTime(Date.now() + by);
    call('bo', 'b');
    await vi.advanceTimersByTimeAsync(3999);
    expect(started).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await settle();
    expect(started).toEqual(['a', 'b']);
  },
);

test('a pause holds every owner and ends by itself', async () => {
  const { gate, started, call, settle } = scene();
  gate.pauseFor(5000);
  gate.pauseFor(1000);
  call('ana', 'a');
  call('bo', 'b');
  await vi.advanceTimersByTimeAsync(4999);
  expect(started).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await settle();
  expect(started).toEqual(['a', 'b']);
});

test('a pause longer than the wait refuses tasks with the time that is left', async () => {
  const { gate, outcomes, call, settle } = scene();
  gate.pauseFor(60_000);
  call('ana', 'a');
  await settle();
  expect(outcomes.get('a')).toMatchObject({ paused: true, retryAfter: 60_000 });
});

test('a task that waits too long is refused, and so is one too many', async () => {
  const { outcomes, call, settle } = scene({ width: 1, maxWaiting: 1 });
  call('ana', 'runs');
  await settle();
  call('ana', 'waits');
  call('ana', 'one too many');
  await settle();
  expect(outcomes.get('one too many')).toBeInstanceOf(GateBusyError);
  expect(outcomes.has('waits')).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(outcomes.get('waits')).toMatchObject({ paused: false, retryAfter: 10_000 });
});

test('an aborted task leaves the queue', async () => {
  const { started, outcomes, call, end, settle } = scene({ width: 1 });
  const controller = new AbortController();
  call('ana', 'runs');
  await settle();
  call('bo', 'leaves', controller.signal);
  call('cy', 'stays');
  await settle();
  controller.abort(new Error('gone'));
  await end('runs');
  expect(started).toEqual(['runs', 'stays']);
  expect(outcomes.get('leaves')).toMatchObject({ message: 'gone' });
});
