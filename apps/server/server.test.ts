import { mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { newMirrorState } from '@tallyboard/replica/data/mirror.ts';
import { GADGETS } from '@tallyboard/reports/catalogue/gadgets.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { refreshDemo } from '@tallyboard/service-kit/demo.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { precompress } from './precompress.ts';
import { withoutSecrets } from './request-log.ts';
import { createServer, type Server } from './server.ts';
import { makeWebRoot } from './testing/web-root.ts';

const asOf = Date.parse('2026-06-17T12:00:00Z');
const script = `export const text = ${JSON.stringify('tally '.repeat(1000))};`;

let webRoot: string;
let store: Store;
let server: Server;

beforeEach(async () => {
  webRoot = await makeWebRoot(['/', '/reports', '/dashboards/:id']);
  await mkdir(join(webRoot, 'assets'));
  await writeFile(join(webRoot, 'assets/main-abc123.js'), script);
  store = await openStore({ memory: true });
  server = await createServer({ store, webRoot, log: false, now: () => asOf });
});
afterEach(async () => {
  await server.stop();
  await rm(webRoot, { recursive: true });
});

test('two Host headers are refused', async () => {
  const port = await server.start({ port: 0, host: '127.0.0.1' });
  const statusOf = async (...hosts: string[]) => {
    const socket = connect(port, '127.0.0.1');
    const lines = ['GET /health HTTP/1.1', ...hosts.map(host => `Host: ${host}`)];
    socket.end([...lines, 'Connection: close', '', ''].join('\r\n'));
    const reply = await text(socket);
    return Number(reply.split(' ')[1]);
  };
  expect(await statusOf('localhost')).toBe(200);
  expect(await statusOf('localhost', 'evil.example')).toBe(400);
});

const deep = (levels: number, open: string, close: string) =>
  `${open.repeat(levels)}0${close.repeat(levels)}`;

test.each([
  ['PUT', '/rest/api/3/dashboard/1/items/1/properties/x', (json: string) => json],
  ['PUT', '/rest/atlassian-connect/1/addons/a/properties/global-settings', (json: string) => json],
  ['POST', '/rest/tallyboard/1/columns', (json: string) => `{"jql":${json}}`],
  ['POST', '/rest/tallyboard/1/report', (json: string) => `{"settings":${json}}`],
  ['POST', '/rest/api/3/jql/parse', (json: string) => `{"queries":[${json}]}`],
  ['POST', '/rest/api/3/search/jql', (json: string) => `{"fields":${json}}`],
  ['POST', '/replica/dashboards', (json: string) => `{"name":${json}}`],
] as const)('%s %s with deep JSON is a 400', async (method, url, bodyOf) => {
  for (const json of [deep(60_000, '[', ']'), deep(60_000, '{"a":', '}'), deep(501, '[', ']')]) {
    const headers = { 'content-type': 'application/json' };
    const reply = await server.app.inject({ method, url, headers, payload: bodyOf(json) });
    expect([reply.statusCode, reply.body]).toEqual([400, expect.stringContaining('500 levels')]);
  }
  // A settings value of some levels is no fault.
  const payload = bodyOf(deep(40, '[', ']'));
  const reply = await server.app.inject({ method, url, payload });
  expect(reply.body).not.toContain('levels');
});

test('/ready has the version, and the ages of a mirror', async () => {
  const ready = async () => (await server.app.inject({ url: '/ready' })).json();
  const usual = { status: 'ready', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) };
  expect(await ready()).toEqual(usual);
  await store.mirror.claim('test');
  const source = { site: 'https://x.atlassian.net', flavour: 'cloud', jql: '' } as const;
  const step = (ages: object) =>
    store.mirror.step({ holder: 'test', state: { ...newMirrorState(source), ...ages } });
  await step({});
  const unknown = { dataSeconds: null, permissionsSeconds: null };
  expect(await ready()).toEqual({ ...usual, mirror: unknown });
  await step({ asOfMs: asOf - 61_000, accessMs: asOf - 5_000 });
  const known = { dataSeconds: 61, permissionsSeconds: 5 };
  expect(await ready()).toEqual({ ...usual, mirror: known });
});

