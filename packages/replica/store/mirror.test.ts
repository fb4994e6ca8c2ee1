import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type MirrorState, newMirrorState } from '../data/mirror.ts';
import type { StoreRecord } from '../data/records.ts';
import { onBothEngines } from './testing/engines.ts';
import { openStore } from './testing/open-store.ts';

const state = (jql: string): MirrorState => ({
  ...newMirrorState({ site: 'https://jira.example.com', flavour: 'cloud', jql }),
  sinceMs: 5,
  again: ['7'],
});

const issue = (id: string, key: string, created: string): StoreRecord => ({
  kind: 'issue',
  value: { id, key, fields: { summary: `Issue ${id}`, created, updated: created } },
});
const monday = '2026-03-02T09:00:00.000+0000';
const tuesday = '2026-03-03T09:00:00.000+0000';

onBothEngines('a mirror', open => {
  it('writes records, deletions and progress in one transaction', async () => {
    const { mirror, ...store } = await open();
    expect(await mirror.state()).toBeNull();
    await mirror.claim('me');
    const records = [issue('10', 'A-1', monday), issue('11', 'A-2', monday)];
    const landed = await mirror.step({ holder: 'me', state: state('first'), records });
    expect(landed).toEqual({ counts: { issue: 2 }, problems: [] });
    expect(await mirror.state()).toEqual(state('first'));

    await mirror.claim('another');
    const step = { holder: 'me', state: state('late'), goneIssues: ['10', '11'] };
    await expect(mirror.step(step)).rejects.toThrow('Another process');
    expect(await mirror.state()).toEqual(state('first'));
    expect(await store.issues.count()).toBe(2);

    await mirror.step({ ...step, holder: 'another', goneIssues: ['11'] });
    expect(await mirror.updates()).toEqual(new Map([['10', Date.parse(monday)]]));
  });

  it('identifies issues by id: a moved issue, and a reused key', async () => {
    const { mirror, ...store } = await open();
    await mirror.claim('me');
    const step = (...records: StoreRecord[]) =>
      mirror.step({ holder: 'me', state: state('q'), records });
    await step(issue('10', 'A-1', monday), issue('11', 'A-2', monday));
    await step(issue('11', 'B-1', monday));
    expect(await store.issues.ids(['A-2', 'B-1'])).toEqual([null, '11']);
    // The project A was deleted and made anew.
    await step(issue('90', 'A-1', tuesday));
    expect(await store.issues.ids(['A-1', '10', '90'])).toEqual(['90', null, '90']);
  });

  it('reports invalid records and writes the rest', async () => {
    const { mirror, ...store } = await open();
    await mirror.claim('me');
    const records = [issue('10', 'A-1', 'no date'), issue('11', 'A-2', monday)];
    const { problems } = await mirror.step({ holder: 'me', state: state('q'), records });
    expect(problems).toMatchObject([{ record: 'A-1', index: 0 }]);
    expect(await store.issues.count()).toBe(1);
  });

  it('has one lock holder at a time', async () => {
    const store = await open();
    const lock = await store.lock('mirror');
    expect(await store.lock('mirror')).toBeNull();
    expect(await store.lock('demo').then(other => other?.release())).toBeUndefined();
    const waiting = store.lock('mirror', { wait: true });
    await lock?.release();
    await (await waiting)?.release();
  });
});

it('the lock of a killed process is free', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-lock-'));
  const file = join(folder, 'locked.db');
  const holder = `
    import { openStore } from ${JSON.stringify(join(import.meta.dirname, 'testing/open-store.ts'))};
    const store = await openStore({ file: ${JSON.stringify(file)} });
    console.log((await store.lock('mirror')) !== null);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', holder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [answer] = await once(child.stdout, 'data');
  expect(String(answer).trim()).toBe('true');
  const store = await openStore({ file });
  expect(await store.lock('mirror')).toBeNull();
  child.kill('SIGKILL');
  await once(child, 'exit');
  const lock = await store.lock('mirror');
  expect(lock).not.toBeNull();
  await lock?.release();
  await store.close();
  rmSync(folder, { recursive: true });
});
