import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createServer } from '@tallyboard/server/server.ts';
import { makeWebRoot } from '@tallyboard/server/testing/web-root.ts';
import { openStore } from '@tallyboard/server-store/store.ts';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from './testing/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-damaged-'));
const inFolder = (...parts: string[]) => join(folder, ...parts);
const backup = inFolder('backup.jsonl.gz');
const PAGE = 8192;

/** Overwrites the pages with the documents of issues, as a failing disk does. */
function damage(file: string): void {
  const bytes = readFileSync(file);
  for (let at = 0; at < bytes.length; at += PAGE)
    if (bytes.subarray(at, at + PAGE).includes('"summary":')) bytes.fill(0xa5, at, at + PAGE);
  writeFileSync(file, bytes);
}

beforeAll(async () => {
  await run('demo', '--data', inFolder('whole'), '--size', '100');
  await run('backup', backup, '--data', inFolder('whole'));
  cpSync(inFolder('whole'), inFolder('damaged'), { recursive: true });
  damage(inFolder('damaged', 'tallyboard.db'));
  mkdirSync(inFolder('other'));
  writeFileSync(inFolder('other', 'tallyboard.db'), 'no database'.repeat(5000));
});
afterAll(() => rmSync(folder, { recursive: true }));

const commands = (data: string) => [
  ['jql', 'order by created', '--data', data],
  ['report', 'created-resolved', '--jql', 'order by created', '--data', data],
  ['import', backup, '--data', data],
  ['demo', '--size', '200', '--data', data],
  ['mirror', 'status', '--data', data],
  ['account', '--data', data],
  ['password', '--list', '--data', data],
  ['audit', '--data', data],
  ['backup', inFolder('second.gz'), '--data', data],
  ['restore', backup, '--force', '--data', data],
];

test('each command says of a file that is no database what to do', async () => {
  for (const args of commands(inFolder('other'))) {
    const { code, err } = await run(...args);
    expect([code, err], args.join(' ')).toEqual([
      1,
      expect.stringMatching(
        /^'.*tallyboard\.db' is damaged, or not Tallyboard's\. .* restore .*\n$/,
      ),
    ]);
  }
});

test.each([
  ['a newer version', '9999 of a later version'],
  ['a newer version', '100 of a later version'],
  ['an earlier development version', '33 of an earlier version'],
])('each command refuses data of %s: %s', async (version, name) => {
  const data = inFolder(name);
  cpSync(inFolder('whole'), data, { recursive: true });
  const raw = new DatabaseSync(join(data, 'tallyboard.db'));
  raw.prepare('insert into migrations (name) values (?)').run(name);
  raw.close();
  for (const args of commands(data)) {
    const { code, err } = await run(...args);
    expect([code, err], args.join(' ')).toEqual([
      1,
      expect.stringMatching(
        new RegExp(`^'.*tallyboard\\.db' was written by ${version} .* restore .*\n$`),
      ),
    ]);
  }
});

test.each([
  ['trigger', 'create trigger alien after insert on facts begin delete from accounts; end'],
  ['view', 'create view alien as select * from accounts'],
])('each command refuses a file with a %s of others', async (type, statement) => {
  const data = inFolder(type);
  cpSync(inFolder('whole'), data, { recursive: true });
  const raw = new DatabaseSync(join(data, 'tallyboard.db'));
  raw.exec(statement);
  raw.close();
  for (const args of commands(data)) {
    const { code, err } = await run(...args);
    expect([code, err], args.join(' ')).toEqual([
      1,
      expect.stringMatching(new RegExp(`it has the ${type} 'alien'\\. .* restore .*\n$`)),
    ]);
  }
});

describe('a damaged file', () => {
  test('is found by the check of the start, and ends commands in a sentence', async () => {
    const store = await openStore({ file: inFolder('whole', 'tallyboard.db') });
    expect(await store.findDamage()).toBeNull();
    await store.close();
    // `jql` asks four times.
    for (const args of commands(inFolder('damaged')).slice(1)) {
      const { code, err } = await run(...args);
      if (code !== 0) expect(err, args.join(' ')).toMatch(/damaged.*\n$/);
      expect(err).not.toMatch(/\n\s+at /);
    }
  });

  test('gives 503 and keeps /ready red', async () => {
    const copy = inFolder('while-serving.db');
    cpSync(inFolder('whole', 'tallyboard.db'), copy);
    const webRoot = await makeWebRoot();
    damage(copy);
    const store = await openStore({ file: copy });
    expect(await store.findDamage()).not.toBeNull();
    const { app, stop } = await createServer({ store, webRoot, log: false });
    const payload = { jql: 'created < now()', fields: ['*all'], maxResults: 100 };
    const search = await app.inject({ method: 'POST', url: '/rest/api/3/search/jql', payload });
    expect([search.statusCode, search.body]).toEqual([503, expect.stringContaining('damaged')]);
    const ready = await app.inject({ url: '/ready' });
    expect([ready.statusCode, ready.json().reason]).toEqual([
      503,
      expect.stringContaining('damaged'),
    ]);
    await stop();
    rmSync(webRoot, { recursive: true });
  });
});
