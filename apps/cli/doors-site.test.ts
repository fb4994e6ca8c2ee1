/** Doors of a server in front of a real Jira: they read it with the server's token, and say so. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Answer } from '@tallyboard/engine/ask/answer-schema.ts';
import { unpackView } from '@tallyboard/engine/ask/figure-view.ts';
import type { KeyScope } from '@tallyboard/replica/rest/call-rights.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { createServer, type Server } from '@tallyboard/server/server.ts';
import {
  anaAccount,
  type ProxyServer,
  type ProxyServerSettings,
  startProxyServer,
  testPassword,
  testToken,
} from '@tallyboard/server/testing/proxy-server.ts';
import { signIn } from '@tallyboard/server/testing/visitor.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { accessKeysIn, type KeyRequest } from '@tallyboard/service-kit/sign-in/access-keys.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { run } from './testing/run.ts';

const now = Date.parse('2026-06-17T12:00:00Z');
const WEB = 'project = WEB';
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-site-doors-'));
let jira: Server;
let jiraStore: Store;
/** Stands before the Jira. */
let front: HttpServer;
let site: string;
/** The reply to each call in place of Jira's. */
let trouble: { readonly status: number; readonly body: object; readonly after?: number } | null =
  null;
let calls: string[] = [];
let server: ProxyServer;
let owner: string;

