import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SegmentState } from '@tallyboard/replica/data/segments.ts';
import { smallSite } from '@tallyboard/replica/store/testing/small-site.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepSegments } from './keep-segments.ts';
import { createSegmentWriter } from './renewal.ts';
import { writeInProcess } from './write-in-process.ts';
import { isOutdated, writeStaleSegments } from './write-segments.ts';

const stale: SegmentState = {
  projectId: '1',
  position: 0,
  issues: 1,
  isValid: false,
  changed: new Set(),
  revision: -1,
  size: 0,
};

it('segments that are stale or have changed issues are written in the background, also beside another server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-keep-'));
  const place = { file: join(folder, 'tallyboard.db') };
  const stop = new AbortController();
  const onError = vi.fn();
  const store = await openStore(place);
  const other = await openStore(place);
  await store.ingest(smallSite());
  for (const one of [store, other]) {
    const writer = createSegmentWriter(signal => writeInProcess(one, place, { signal }));
    keepSegments({ store: one, writer, onError, signal: stop.signal, quietMs: 50 });
  }
  const outdated = async () => (await other.segments.list()).map(isOutdated);
  await expect.poll(outdated, { interval: 100 }).toEqual([false, false]);
  await other.issues.delete(['OPS-2']);
  expect(await outdated()).toEqual([false, true]);
  await expect.poll(outdated, { interval: 100 }).toEqual([false, false]);
  expect(onError).not.toHaveBeenCalled();
  stop.abort();
  await store.close();
  await other.close();
  rmSync(folder, { recursive: true });
});

describe('without a process', () => {
  const onError = vi.fn();
  const list = vi.fn(async () => [stale]);
  const write = vi.fn(() => Promise.reject(new Error('The disk is full')));
  const segments = { revision: async () => 1, list };
  function keep(): AbortController {
    const stop = new AbortController();
    const store = { segments } as unknown as Store;
    const writer = createSegmentWriter(write);
    keepSegments({ store, writer, onError, signal: stop.signal });
    return stop;
  }
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.clearAllMocks();
  });

  it('failures are retried less and less often', async () => {
    const stop = keep();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(write).toHaveBeenCalledWith(stop.signal);
    expect(onError.mock.calls.length).toBeGreaterThan(5);
    expect(onError.mock.calls.length).toBeLessThan(15);
  });

  it('nothing is looked for once the server stops', async () => {
    keep().abort();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(list).not.toHaveBeenCalled();
  });
});

it('a segment that cannot be written keeps no other from it', async () => {
  const store = await openStore({ memory: true });
  await store.ingest(smallSite());
  vi.spyOn(store.segments, 'issueIds').mockRejectedValueOnce(new Error('Corrupt'));
  await expect(writeStaleSegments(store)).rejects.toThrow('Corrupt');
  expect((await store.segments.list()).map(({ isValid }) => isValid)).toEqual([false, true]);
  await store.close();
});
