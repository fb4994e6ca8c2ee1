import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { accessKeysIn } from '@tallyboard/report-service/sign-in/access-keys.ts';
import { accountsIn } from '@tallyboard/report-service/sign-in/accounts.ts';
import { hashPassword } from '@tallyboard/report-service/sign-in/password.ts';
import { newSecret, sessionLife, sessionsIn } from '@tallyboard/report-service/sign-in/sessions.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { afterAll, expect, test } from 'vitest';
import { createServer } from './server.ts';
import { PASSWORD_AUTH } from './testing/password-auth.ts';
import { makeWebRoot } from './testing/web-root.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-locked-'));
const webRoot = await makeWebRoot(['/']);
afterAll(() => {
  for (const path of [folder, webRoot]) rmSync(path, { recursive: true });
});

test('while another process writes for long, reading goes on, and what is saved gets a 503', async () => {
  let now = Date.parse('2026-11-26T12:00:00Z');
  const file = join(folder, 'locked.db');
  const store = await openStore({ file });
  await accountsIn(store).set('ana', await hashPassword('long-enough-password', 10));
  await store.accounts.change('ana', { role: 'admin' });
  const { app, stop } = await createServer({
    store,
    webRoot,
    log: false,
    now: () => now,
    auth: PASSWORD_AUTH,
  });
  const keys = accessKeysIn(store.accessKeys, () => now);
  const owner = { owner: 'ana', name: 'a', jqlFilter: null, aggregateOnly: false, days: 90 };
  const { text, key } = await keys.make({ ...owner, scopes: ['issues', 'admin'] });
  const sessions = sessionsIn(store.sessions, () => now, sessionLife);
  const secret = await sessions.start('ana', 'ana', 'password');
  const old = await sessions.start('ana', 'ana', 'password');
  const authorization = `Bearer ${text}`;
  const other = new DatabaseSync(file);
  const read = async (url: string, headers: Record<string, string> = {}) =>
    (await app.inject({ url, headers })).statusCode;
  const save = (at: number) =>
    app.inject({
      method: 'PUT',
      url: `/rest/atlassian-connect/1/addons/tallyboard/properties/global-${at}`,
      headers: { authorization },
      payload: { at },
    });
  try {
    expect((await save(0)).statusCode).toBeLessThan(300);
    other.exec('begin immediate');
    // The use of keys and sessions is noted once a minute.
    now += 120_000;
    let saved = 0;
    const saves = Array.from({ length: 7 }, (_, at) => save(at).finally(() => saved++));
    const cookie = `tallyboard=${secret}`;
    expect(await read('/health')).toBe(200);
    expect(await read('/ready')).toBe(200);
    expect(await read('/rest/api/3/field', { authorization })).toBe(200);
    expect(await read('/rest/api/3/field', { authorization: `${authorization}x` })).toBe(401);
    expect(await read('/rest/api/3/field', { cookie })).toBe(200);
    expect(await read('/sign-in')).toBe(200);
    now += sessionLife.idleMs;
    expect(await read('/rest/api/3/field', { cookie: `tallyboard=${old}` })).toBe(401);
    expect(await read('/rest/api/3/field', { cookie: `tallyboard=${newSecret()}` })).toBe(401);
    expect(saved).toBe(0);
    for (const reply of [...(await Promise.all(saves)), await save(8)]) {
      expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5']);
      expect(reply.body).toContain('another process is writing to the database');
    }
    expect(await read('/rest/api/3/field', { authorization })).toBe(200);
    const ready = await app.inject({ url: '/ready' });
    expect([ready.statusCode, ready.json().reason]).toEqual([
      503,
      expect.stringContaining('another process is writing'),
    ]);
    other.exec('commit');
    await expect.poll(async () => (await save(9)).statusCode).toBeLessThan(300);
    now += 10_000;
    expect(await read('/ready')).toBe(200);
    expect(await read('/rest/api/3/field', { authorization })).toBe(200);
    await expect.poll(async () => (await keys.get(key.id))?.usedMs).toBe(now - 10_000);
  } finally {
    other.close();
    await stop();
  }
}, 60_000);