const listen = async (httpServer: HttpServer, port = 0) => {
  await new Promise<void>(done => httpServer.listen(port, '127.0.0.1', done));
  const address = httpServer.address();
  return typeof address === 'object' && address ? address.port : 0;
};

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  jiraStore = await openStore({ memory: true });
  await jiraStore.ingest(demoRecords({ seed: 5, asOf: now, size: 80 }));
  jira = await createServer({
    store: jiraStore,
    webRoot: folder,
    now: () => now,
    token: testToken,
    openAccess: () => ({ anyHost: true, actAs: false }),
    log: false,
  });
  const port = await jira.start({ port: 0, host: '127.0.0.1' });
  front = createHttpServer(async (request, reply) => {
    calls.push(`${request.method} ${request.url}`);
    const { authorization = '' } = request.headers;
    if (trouble) {
      const { status, body, after } = trouble;
      reply.writeHead(status, {
        'content-type': 'application/json',
        ...(after !== undefined && { 'retry-after': String(after) }),
      });
      reply.end(JSON.stringify(body));
      return;
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const answer = await fetch(`http://127.0.0.1:${port}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { authorization, 'content-type': 'application/json', accept: 'application/json' },
      ...(parts.length > 0 && { body: Buffer.concat(parts) }),
    });
    reply.writeHead(answer.status, { 'content-type': 'application/json' });
    reply.end(await answer.text());
  });
  site = `http://127.0.0.1:${await listen(front)}`;
  const headers = { authorization: `Bearer ${testToken}` };
  owner = (await (await fetch(`${site}/rest/api/3/myself`, { headers })).json()).displayName;
  server = await startProxyServer({
    site,
    place: { file: join(folder, 'tallyboard.db') },
    signIn: { account: await anaAccount() },
    now: () => now,
  });
});
afterEach(() => {
  trouble = null;
  calls = [];
});
afterAll(async () => {
  vi.useRealTimers();
  await server.stop();
  front.closeAllConnections();
  front.close();
  await jira.stop();
  rmSync(folder, { recursive: true });
});

async function makeKey(
  scopes: readonly KeyScope[],
  limits: Partial<Pick<KeyRequest, 'jqlFilter' | 'aggregateOnly'>> = {},
): Promise<string> {
  const keys = accessKeysIn(server.store.accessKeys, () => now);
  const request = { owner: 'ana', name: 'Test', jqlFilter: null, aggregateOnly: false, days: 30 };
  return (await keys.make({ ...request, ...limits, scopes })).text;
}

const get = async (path: string, key: string, init: RequestInit = {}) =>
  fetch(server.address + path, { ...init, headers: { authorization: `Bearer ${key}` } });

const reportPath = (report: string, members: Record<string, string>) =>
  `/rest/tallyboard/1/report/${report}?${new URLSearchParams(members)}`;

async function byCommandLine(report: string, ...more: string[]): Promise<Answer> {
  const at = ['--url', site, '--token', testToken];
  const { out, err } = await run('report', report, ...at, ...more, '--format', 'json');
  expect(err).toBe('');
  return JSON.parse(out);
}

async function assistant(key: string): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: 'auto' } },
  );
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server.address}/mcp`), { requestInit }),
  );
  return client;
}

const textOf = (told: { content: unknown }): string =>
  (told.content as { text: string }[])[0]?.text ?? '';

const QUESTIONS: readonly (readonly [string, Record<string, string>])[] = [
  ['overview', { jql: WEB }],
  ['time-in-status', { jql: WEB, groupBy: 'assignee' }],
  ['velocity', { boardId: '1' }],
  ['created-resolved', { jql: WEB, asOf: '2026-05-04', timeZone: 'Asia/Kolkata' }],
];

test.each(QUESTIONS)(
  '%s has the figures of the command line, and names whose eyes it has',
  async (report, members) => {
    const key = await makeKey(['figures']);
    const { asOf, timeZone, jql, ...settings } = members;
    const line = await byCommandLine(
      report,
      ...(jql ? ['--jql', jql] : []),
      ...(asOf ? ['--as-of', asOf] : []),
      ...(timeZone ? ['--time-zone', timeZone] : []),
      ...['--settings', JSON.stringify(settings)],
    );
    const reply = await get(reportPath(report, members), key);
    expect(reply.status).toBe(200);
    const { eyes, ...answer }: Answer = await reply.json();
    expect(eyes).toBe(owner);
    expect(answer).toEqual(line);
    expect(line.figures.length).toBeGreaterThan(3);
    const body = JSON.stringify({ report, settings, jql, asOf, timeZone });
    const posted = await get('/rest/tallyboard/1/report', key, { method: 'POST', body });
    expect(await posted.json()).toEqual({ eyes, ...answer });
  },
);

test('a pin is shown to others while the token sees every issue of it', async () => {
  const key = await makeKey(['figures', 'admin']);
  const own = { id: 'pinned00', ownerId: 'ana', name: 'Pinned', description: '' };
  const view = { report: 'overview', jql: WEB };
  await server.store.savedReports.save({ ...own, view, shares: [], version: 0, updatedMs: 1 });
  const path = '/rest/tallyboard/1/saved-reports/pinned00/pins';
  const body = JSON.stringify({ note: 'before' });
  const made = await get(path, key, { method: 'POST', body });
  expect(made.status).toBe(201);
  const { id, eyes, figures } = await made.json();
  expect([eyes, figures.length > 20]).toEqual([owner, true]);
  const listed = async () => (await get(path, key)).json();
  calls = [];
  expect((await listed()).pins).toMatchObject([{ id, shown: true, mine: true }]);
  expect(calls).toEqual([]);
  await server.store.pins.disown('ana');
  expect((await listed()).pins).toMatchObject([{ id, shown: true, mine: false, figures }]);
  expect(calls).toEqual(['POST /rest/api/3/issue/bulkfetch']);
  await jiraStore.issues.delete(['WEB-1']);
  const [pin] = (await listed()).pins;
  expect(pin).toMatchObject({ shown: false, why: 'pinned with other rights' });
  expect(pin).not.toHaveProperty('figures');
  const records = [...demoRecords({ seed: 5, asOf: now, size: 80 })];
  await jiraStore.ingest(
    records.filter(each => each.kind === 'issue' && each.value.key === 'WEB-1'),
  );
});

test('files have the same table, and the name in a header or in the file', async () => {
  const key = await makeKey(['figures']);
  const at = ['--url', site, '--token', testToken];
  const line = await run('report', 'overview', ...at, '--jql', WEB, '--format', 'csv');
  const reply = await get(reportPath('overview', { jql: WEB, format: 'csv' }), key);
  expect(await reply.text()).toBe(line.out.replace(/^\uFEFF/, ''));
  expect(reply.headers.get('x-tallyboard-eyes')).toBe(encodeURIComponent(owner));
  const html = reportPath('overview', { jql: WEB, format: 'html' });
  expect((await get(html, key)).status).toBe(403);
  const page = await (await get(html, await makeKey(['figures', 'issues']))).text();
  const [, data = ''] = /<script [^>]*>(.*)<\/script>/s.exec(page) ?? [];
  expect(unpackView(JSON.parse(data).view).eyes).toBe(owner);
});

test('saved reports, OData, metrics and assistants have them too', async () => {
  const key = await makeKey(['figures', 'mcp', 'issues']);
  const view = { report: 'breakdown', jql: WEB, settings: {} };
  const own = { ownerId: 'ana', description: '', shares: [], version: 0, updatedMs: 1 };
  await server.store.savedReports.save({ id: 'weekly01', name: 'Weekly', view, ...own });
  const { figures, table } = await byCommandLine('breakdown', '--jql', WEB);
  const saved: Answer = await (await get('/rest/tallyboard/1/saved/Weekly', key)).json();
  expect([saved.figures, saved.eyes]).toEqual([figures, owner]);

  const total = saved.coverage?.issues.fetched;
  expect(total).toBeGreaterThan(10);

  const feed = await (await get('/odata/Weekly', key)).json();
  expect(feed['@tallyboard.eyes']).toBe(owner);
  expect(feed.value.map(({ Key }: { Key: string }) => Key)).toEqual(
    table.keys.slice(0, table.hasTotal ? -1 : undefined),
  );
  const metrics = await (await get('/metrics/saved?report=Weekly', key)).text();
  expect(metrics).toContain(`# As ${owner} sees it in Jira.\n`);
  const [first = null] = table.rows[0]?.filter(cell => typeof cell === 'number') ?? [];
  expect(metrics).toMatch(new RegExp(`^tallyboard_figure\\{saved="Weekly".* ${first}$`, 'm'));

  const client = await assistant(key);
  const told = await client.callTool({ name: 'report', arguments: { saved: 'Weekly' } });
  expect(told.structuredContent).toMatchObject({ eyes: owner, complete: true });
  expect(textOf(told)).toContain(`as ${owner} sees it in Jira`);
  const count = await client.callTool({ name: 'count', arguments: { jql: WEB } });
  const issues = await client.callTool({ name: 'issues', arguments: { jql: WEB } });
  expect(count.structuredContent).toMatchObject({ count: total });
  expect(issues.structuredContent).toMatchObject({ total });
  const found = await client.callTool({ name: 'find', arguments: { words: 'WEB', kind: 'board' } });
  expect(textOf(found)).toContain('| board |');
  await client.close();
});

