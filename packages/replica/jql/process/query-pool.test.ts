import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { BusyError } from '@tallyboard/database/process/busy-error.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openEngine } from '../../data/open-engine.ts';
import { openStoreOn, type Store } from '../../store/store.ts';
import { now, smallSite, zone } from '../../store/testing/small-site.ts';
import { createQueryPool, type QueryPool } from './query-pool.ts';

const viewer = { userId: 'acc:ana', zone };
const count = (store: Store, jql: string) => store.jql.count({ jql, viewer, now });

function childrenOfThis(): number[] {
  const path = `/proc/${process.pid}/task/${process.pid}/children`;
  // Id 0 would be this process and all of its group.
  return [...readFileSync(path, 'utf8').matchAll(/\d+/g)].map(([pid]) => Number(pid));
}

describe('queries in processes of their own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-queries-'));
  const place = { file: join(folder, 'tallyboard.db') };
  let store: Store;
  beforeAll(async () => {
    const open = () => createQueryPool({ place, processes: 1, deadlineMs: 2000 });
    store = await openStoreOn(openEngine(place), undefined, open);
    await store.ingest(smallSite());
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('answer as the store itself does', async () => {
    const search = await store.jql.search({ jql: 'project = APP', viewer, now, total: true });
    expect(search).toEqual({ ids: ['5', '4', '3', '2', '1'], total: 5, warnings: [] });
    await expect(count(store, 'status = Gone')).rejects.toMatchObject({
      name: 'JqlError',
      messages: ["The value 'Gone' does not exist for the field 'status'."],
    });
    expect(await store.as(null).jql.suggestions('status', 'in')).toHaveLength(1);
  });

  it('see earlier writes', async () => {
    const user = { accountId: 'acc:new', displayName: 'New' };
    await store.ingest([{ kind: 'user', value: user }]);
    expect(await count(store, 'assignee = acc:new')).toBe(0);
  });

  it('a process that hangs is ended at the deadline and replaced; other queries wait for it', async () => {
    expect(await count(store, 'project = APP')).toBe(5);
    for (const pid of childrenOfThis()) process.kill(pid, 'SIGSTOP');
    const hanging = count(store, 'project = APP').catch((error: unknown) => error);
    const next = count(store, 'project = APP');
    const last = hanging.then(() => count(store, 'project = APP'));
    expect(await hanging).toMatchObject({
      name: 'JqlError',
      messages: [expect.stringContaining('it takes longer than 2 seconds')],
    });
    expect(await Promise.all([next, last])).toEqual([5, 5]);
  });

  it('a process that dies is replaced', async () => {
    for (const pid of childrenOfThis()) process.kill(pid, 'SIGKILL');
    await expect.poll(() => count(store, 'project = APP').catch(() => null)).toBe(5);
  });

  describe('in a pool', () => {
    let pool: QueryPool;
    afterEach(() => pool.close());
    const ask = (userId: string) =>
      pool.jqlFor({ userId }).count({ jql: 'project = APP', viewer, now });

    it.each([
      ['SIGKILL', /The query was ended by SIGKILL: by an administrator/],
      ['SIGABRT', /The query needs more than 512 MB of memory/],
      ['SIGUSR2', /^The process that answers queries has ended by SIGUSR2/],
    ] as const)('say that their process has ended by %s', async (name, text) => {
      const others = new Set(childrenOfThis());
      pool = createQueryPool({ place, processes: 1 });
      await ask('acc:ana');
      const [child = 0] = childrenOfThis().filter(pid => !others.has(pid));
      process.kill(child, 'SIGSTOP');
      const hanging = ask('acc:ana');
      process.kill(child, name);
      process.kill(child, 'SIGCONT');
      await expect(hanging).rejects.toThrow(text);
    });

    it('may take their time from when their process is ready: a busy machine starts it slowly', async () => {
      const others = new Set(childrenOfThis());
      pool = createQueryPool({ place, processes: 1, deadlineMs: 3000 });
      const asked = ask('acc:ana');
      const [child = 0] = childrenOfThis().filter(pid => !others.has(pid));
      process.kill(child, 'SIGSTOP');
      await setTimeout(3500);
      process.kill(child, 'SIGCONT');
      expect(await asked).toBe(5);
    });

    it.each(['/none', '\0'])('fail when no process can be started: %j', async path => {
      const { execPath } = process;
      process.execPath = path;
      try {
        pool = createQueryPool({ place, processes: 1 });
        await expect(ask('acc:ana')).rejects.toThrow(/cannot start the process/);
      } finally {
        process.execPath = execPath;
      }
      expect(await ask('acc:ana')).toBe(5);
    });

    it('leave room for those of other readers', async () => {
      pool = createQueryPool({ place, processes: 1 });
      const ofAna = Array.from({ length: 2002 }, () => ask('acc:ana'));
      await expect(ofAna[2001]).rejects.toThrow(BusyError);
      const ofBob = ask('acc:bob');
      await expect(ofAna[2000]).rejects.toThrow(BusyError);
      const refused = vi.fn();
      ofBob.catch(refused);
      await Promise.resolve();
      expect(refused).not.toHaveBeenCalled();
      pool.close();
      for (const result of await Promise.allSettled([...ofAna, ofBob]))
        expect(result).toMatchObject({ reason: expect.any(BusyError) });
    });
  });
});