test('/ready says that reports cannot be computed, until one is', async () => {
  const place = { file: join(webRoot, 'store') };
  await mkdir(place.file);
  const own = await createServer({ store, place, webRoot, log: false });
  const ready = async () => {
    const { statusCode, body } = await own.app.inject({ url: '/ready' });
    return [statusCode, JSON.parse(body).reports];
  };
  const ask = async () =>
    (await own.app.inject('/rest/tallyboard/1/report/overview?jql=created>0')).statusCode;
  expect(await ready()).toEqual([200, undefined]);
  expect(await ask()).toBe(500);
  const reason = 'The process that computes reports cannot open the database (SQLITE_CANTOPEN).';
  expect(await ready()).toEqual([200, { reason }]);
  // The process opens it for the next report.
  await rm(place.file, { recursive: true });
  await (await openStore(place)).close();
  expect(await ask()).toBe(200);
  expect(await ready()).toEqual([200, undefined]);
  await own.app.close();
});

describe('the web app', () => {
  test.each(['/', '/index.html', '/reports?fType=1', '/reports/', '/dashboards/1'])(
    '%s is a page of it',
    async url => {
      const reply = await server.app.inject({ url });
      expect(reply.statusCode).toBe(200);
      expect(reply.body).toContain('<title>Tallyboard</title>');
      expect(reply.headers['cache-control']).toBe('no-cache');
      expect(reply.headers['content-security-policy']).toContain("script-src 'self';");
    },
  );

  test('tells a page the flavour of Jira', async () => {
    const noteOf = async (by: Server) =>
      JSON.parse(
        /<meta name="tallyboard-replica" content="([^"]+)">/
          .exec((await by.app.inject({ url: '/reports' })).body)?.[1]
          ?.replaceAll('&quot;', '"') ?? 'null',
      );
    expect(await noteOf(server)).toEqual({ flavour: 'cloud', mirrored: false, columns: true });
    const other = await createServer({ store, webRoot, log: false, flavour: 'data-center' });
    expect(await noteOf(other)).toEqual({
      flavour: 'data-center',
      mirrored: false,
      columns: false,
    });
    await other.app.close();
  });

  test('an unknown page is the app with 404, an unknown file a plain 404', async () => {
    const page = await server.app.inject({ url: '/nothing' });
    expect([page.statusCode, page.body]).toEqual([404, expect.stringContaining('<title>')]);
    const file = await server.app.inject({ url: '/assets/none.js' });
    expect([file.statusCode, file.body]).toEqual([404, expect.not.stringContaining('<title>')]);
  });

  test('hashed files are immutable and precompressed', async () => {
    expect(await precompress(webRoot)).toBe(2);
    expect(await precompress(webRoot)).toBe(0);
    const headers = { 'accept-encoding': 'br' };
    const reply = await server.app.inject({ url: '/assets/main-abc123.js', headers });
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(reply.headers['content-encoding']).toBe('br');
    await writeFile(join(webRoot, 'icon.svg'), '<svg/>');
    const picture = await server.app.inject({ url: '/icon.svg' });
    expect(picture.headers['cache-control']).toBe('public, max-age=3600');
    expect(reply.rawPayload.length).toBeLessThan(200);
  });
});