test('currentUser() is the owner of the token, and the answer says so', async () => {
  const key = await makeKey(['figures']);
  const jql = 'assignee = currentUser()';
  const answer: Answer = await (await get(reportPath('overview', { jql }), key)).json();
  const named = await byCommandLine('overview', '--jql', `assignee = "${owner}"`);
  expect(answer.figures).toEqual(named.figures);
  expect(answer.doubts).toContainEqual(
    `The query depends on its reader: currentUser() is ${owner}, not who asks.`,
  );
});

test('readers share what was computed within a minute, also of a past time', async () => {
  const key = await makeKey(['figures']);
  const path = reportPath('age', { jql: WEB, asOf: '2026-06-01' });
  await (await get(path, key)).json();
  expect(calls.length).toBeGreaterThan(0);
  calls = [];
  expect((await get(path, key)).status).toBe(200);
  expect(calls).toEqual([]);
});

test('a key with a JQL filter is refused, at its making and its use; aggregateOnly holds', async () => {
  const filtered = await makeKey(['figures', 'mcp'], { jqlFilter: WEB });
  for (const path of ['/rest/tallyboard/1/reports', '/odata', reportPath('overview', { jql: WEB })])
    expect((await get(path, filtered)).status).toBe(403);
  const ana = server.visitor();
  await signIn(ana, 'ana', testPassword);
  const make = (more: object) =>
    ana.ask('/rest/tallyboard/1/keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'New', scopes: ['figures'], password: testPassword, ...more }),
    });
  const refused = await make({ jqlFilter: WEB });
  expect([refused.status, (await refused.json()).errorMessages]).toEqual([
    400,
    [
      "jqlFilter: not in front of a Jira, which shows all that the owner of the server's token may see.",
    ],
  ]);
  const made = await make({ aggregateOnly: true, scopes: ['figures', 'mcp'] });
  expect(made.status).toBe(201);
  const { key } = await made.json();
  const path = reportPath('breakdown', { jql: WEB, groupBy: 'assignee' });
  const answer: Answer = await (await get(path, key)).json();
  expect(answer).toMatchObject({ eyes: owner, doubts: [], table: { folded: expect.any(Number) } });
  expect(answer.coverage).toBeUndefined();
  expect((await get(`/rest/api/3/search/jql?jql=${WEB}`, key)).status).toBe(403);
  const client = await assistant(key);
  const issues = await client.callTool({ name: 'issues', arguments: { jql: WEB } });
  expect([issues.isError, textOf(issues)]).toEqual([
    true,
    "The access key 'New' gets aggregated figures only.",
  ]);
  await client.close();
});

