import { rm } from 'node:fs/promises';
import { startPostgres } from '@tallyboard/replica/store/testing/postgres.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { expect, test } from 'vitest';
import { createServer } from './server.ts';
import { newSecret } from './sign-in/sessions.ts';
import { anaAccount } from './testing/proxy-server.ts';
import { makeWebRoot } from './testing/web-root.ts';

const calls = [
  ['GET', '/rest/api/3/myself'],
  ['GET', '/replica/dashboards'],
  ['POST', '/rest/api/3/search/jql'],
  ['GET', '/reports'],
  ['GET', '/browse/WEB-1'],
] as const;

test('calls and pages get 503 with Retry-After while the database is away', async context => {
  const postgres = await startPostgres();
  const databaseUrl = await postgres.database();
  if (databaseUrl === null) return context.skip('There is no PostgreSQL here.');
  const webRoot = await makeWebRoot();
  const roles = { admins: [], editors: [], standard: 'editor' } as const;
  const signIn = { openId: null, account: await anaAccount(), roles };
  const servers = [];
  for (const auth of [undefined, { signIn, publicUrl: null, key: () => Buffer.alloc(32) }]) {
    const store = await openStore({ databaseUrl });
    servers.push(await createServer({ store, webRoot, log: false, ...(auth && { auth }) }));
  }
  await postgres.stop();
  for (const { app } of servers) {
    const headers = { cookie: `tallyboard=${newSecret()}` };
    for (const [method, url] of calls) {
      const payload = method === 'POST' ? { jql: 'created < now()' } : undefined;
      const reply = await app.inject({ method, url, headers, ...(payload && { payload }) });
      expect([reply.statusCode, reply.headers['retry-after']], url).toEqual([503, '5']);
      expect(reply.body).toContain('The database does not answer.');
    }
    expect((await app.inject({ url: '/ready' })).statusCode).toBe(503);
    expect((await app.inject({ url: '/health' })).statusCode).toBe(200);
  }
  for (const server of servers) await server.stop();
  await rm(webRoot, { recursive: true });
}, 60_000);
