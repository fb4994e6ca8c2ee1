import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { openEngine } from '@tallyboard/replica/data/open-engine.ts';
import { PAGE } from '@tallyboard/replica/rest/call-rights.ts';
import { openServerStoreOn } from '@tallyboard/server-store/store.ts';
import { afterAll, expect, test } from 'vitest';
import { createServer } from './server.ts';
import { makeWebRoot } from './testing/web-root.ts';

const webRoot = await makeWebRoot();
afterAll(() => rm(webRoot, { recursive: true }));

const agent = new Agent({ keepAlive: true });

/** The status of a call, its body and its Connection header; the code of an error. */
const ask = (url: string): Promise<unknown> =>
  new Promise(resolve => {
    get(url, { agent }, reply => {
      let text = '';
      reply.setEncoding('utf8').on('data', part => {
        text += part;
      });
      reply.on('end', () => resolve([reply.statusCode, text, reply.headers.connection]));
    }).on('error', error => resolve(Object(error).code));
  });

const isRefused = (port: number, host: string) =>
  new Promise(resolve => {
    const socket = connect({ port, host });
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', () => resolve(true));
  });

const ALIVE = [200, '{"status":"alive"}', 'keep-alive'];

/** A server that listens on both addresses of 'localhost', with calls that last until they are released. */
async function startServer() {
  const store = await openServerStoreOn(openEngine({ memory: true }));
  const server = await createServer({ store, webRoot, log: false });
  const released = Promise.withResolvers<void>();
  let begun = 0;
  server.app.get('/long', { config: { rights: PAGE } }, async () => {
    begun += 1;
    await released.promise;
    // Its database is still open.
    await store.issues.count();
    return { done: true };
  });
  const port = await server.start({ port: 0, host: 'localhost' });
  return { ...server, port, release: released.resolve, begun: () => begun };
}

const urls = (port: number, path: string) => [
  `http://127.0.0.1:${port}${path}`,
  `http://[::1]:${port}${path}`,
];

test('a stop refuses new calls at once and ends those in flight first', async () => {
  const { port, stop, release, begun, app } = await startServer();
  const hosts = app.addresses().flatMap(each => (typeof each === 'string' ? [] : [each.address]));
  const paths = urls(port, '/long').slice(0, hosts.length);
  expect(await ask(`http://127.0.0.1:${port}/health`)).toEqual(ALIVE);
  const calls = [...paths, ...paths, ...paths].map(ask);
  await expect.poll(begun).toBe(calls.length);
  let isStopped = false;
  const stopped = stop().then(() => {
    isStopped = true;
  });
  for (const host of hosts) expect(await isRefused(port, host)).toBe(true);
  const [ready, other] = await Promise.all(['/ready', '/reports'].map(url => app.inject({ url })));
  expect([ready?.statusCode, ready?.json().status]).toEqual([503, 'stopping']);
  expect([other?.statusCode, other?.headers['retry-after']]).toEqual([503, '1']);
  // A browser is told so by a page, which loads again; a program by JSON.
  expect([other?.headers['content-type'], other?.headers.refresh]).toEqual([
    'text/html; charset=utf-8',
    '3',
  ]);
  expect(other?.body).toContain('<h1>Tallyboard is stopping.</h1>');
  const [styles, call] = await Promise.all(
    ['/sign-in/pages.css', '/rest/api/3/myself'].map(url => app.inject({ url })),
  );
  expect(styles?.statusCode).toBe(200);
  expect([call?.statusCode, call?.json()]).toEqual([
    503,
    { errorMessages: ['Tallyboard is stopping.'], errors: {} },
  ]);
  expect(isStopped).toBe(false);
  release();
  expect(await Promise.all(calls)).toEqual(
    Array(calls.length).fill([200, '{"done":true}', 'close']),
  );
  await stopped;
});

test('a call that does not end is cut after a while', async () => {
  const { port, stop, begun } = await startServer();
  const call = ask(`http://127.0.0.1:${port}/long`);
  await expect.poll(begun).toBe(1);
  await stop();
  expect(await call).toBe('ECONNRESET');
});

test('connections that idle do not delay a stop', async () => {
  const { port, stop } = await startServer();
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  expect(await ask(`http://127.0.0.1:${port}/health`)).toEqual(ALIVE);
  await stop();
  socket.destroy();
});
