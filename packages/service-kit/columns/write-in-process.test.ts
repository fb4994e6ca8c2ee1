import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smallSite } from '@tallyboard/replica/store/testing/small-site.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { writeInProcess } from './write-in-process.ts';

vi.mock('node:child_process', { spy: true });

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-segments-'));
const place = { file: join(folder, 'tallyboard.db') };
let store: Store;
beforeAll(async () => {
  store = await openStore(place);
  await store.ingest(smallSite());
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => vi.clearAllMocks());

it('no process is started once the server stops', async () => {
  await writeInProcess(store, place, { signal: AbortSignal.abort() });
  expect(fork).not.toHaveBeenCalled();
});

it('a process that dies leaves one segment stale, and another one derives the others', async () => {
  // Once it has begun.
  const killFirst = () =>
    void setImmediate(() => {
      const [first] = vi.mocked(fork).mock.results;
      if (first?.type === 'return') first.value.kill('SIGKILL');
    });
  await expect(writeInProcess(store, place, { onProgress: killFirst })).rejects.toThrow(
    /has failed/,
  );
  const children = vi.mocked(fork).mock.results.map(({ value }) => value as ChildProcess);
  expect(children.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL', 'SIGKILL']);
  const isValid = (await store.segments.list()).map(each => each.isValid);
  expect(isValid.toSorted()).toEqual([false, true]);
});
