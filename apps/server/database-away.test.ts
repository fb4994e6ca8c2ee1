import { rm } from 'node:fs/promises';
import { startFreezingProxy } from '@tallyboard/replica/store/testing/freezing-proxy.ts';
import { startPostgres } from '@tallyboard/replica/store/testing/postgres.ts';
import { sharedPostgres } from '@tallyboard/replica/store/testing/shared-postgres.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { newSecret } from '@tallyboard/service-kit/sign-in/sessions.ts';
import { expect, test } from 'vitest';
import { createServer } from './server.ts';
import { anaAccount } from './testing/proxy-server.ts';
import { makeWebRoot } from './testing/web-root.ts';

const calls = [
  ['GET', '/rest/api/3/myself'],
  ['GET', '/replica/dashboards'],
  ['POST', '/rest/api/3/search/jql'],
  ['GET', '/reports'],
  ['GET', '/browse/WEB-1'],
] as const;

const allCalls = [
  ...calls,
  ['POST', '/rest/tallyboard/1/report'],
  ['PUT', '/rest/atlassian-connect/1/addons/a/properties/global-settings'],
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
});

for (const onlyPresent of [false, true])
  test.concurrent(`calls and pages get 503 in time while ${onlyPresent ? 'present' : 'all'} connections to the database hang`, async ({
    expect,
    skip,
  }) => {
    const postgres = sharedPostgres();
    const direct = await postgres.database();
    if (direct === null) return skip('There is no PostgreSQL here.');
    const proxy = await startFreezingProxy(direct);
    const webRoot = await makeWebRoot();
    const store = await openStore({ databaseUrl: proxy.databaseUrl }, { queryProcesses: {} });
    const place = { databaseUrl: proxy.databaseUrl };
    const { app, stop } = await createServer({ store, place, webRoot, log: false });
    const search = { jql: 'created < now()' };
    const bodies = {
      '/rest/tallyboard/1/report': { report: 'created-resolved', ...search },
      '/rest/atlassian-connect/1/addons/a/properties/global-settings': { a: 1 },
    };
    const ask = ([method, url]: (typeof allCalls)[number]) => {
      const payload = bodies[url as keyof typeof bodies] ?? search;
      return app.inject({ method, url, ...(method !== 'GET' && { payload }) });
    };
    const askAll = () => Promise.all(allCalls.map(ask));
    const codes = async () => (await askAll()).map(({ statusCode }) => statusCode);
    await codes();
    const usual = await codes();
    expect(usual[2]).toBe(200);
    proxy.freeze({ onlyPresent });
    const begun = performance.now();
    const ready = await app.inject({ url: '/ready' });
    expect(ready.statusCode).toBe(onlyPresent ? 200 : 503);
    expect(performance.now() - begun).toBeLessThan(2_000);
    const replies = await askAll();
    // Those that find no open connection open another one.
    const late = replies.filter(({ statusCode }, at) => statusCode !== usual[at]);
    expect(late.length).toBeGreaterThan(onlyPresent ? 0 : allCalls.length - 1);
    for (const { statusCode, body } of late)
      expect([statusCode, body]).toEqual([503, expect.stringContaining('does not answer')]);
    proxy.thaw();
    await expect.poll(codes).toEqual(usual);
    expect((await app.inject({ url: '/ready' })).statusCode).toBe(200);
    await stop();
    proxy.stop();
    await postgres.stop();
    await rm(webRoot, { recursive: true });
  });
