import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { afterAll, expect, test } from 'vitest';
import { makeWebRoot } from './testing/web-root.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-kills-'));
const webRoot = await makeWebRoot();
afterAll(() => {
  for (const path of [folder, webRoot]) rmSync(path, { recursive: true });
});
const file = join(folder, 'tallyboard.db');

/** A run of some minutes: TALLYBOARD_KILLS=200. */
const KILLS = Number(process.env.TALLYBOARD_KILLS ?? 6);
/** A run has about so many statements, those that create the tables included. */
const STATEMENTS = 460;

/** The lines that a server acknowledged before it was killed. */
async function killed(run: number, last: number): Promise<string[]> {
  const program = join(import.meta.dirname, 'testing/kill-child.ts');
  const child = spawn(process.execPath, [program, file, webRoot, String(run), String(last)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [out, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect([0, 'SIGKILL']).toContain(code ?? signal);
  return out.split('\n').slice(0, -1);
}

const CHECKS: Readonly<Record<string, (store: Store, id: string, n: number) => Promise<void>>> = {
  async report(store, id, version) {
    const stored = await store.savedReports.get(id);
    expect(stored?.view).toEqual({ id });
    expect(stored?.version).toBeGreaterThanOrEqual(version);
  },
  async setting(store, id) {
    expect(await store.properties.get('addon:tallyboard', id)).toMatchObject({ value: { id } });
  },
  async dashboard(store, id, items) {
    const state = await store.dashboards.state(id);
    expect(state?.items.length).toBeGreaterThanOrEqual(items);
  },
  async account(store, id) {
    expect((await store.accounts.get(id))?.name).toBe(id);
  },
  async issues(store, count) {
    expect(await store.issues.count()).toBeGreaterThanOrEqual(Number(count));
  },
};

/** No gadget without its properties, and no issue without its history. */
async function expectWhole(store: Store): Promise<void> {
  for (const { id } of await store.dashboards.all())
    for (const item of (await store.dashboards.items(id)) ?? [])
      expect(await store.properties.all(`dashboard:${id}:item:${item.id}`)).toHaveLength(2);
  const viewer = { userId: null, zone: 'UTC' };
  const { ids } = await store.jql.search({ jql: '', viewer, now: 0 });
  const documents = await store.issues.documents(ids);
  expect(documents).toHaveLength(await store.issues.count());
  const { total } = await store.histories.page({ issueIds: ids });
  expect(total).toBe(documents.reduce((sum, { historyCount }) => sum + historyCount, 0));
}

test(
  'a server that is killed before any of its statements has lost nothing that it acknowledged',
  async () => {
    const acknowledged: string[] = [];
    // Spread evenly: each run dies somewhere else.
    const points = Array.from({ length: KILLS }, (_, at) =>
      Math.max(1, Math.round(STATEMENTS * ((at * 0.618034) % 1))),
    );
    for (const [run, point] of points.entries()) {
      acknowledged.push(...(await killed(run, point)).filter(line => !line.startsWith('done')));
      const store = await openStore({ file });
      for (const line of acknowledged) {
        const [kind = '', id = '', n] = line.split(' ');
        await CHECKS[kind]?.(store, id, Number(n));
      }
      await expectWhole(store);
      await store.close();
      const raw = new DatabaseSync(file, { readOnly: true });
      expect(raw.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
      raw.close();
    }
    // The others were killed before their first one.
    expect(acknowledged.length).toBeGreaterThan(KILLS);
  },
  KILLS * 100_000,
);
