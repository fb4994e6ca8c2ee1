import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine } from '@tallyboard/replica/data/open-engine.ts';
import { limitPages } from '@tallyboard/replica/store/testing/page-limit.ts';
import { openServerStoreOn } from '@tallyboard/server-store/store.ts';
import { afterAll, expect, test } from 'vitest';
import { createServer } from './server.ts';
import { makeWebRoot } from './testing/web-root.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-full-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('on a full disk writes get 507, reads go on, and /ready is red until a write succeeds', async () => {
  const engine = openEngine({ file: join(folder, 'full.db') });
  const store = await openServerStoreOn(engine);
  let now = Date.parse('2026-11-26T12:00:00Z');
  const lines: { msg: string; level: number; err?: unknown }[] = [];
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (text: string | Uint8Array) => {
    lines.push(JSON.parse(String(text)));
    return true;
  };
  const webRoot = await makeWebRoot();
  const { app, stop } = await createServer({ store, webRoot, log: 'warn', now: () => now });
  const save = () =>
    app.inject({
      method: 'PUT',
      url: '/rest/atlassian-connect/1/addons/tallyboard/properties/global-settings',
      payload: { text: 'x'.repeat(30_000) },
    });
  const ready = async () => {
    const reply = await app.inject({ url: '/ready' });
    return [reply.statusCode, reply.json()];
  };
  try {
    expect((await ready())[0]).toBe(200);
    await limitPages(engine, 1);
    for (let count = 0; count < 3; count++) {
      const reply = await save();
      expect(reply.statusCode).toBe(507);
      expect(reply.json().errorMessages[0]).toContain('disk of the database is full');
    }
    expect((await app.inject({ url: '/rest/api/3/myself' })).statusCode).toBe(200);
    expect(await ready()).toEqual([
      503,
      {
        status: 'not ready',
        version: expect.any(String),
        reason: expect.stringContaining('disk of the database is full'),
      },
    ]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ msg: expect.stringContaining('is full') });
    expect(lines[0]).not.toHaveProperty('err');
    now += 60_000;
    await save();
    expect(lines).toHaveLength(2);
    await limitPages(engine, 1_000_000);
    // The clock may be set back meanwhile.
    now -= 86_400_000;
    expect((await ready())[0]).toBe(200);
    expect((await save()).statusCode).toBeLessThan(300);
  } finally {
    process.stderr.write = write;
    await stop();
    rmSync(webRoot, { recursive: true });
  }
});
