import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { sharedPostgres } from '@tallyboard/replica/store/testing/shared-postgres.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeBackup } from './backup-file.ts';
import { differences, dumpOf } from './mirror/testing/dump.ts';
import { run } from './testing/run.ts';

const asOf = Date.parse('2026-06-17T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-backup-'));
const data = join(folder, 'data');
const file = join(folder, 'all.jsonl.gz');
const openData = (name = 'data') => openStore({ file: join(folder, name, 'tallyboard.db') });
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  const records = [...demoRecords({ seed: 5, asOf, size: 400 })];
  mkdirSync(data);
  const store = await openData();
  await store.ingest(records);
  await store.properties.set('addon:tallyboard', 'global-settings', { language: 'en' });
  await store.close();
});

test('a backup restores over PostgreSQL and back, each with an audit line', async () => {
  const postgres = sharedPostgres();
  const databaseUrl = await postgres.database();
  if (databaseUrl === null) console.warn('No PostgreSQL here: nothing is restored into one.');
  else {
    const [first, second] = ['first.gz', 'second.gz'].map(name => join(folder, name));
    await run('backup', String(first), '--data', data);
    process.env.DATABASE_URL = databaseUrl;
    expect(await run('restore', String(first))).toMatchObject({ code: 0, err: '' });
    const again = await run('restore', String(first));
    expect(again).toMatchObject({ code: 1, err: expect.stringMatching(/Give an empty database/) });
    expect((await run('restore', String(first), '--force')).code).toBe(0);
    expect((await run('backup', String(second))).code).toBe(0);
    delete process.env.DATABASE_URL;
    expect((await run('restore', String(second), '--data', join(folder, 'back'))).code).toBe(0);
    const [one, other] = [await openData(), await openData('back')];
    const dumps = [await dumpOf(one, 'cloud', asOf), await dumpOf(other, 'cloud', asOf)] as const;
    expect(differences(...dumps)).toEqual([]);
    const lines = await other.audit.newest(9);
    expect(lines.map(({ action, target }) => [action, target])).toEqual([
      ['backup restored', second],
      ['backup restored', first],
    ]);
    await Promise.all([one.close(), other.close()]);
  }
  await postgres.stop();
});

test('a backup restores into an empty folder with the same replies', async () => {
  const made = await run('backup', file, '--data', data);
  expect(made).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/: 400 issues, /) });
  // It holds every issue: readable by its owner only.
  expect(statSync(file).mode & 0o077).toBe(0);
  const done = await run('restore', file, '--data', join(folder, 'copy'));
  expect(done).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^400 issues, /) });
  const [one, other] = [await openData(), await openData('copy')];
  expect(differences(await dumpOf(one, 'cloud', asOf), await dumpOf(other, 'cloud', asOf))).toEqual(
    [],
  );
  expect(await other.dashboards.all()).toEqual(await one.dashboards.all());
  const settings = await other.properties.get('addon:tallyboard', 'global-settings');
  expect(settings?.value).toEqual({ language: 'en' });
  await Promise.all([one.close(), other.close()]);
});

test('a backup is a snapshot, while another process writes', async () => {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'testing/write-pairs.ts'), join(data, 'tallyboard.db')],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await new Promise(resolve => child.stdout.once('data', resolve));
  const busy = join(folder, 'busy.jsonl.gz');
  expect((await run('backup', busy, '--data', data)).code).toBe(0);
  child.kill('SIGKILL');
  expect((await run('restore', busy, '--data', join(folder, 'pairs'))).code).toBe(0);
  const store = await openData('pairs');
  // Pairs are written as one dashboard with its gadget: never one without the other.
  const names = await store.dashboards.all();
  const pairs = names.filter(({ name }) => name.startsWith('Pair '));
  expect(pairs.length).toBeGreaterThan(0);
  for (const { id } of pairs) expect(await store.dashboards.items(id)).toHaveLength(1);
  await store.close();
});

test('nothing is overwritten without --force, and other files are refused', async () => {
  const refused = (args: string[], message: RegExp) =>
    run(...args).then(done =>
      expect(done).toMatchObject({ code: 1, err: expect.stringMatching(message) }),
    );
  const before = readFileSync(file);
  await refused(['backup', file, '--data', data], /exists\. Give another name/);
  expect(readFileSync(file)).toEqual(before);
  expect((await run('backup', file, '--data', data, '--force')).code).toBe(0);
  await refused(['restore', file, '--data', data], /There is data in .* already/);
  expect((await run('restore', file, '--data', data, '--force')).code).toBe(0);
  const empty = ['--data', join(folder, 'empty')];
  const bad = join(folder, 'bad.gz');
  writeFileSync(bad, before.subarray(0, before.length / 2));
  await refused(['restore', bad, ...empty], /damaged or incomplete/);
  writeFileSync(bad, 'no backup');
  await refused(['restore', bad, ...empty], /is not a backup of Tallyboard/);
  await refused(['restore', join(folder, 'none'), ...empty], /There is no file/);
  expect((await run('restore', file, ...empty)).code).toBe(0);
  expect((await run('backup')).code).toBe(2);
});

test.each(['ENOSPC', 'EROFS', 'EACCES'])('%s names the file, not the data folder', async code => {
  const file = join(tmpdir(), 'tallyboard-of-a-full-disk.jsonl.gz');
  const lines = Readable.from([{ tallyboard: 'backup' }]).map(() => {
    throw Object.assign(new Error(code), { code });
  });
  await expect(writeBackup(file, lines, () => {})).rejects.toThrow(`'${file}' cannot be written: `);
});
