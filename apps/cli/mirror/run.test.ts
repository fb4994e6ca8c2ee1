import { expect, test, vi } from 'vitest';
import { type Mirror, newTally } from './context.ts';
import { runMirror } from './run.ts';

vi.mock('./round.ts', () => ({ mirrorRound: async () => {} }));

test('a round waits for columns that another process writes only until the next round is due', async () => {
  const after = AbortSignal.timeout.bind(AbortSignal);
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
    // Refuses what is no whole number.
    after(ms);
    return AbortSignal.abort();
  });
  const stop = new AbortController();
  const said: string[] = [];
  const mirror = {
    signal: stop.signal,
    tally: newTally(),
    state: {},
    store: {
      lock: async (_: string, { signal }: { signal: AbortSignal }) => {
        signal.throwIfAborted();
        return new Promise(() => {});
      },
    },
    say(text: string) {
      said.push(text);
      stop.abort();
    },
  };
  await runMirror(mirror as unknown as Mirror, { sent: 0 }, 240_000);
  expect(said).toEqual([expect.stringMatching(/^0 new, 0 changed, 0 gone/)]);
  const [[maxMs = 0] = []] = timeout.mock.calls;
  expect(maxMs).toBeGreaterThan(0);
  expect(maxMs).toBeLessThanOrEqual(240_000);
});
