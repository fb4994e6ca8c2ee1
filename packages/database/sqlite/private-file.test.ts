import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openEngine } from '../open-engine.ts';

const root = mkdtempSync(join(tmpdir(), 'tallyboard-private-'));
afterAll(() => rmSync(root, { recursive: true }));

const modes = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder).map(name => [
      name,
      (statSync(join(folder, name)).mode & 0o777).toString(8),
    ]),
  );
const PRIVATE = { 'a.db': '600', 'a.db-mirror.lock': '600', 'a.db-shm': '600', 'a.db-wal': '600' };

async function filesWhileOpen(folder: string) {
  const engine = openEngine({ file: join(folder, 'a.db') }, {});
  await sql`create table if not exists a (id integer)`.execute(engine.db);
  const lock = await engine.tryLock('mirror');
  const found = modes(folder);
  await lock?.release();
  await engine.close();
  return found;
}

// A worker of the tests cannot change its umask: the usual one of 022 gives others the right to read.
test('all files of a store are private, wider ones too', async ({ skip }) => {
  skip(process.platform === 'win32', 'Windows has no such rights of files.');
  const folder = join(root, 'open');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  expect(await filesWhileOpen(folder)).toMatchObject(PRIVATE);
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
  expect(await filesWhileOpen(folder)).toMatchObject(PRIVATE);
});
