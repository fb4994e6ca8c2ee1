import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BusyError, createGate, type GateSettings } from './gate.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new AbortController().signal;

/** A gate, and calls of it that last until they are ended by name. */
function scene(more: Partial<GateSettings> = {}) {
  const gate = createGate({ width: 2, patienceMs: 10_000, queue: 100, ...more });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const outcomes = new Map<string, unknown>();
  const call = (user: string, name: string, signal = never) => {
    const task = () => {
      started.push(name);
      return new Promise<void>(resolve => ends.set(name, resolve));
    };
    gate.run(user, task, signal).then(
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

test('so many at once, and in turn from user to user', async () => {
  const { started, call, end, settle } = scene();
  for (const at of [1, 2, 3, 4, 5]) call('ana', `a${at}`);
  call('bo', 'b1');
  await settle();
  expect(started).toEqual(['a1', 'a2']);
  await end('a1');
  await end('a2');
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1']);
});

test('a pause holds everybody, and ends by itself', async () => {
  const { gate, started, call, settle } = scene();
  await gate.pauseUntil(Date.now() + 5000);
  await gate.pauseUntil(Date.now() + 1000);
  call('ana', 'a');
  call('bo', 'b');
  await vi.advanceTimersByTimeAsync(4999);
  expect(started).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await settle();
  expect(started).toEqual(['a', 'b']);
});

test('a long pause sends calls away with the time that is left', async () => {
  const { gate, outcomes, call, settle } = scene();
  await gate.pauseUntil(Date.now() + 60_000);
  call('ana', 'a');
  await settle();
  expect(outcomes.get('a')).toMatchObject({ status: 429, retryAfterSeconds: 60 });
});

test('a place that does not come in time is a 503, and so is a full queue', async () => {
  const { outcomes, call, settle } = scene({ width: 1, queue: 1 });
  call('ana', 'runs');
  await settle();
  call('ana', 'waits');
  call('ana', 'one too many');
  await settle();
  expect(outcomes.get('one too many')).toBeInstanceOf(BusyError);
  expect(outcomes.has('waits')).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(outcomes.get('waits')).toMatchObject({ status: 503, retryAfterSeconds: 10 });
});

test('a caller who goes away gives up the place in the queue', async () => {
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

test('a pause of another process is known within a second', async () => {
  let posted = 0;
  const board = {
    read: async () => posted,
    write: async (until: number) => {
      posted = until;
    },
  };
  const one = scene({ board });
  const other = scene({ board });
  other.call('ana', 'before');
  await other.settle();
  await one.gate.pauseUntil(Date.now() + 5000);
  await vi.advanceTimersByTimeAsync(1000);
  other.call('bo', 'after');
  await other.settle();
  expect(other.started).toEqual(['before']);
  await vi.advanceTimersByTimeAsync(4000);
  expect(other.started).toEqual(['before', 'after']);
});
