import type { HttpReply } from '@tallyboard/jira/http.ts';
import { expect, test } from 'vitest';
import { paced } from './paced.ts';

const now = Date.parse('2026-06-17T12:00:00Z');

test.each([
  [{}, []],
  [{ 'x-ratelimit-nearlimit': 'false' }, []],
  [{ 'x-ratelimit-nearlimit': 'true' }, [2_000]],
  [{ 'x-ratelimit-nearlimit': 'true', 'x-ratelimit-reset': '2026-06-17T12:00:09Z' }, [9_000]],
  // An hourly quota is not slept through; a time that has gone says nothing.
  [{ 'x-ratelimit-nearlimit': 'true', 'x-ratelimit-reset': '2026-06-17T13:00:00Z' }, [60_000]],
  [{ 'x-ratelimit-nearlimit': 'true', 'x-ratelimit-reset': '2026-06-17T11:59:59Z' }, [2_000]],
])('a reply with %j holds the next calls back for %j ms', async (headers, pauses) => {
  const paused: number[] = [];
  const gate = {
    run: async <T>(task: () => Promise<T>) => task(),
    pauseFor: (time: number) => void paused.push(time),
  };
  const reply: HttpReply = { status: 200, headers, body: '{}' };
  const { request, calls } = paced(
    async () => reply,
    gate,
    () => now,
  );
  expect(await request({ method: 'GET', path: '/' })).toBe(reply);
  expect(paused).toEqual(pauses);
  expect(calls.sent).toBe(1);
});