const GONE = "Jira does not accept this server's token any more.";

test.each([
  [401, {}, undefined, 502, GONE],
  [403, { errorMessages: ['No access for you.'] }, undefined, 502, 'No access for you.'],
  [429, {}, 1200, 503, 'Jira limits the number of requests. Try again in 20 minutes.'],
])('what Jira answers with %i is a sentence', async (status, body, after, own, text) => {
  const key = await makeKey(['figures', 'mcp']);
  trouble = { status, body, ...(after !== undefined && { after }) };
  const jql = `${WEB} AND created > -${status}d`;
  const reply = await get(reportPath('overview', { jql }), key);
  expect([reply.status, (await reply.json()).errorMessages]).toEqual([own, [text]]);
  if (after !== undefined) expect(reply.headers.get('retry-after')).toBe(String(after));
  const client = await assistant(key);
  const told = await client.callTool({ name: 'count', arguments: { jql } });
  expect([told.isError, textOf(told)]).toEqual([true, expect.stringContaining(text.slice(0, 30))]);
  await client.close();
});

/** Another server, and what its doors answer. */
async function otherServer(name: string, settings: Partial<ProxyServerSettings>) {
  const other = await startProxyServer({
    site,
    place: { file: join(folder, `${name}.db`) },
    signIn: { account: await anaAccount() },
    now: () => now,
    ...settings,
  });
  const { text } = await accessKeysIn(other.store.accessKeys, () => now).make({
    owner: 'ana',
    name: 'Test',
    scopes: ['figures'],
    jqlFilter: null,
    aggregateOnly: false,
    days: 30,
  });
  const headers = { authorization: `Bearer ${text}` };
  const ask = (path: string) => fetch(other.address + path, { headers, redirect: 'manual' });
  return { ask, stop: other.stop };
}

test('a server that has no token yet says so, and sends no program to its set-up', async () => {
  const { ask, stop } = await otherServer('new', { credential: null });
  const reply = await ask(reportPath('overview', { jql: WEB }));
  expect([reply.status, (await reply.json()).errorMessages]).toEqual([
    503,
    ['This server has no access to Jira yet. Open its start page.'],
  ]);
  expect((await ask('/odata')).status).toBe(200);
  await stop();
});

test('a Jira that is away is said to be', async () => {
  const { ask, stop } = await otherServer('away', { site: 'http://127.0.0.1:9' });
  const reply = await ask(reportPath('overview', { jql: WEB }));
  expect([reply.status, (await reply.json()).errorMessages]).toEqual([
    502,
    [expect.stringMatching(/^Jira does not answer: /)],
  ]);
  await stop();
});
