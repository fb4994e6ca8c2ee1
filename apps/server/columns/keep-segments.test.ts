import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smallSite } from '@tallyboard/replica/store/testing/small-site.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { expect, it, vi } from 'vitest';
import { keepSegments } from './keep-segments.ts';

it('stale segments are written in the background, also beside another server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-keep-'));
  const place = { file: join(folder, 'tallyboard.db') };
  const stop = new AbortController();
  const onError = vi.fn();
  const store = await openStore(place);
  const other = await openStore(place);
  await store.ingest(smallSite());
  for (const one of [store, other])
    keepSegments({ store: one, place, onError, signal: stop.signal, quietMs: 50 });
  const areValid = async () => (await other.segments.list()).map(({ isValid }) => isValid);
  await expect.poll(areValid, { timeout: 60_000, interval: 100 }).toEqual([true, true]);
  await other.issues.delete(['OPS-2']);
  expect(await areValid()).toEqual([true, false]);
  await expect.poll(areValid, { timeout: 60_000, interval: 100 }).toEqual([true, true]);
  expect(onError).not.toHaveBeenCalled();
  stop.abort();
  await store.close();
  await other.close();
  rmSync(folder, { recursive: true });
}, 150_000);