describe('the demo', () => {
  const day = 24 * 3600 * 1000;
  const refresh = (now: number) => refreshDemo(store, { size: 30, now });

  test('fills an empty store, and is made again on another day', async () => {
    expect(await refresh(asOf)).toBe(true);
    expect(await store.issues.count()).toBe(30);
    await store.properties.set('addon:tallyboard', 'global-settings', { a: 1 });
    expect(await refresh(asOf)).toBe(false);
    expect(await refresh(asOf + day)).toBe(true);
    expect(await store.issues.count()).toBe(30);
    const kept = await store.properties.get('addon:tallyboard', 'global-settings');
    expect(kept?.value).toEqual({ a: 1 });
  });

  test('of a smaller size removes the larger one, also after an interruption', async () => {
    await refreshDemo(store, { size: 90, now: asOf });
    const project = { id: '1', key: 'MINE', name: 'Mine' };
    const fields = { summary: 'x', project, created: '2026-06-01T10:00:00.000+0000' };
    await store.ingest([{ kind: 'issue', value: { id: '1', key: 'MINE-1', fields } }]);
    const stop = new AbortController();
    const cut = refreshDemo(store, { size: 40, now: asOf, signal: stop.signal });
    stop.abort();
    await expect(cut).rejects.toThrow();
    expect(await refresh(asOf)).toBe(true);
    expect(await store.issues.count()).toBe(31);
    expect(await store.issues.byKeyOrId('WEB-20')).toBeNull();
    expect(await store.issues.byKeyOrId('MINE-1')).not.toBeNull();
  });

  test('has favourite filters, which the visitor can change', async () => {
    await refresh(asOf);
    const favourites = async () => {
      const reply = await server.app.inject({ url: '/rest/api/2/filter/favourite' });
      return (reply.json() as { id: string; name: string }[]).map(({ name }) => name);
    };
    expect(await favourites()).toEqual(['My open issues', 'Running sprints', 'Open incidents']);
    const { currentUser } = await store.catalogue.site();
    await store.favourites.remove(String(currentUser), '10200');
    await refresh(asOf + day);
    expect(await favourites()).toEqual(['Running sprints', 'Open incidents']);
  });

  test('does not touch a store with other data', async () => {
    const project = { id: '1', key: 'MINE', name: 'Mine' };
    const fields = { summary: 'x', project, created: '2026-06-01T10:00:00.000+0000' };
    await store.ingest([{ kind: 'issue', value: { id: '1', key: 'MINE-1', fields } }]);
    expect(await refresh(asOf)).toBe(false);
    expect(await store.issues.count()).toBe(1);
  });

  test.each([
    { path: '/rest/api/3/myself', method: 'GET' },
    { url: 'https://example.atlassian.net/rest/api/3/myself', type: 'GET' },
    { url: '/rest/api/3/search/approximate-count', type: 'POST', data: '{"jql":"project = WEB"}' },
    {
      path: '/rest/api/3/search/approximate-count',
      method: 'POST',
      body: { jql: 'project = WEB' },
    },
    { path: '/rest/api/3/search/jql', query: { jql: 'project = WEB', fields: ['id'] } },
  ])('answers %j with the reply as a string', async payload => {
    await refresh(asOf);
    const reply = await server.app.inject({ method: 'POST', url: '/f_demo', payload });
    expect(reply.statusCode, reply.body).toBe(200);
    const text: unknown = reply.json();
    expect(text).toBeTypeOf('string');
    expect(JSON.parse(String(text))).toBeTypeOf('object');
  });

  test('has settings for all gadgets', async () => {
    await refresh(asOf);
    const ask = async (gadget: string) =>
      (await server.app.inject({ url: `/f_demo?gadget=${gadget}` })).statusCode;
    for (const { name } of GADGETS) expect([name, await ask(name)]).toEqual([name, 200]);
    expect(await ask('nonsense')).toBe(404);
  });

  test('does not exist where there are real issues', async () => {
    await refresh(asOf);
    const project = { id: '1', key: 'MINE', name: 'Mine' };
    const fields = { summary: 'x', project, created: '2026-06-01T10:00:00.000+0000' };
    await store.ingest([{ kind: 'issue', value: { id: '1', key: 'MINE-1', fields } }]);
    const payload = { path: '/rest/api/3/issue/MINE-1' };
    const post = await server.app.inject({ method: 'POST', url: '/f_demo', payload });
    expect([post.statusCode, post.body]).toEqual([404, expect.not.stringContaining('MINE')]);
    expect((await server.app.inject({ url: '/f_demo?gadget=status' })).statusCode).toBe(404);
  });

  test('forwards the status of an error, and serves the API only', async () => {
    const ask = (path: string) =>
      server.app.inject({ method: 'POST', url: '/f_demo', payload: { path } });
    expect((await ask('/rest/api/3/issue/NOPE-1')).statusCode).toBe(404);
    expect((await ask('/health')).statusCode).toBe(400);
    expect((await ask('/f_demo')).statusCode).toBe(400);
  });
});

test('is alive at once, and ready when the demo is complete', async () => {
  let port = 0;
  const seen: number[] = [];
  const look = async (path: string) =>
    seen.push((await fetch(`http://localhost:${port}${path}`)).status);
  await server.start({ port: 0, host: 'localhost' }, async () => {
    const address = server.app.server.address();
    port = typeof address === 'object' && address !== null ? address.port : 0;
    for (const path of ['/health', '/ready', '/rest/api/3/myself']) await look(path);
  });
  for (const path of ['/health', '/ready', '/rest/api/3/myself']) await look(path);
  expect(seen).toEqual([200, 503, 503, 200, 200, 200]);
});

test('logs hold no tokens', () => {
  expect(withoutSecrets('/reports?jwt=abc.def&x=1&lic=active')).toBe('/reports?jwt=…&x=1&lic=…');
});
