import { createFakeLocks } from '@tallyboard/engine/testing/fake-locks.ts';
import { abortReason } from '@tallyboard/jira/errors.ts';
import { createFakeClock } from '@tallyboard/jira/testing/fake-clock.ts';
import { expect, test } from 'vitest';
import { createSharedGate, type PauseChannel } from './shared-gate.ts';

/** Channels that hear each other, as those of several frames. */
function channels(count: number): PauseChannel[] {
  const all: PauseChannel[] = Array.from({ length: count }, () => ({
    onmessage: null,
    postMessage(data: unknown) {
      for (const other of all) if (other !== this) other.onmessage?.({ data } as MessageEvent);
    },
  }));
  return all;
}

function setUp(frames: number) {
  const clock = createFakeClock();
  const locks = createFakeLocks();
  const gates = channels(frames).map(channel => createSharedGate(locks, channel, clock));
  let open = 0;
  let widest = 0;
  const begun: number[] = [];
  const call = async () => {
    open += 1;
    widest = Math.max(widest, open);
    begun.push(clock.now());
    await clock.sleep(100);
    open -= 1;
  };
  return { clock, gates, call, begun, widest: () => widest };
}

test('all frames together have eight requests in flight, and never fewer while some wait', async () => {
  const { clock, gates, call, widest } = setUp(3);
  await Promise.all(gates.flatMap(gate => Array.from({ length: 16 }, () => gate.run(call))));
  expect(widest()).toBe(8);
  expect(clock.now()).toBe(600);
});

test('a pause of one frame holds for all', async () => {
  const { gates, call, begun } = setUp(2);
  gates[0]?.pauseUntil(5_000);
  await Promise.all(gates.map(gate => gate.run(call)));
  expect(begun).toEqual([5_000, 5_000]);
});

test('a frame that opens in a pause waits for its end too, and one that opens after it does not', async () => {
  const clock = createFakeClock();
  const locks = createFakeLocks();
  const open = () => createSharedGate(locks, channels(1)[0] as PauseChannel, clock);
  open().pauseUntil(5_000);
  await clock.sleep(100);
  expect(await open().run(async () => clock.now())).toBe(5_000);
  await clock.sleep(100);
  expect(await open().run(async () => clock.now())).toBe(5_100);
});

test('who gives up while waiting leaves no place taken', async () => {
  const { clock, gates, call, widest } = setUp(2);
  const [one, other] = gates;
  const running = Array.from({ length: 8 }, () => one?.run(call));
  const controller = new AbortController();
  const given = other?.run(call, controller.signal).catch(() => 'given up');
  await clock.sleep(10);
  controller.abort(abortReason(undefined));
  expect(await given).toBe('given up');
  await Promise.all(running);
  await Promise.all(Array.from({ length: 16 }, () => other?.run(call)));
  expect([widest(), clock.now()]).toEqual([8, 300]);
});

test('a frame that is refused locks keeps to its own eight', async () => {
  const { clock, call, widest } = setUp(0);
  const denied = async () => {
    throw new DOMException('The request was denied.', 'SecurityError');
  };
  const locks = { ...createFakeLocks(), request: denied };
  const [channel] = channels(1) as [PauseChannel];
  const gate = createSharedGate(locks, channel, clock);
  await Promise.all(Array.from({ length: 16 }, () => gate.run(call)));
  expect(widest()).toBe(8);
  expect(clock.now()).toBe(200);
});
