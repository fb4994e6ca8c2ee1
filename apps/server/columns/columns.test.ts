/** The issues of a query are the same by columns as by JSON, over HTTP. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import { IssueRow } from '@tallyboard/dataset/columns/issue-row.ts';
import { StreamWriter } from '@tallyboard/dataset/columns/stream.ts';
import { json } from '@tallyboard/dataset/json/json-source.ts';
import { loadMetadata, type Metadata } from '@tallyboard/dataset/load/metadata.ts';
import { first } from '@tallyboard/dataset/source.ts';
import { COLUMNS_PATH } from '@tallyboard/dataset/stream/fetch-columns.ts';
import type { FetchColumns } from '@tallyboard/dataset/stream/read-columns.ts';
import { requireAll } from '@tallyboard/dataset/stream/select-columns.ts';
import { fetchedColumns } from '@tallyboard/dataset/stream/stream-source.ts';
import { plainDataset } from '@tallyboard/dataset/testing/plain-dataset.ts';
import { writeUrl } from '@tallyboard/jira/address.ts';
import { createJiraClient, type JiraClient } from '@tallyboard/jira/client.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { createSegmentWriter } from '@tallyboard/service-kit/columns/renewal.ts';
import { findSegments, readSegments } from '@tallyboard/service-kit/columns/segments.ts';
import { writeStaleSegments } from '@tallyboard/service-kit/columns/write-segments.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createServer, type Server } from '../server.ts';
import { makeWebRoot } from '../testing/web-root.ts';

const now = Date.parse('2026-06-17T12:00:00Z');
const DAY = 864e5;

describe('columns over HTTP', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-columns-'));
  let webRoot: string;
  let store: Store;
  let server: Server;
  let address: string;
  let client: JiraClient;
  let metadata: Metadata;
  let renew = async () => {};

  /** The demo without the schemes that hide issues. */
  beforeAll(async () => {
    webRoot = await makeWebRoot(['/']);
    store = await openStore({ file: join(folder, 'tallyboard.db') });
    await store.ingest(
      [...demoRecords({ seed: 5, asOf: now, size: 300 })].filter(
        ({ kind }) => !/Scheme|Access/.test(kind),
      ),
    );
    const segmentWriter = createSegmentWriter(() => renew());
    server = await createServer({ store, webRoot, now: () => now, log: false, segmentWriter });
    address = `http://127.0.0.1:${await server.start({ port: 0, host: '127.0.0.1' })}`;
    client = createJiraClient({ flavour: 'cloud', request });
    metadata = await loadMetadata(client);
    await writeSegments();
  });
  afterAll(async () => {
    await server.stop();
    for (const path of [webRoot, folder]) rmSync(path, { recursive: true });
  });

  async function writeSegments() {
    const viewer = { userId: null, zone: 'UTC' };
    const { ids } = await store.jql.search({ jql: '', viewer, now });
    expect(await readSegments(store, ids)).not.toBeNull();
  }

  /** More than connections buffer. */
  async function manySegments() {
    const all = await store.segments.list();
    return Array.from({ length: 100 }, () => all.map(each => ({ ...each, issues: 0 }))).flat();
  }

  const request: RequestFunction = async asked => {
    const { method, body } = asked;
    const sent = body === undefined ? null : JSON.stringify(body);
    const reply = await fetch(address + writeUrl(asked), { method, body: sent });
    const { status, headers } = reply;
    return { status, headers: Object.fromEntries(headers), body: await reply.text() };
  };

  const post = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    fetch(address + COLUMNS_PATH, { method: 'POST', headers, body: JSON.stringify(body) });

  const fetchColumns: FetchColumns = async asked => {
    const reply = await post(asked);
    expect(reply.status).toBe(200);
    return { ids: null, streams: [new Uint8Array(await reply.arrayBuffer())] };
  };

  async function expectSame(jql: string, requirement: Requirement): Promise<void> {
    const site = { client, metadata: async () => metadata, now: () => now };
    const columns = fetchedColumns(fetchColumns)(site);
    const byColumns = await first(columns, json(site)).open(jql, requirement);
    const byJson = await json(site).open(jql, requirement);
    if (byColumns.issues.length > 0) expect(byColumns.issues[0]).toBeInstanceOf(IssueRow);
    expect(plainDataset(byColumns)).toEqual(plainDataset(byJson));
  }

  it.each([
    'created >= 1970-01-01 ORDER BY created',
    'project = WEB ORDER BY updated DESC, key',
    'project in (APP, OPS) AND statusCategory = Done ORDER BY summary',
    'assignee is EMPTY ORDER BY priority DESC, created ASC',
    'project = PLAT AND assignee is not EMPTY AND priority > Low',
    'created >= 2100-01-01',
  ])('has the issues of %s', async jql => expectSame(jql, requireAll(metadata)));

  it.each<[string, Partial<Requirement>]>([
    ['nothing', {}],
    ['some parts', { parts: ['people', 'points'] }],
    ['changes of status', { history: ['status'] }],
    ['changes with parts', { parts: ['sprints', 'time'], history: ['sprint', 'points'] }],
    ['changes without ids', { history: ['parent', 'link'] }],
    ['all worklogs', { worklogs: 'all' }],
    ['worklogs of a time', { worklogs: { from: now - 90 * DAY, to: now - 30 * DAY } }],
  ])('has what is required: %s', async (_, requirement) =>
    expectSame('created >= 1970-01-01 ORDER BY rank', { ...NO_REQUIREMENT, ...requirement }),
  );

  it('answers errors as REST does', async () => {
    const search = (jql: string) =>
      fetch(`${address}/rest/api/3/search/jql`, { method: 'POST', body: JSON.stringify({ jql }) });
    for (const jql of ['', 'project = NONE', 'project = (', 'foo = 1']) {
      const [reply, byRest] = await Promise.all([post({ jql }), search(jql)]);
      expect([reply.status, await reply.json()]).toEqual([400, await byRest.json()]);
    }
    const jql = 'project = WEB';
    for (const requirement of [null, [], { part: [] }, { parts: ['x'] }, { worklogs: {} }])
      expect((await post({ jql, requirement })).status).toBe(400);
    expect((await post({ jql, fields: [] })).status).toBe(400);
  });

  it('is not sent again while the issues are the same', async () => {
    const body = { jql: 'updated >= -30d ORDER BY key', requirement: {} };
    const etag = String((await post(body)).headers.get('etag'));
    const again = await post(body, { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const others = [
      { ...body, jql: 'updated >= -29d ORDER BY key' },
      { ...body, jql: 'updated >= -30d ORDER BY key DESC' },
      { ...body, requirement: { parts: ['people'] } },
    ];
    for (const other of others)
      expect((await post(other, { 'if-none-match': etag })).status).toBe(200);
  });

  it.each([
    ['zstd, gzip', 'zstd'],
    ['gzip, deflate, br', 'gzip'],
    ['zstd;q=0, gzip;q=0.5', 'gzip'],
    ['br', null],
  ])('is compressed as the client accepts: %s', async (accepted, encoding) => {
    const headers = { 'accept-encoding': accepted, 'x-forwarded-for': '192.0.2.1' };
    const reply = await post({ jql: 'project = WEB' }, headers);
    expect(reply.headers.get('content-encoding')).toBe(encoding);
    const plainReply = await post({ jql: 'project = WEB' });
    expect(plainReply.headers.get('content-encoding')).toBeNull();
    expect(await reply.arrayBuffer()).toEqual(await plainReply.arrayBuffer());
  });

  it('ends when the client leaves', async () => {
    const written = vi.spyOn(StreamWriter.prototype, 'add');
    const logged = vi.spyOn(server.app.log, 'error');
    const many = await manySegments();
    const list = vi.spyOn(store.segments, 'list').mockResolvedValue(many);
    const stop = new AbortController();
    const body = JSON.stringify({ jql: 'created >= 1970-01-01' });
    const { signal } = stop;
    const reply = await fetch(address + COLUMNS_PATH, { method: 'POST', body, signal });
    await reply.body?.getReader().read();
    stop.abort();
    let last = -1;
    const isStill = () => {
      const isSame = written.mock.calls.length === last;
      last = written.mock.calls.length;
      return isSame;
    };
    await expect.poll(isStill, { interval: 100 }).toBe(true);
    expect(last).toBeLessThan(many.length);
    expect(logged).not.toHaveBeenCalled();
    list.mockRestore();
    written.mockRestore();
    logged.mockRestore();
  });

  it.each(['gzip', 'zstd'])('is no error when the client leaves before it: %s', async encoding => {
    const logged = (['warn', 'error'] as const).map(level => vi.spyOn(server.app.log, level));
    const segments = await store.segments.list();
    const closed = Promise.withResolvers<void>();
    server.app.server.once('request', (_, reply) => reply.once('close', closed.resolve));
    const stop = new AbortController();
    vi.spyOn(store.segments, 'list').mockImplementationOnce(async () => {
      stop.abort();
      await closed.promise;
      return segments;
    });
    const headers = { 'accept-encoding': encoding, 'x-forwarded-for': '192.0.2.1' };
    const body = JSON.stringify({ jql: 'project = WEB' });
    const { signal } = stop;
    const reply = fetch(address + COLUMNS_PATH, { method: 'POST', body, headers, signal });
    await expect(reply).rejects.toThrow('aborted');
    await setTimeout(300);
    for (const each of logged) expect(each).not.toHaveBeenCalled();
  });

  it('is sent to few clients at once: others wait, or are told to ask again', async () => {
    const list = vi.spyOn(store.segments, 'list').mockResolvedValue(await manySegments());
    const stops = Array.from({ length: 125 }, () => new AbortController());
    const body = JSON.stringify({ jql: 'created >= 1970-01-01' });
    const replies: Response[] = [];
    const asked = stops.map(({ signal }) =>
      fetch(address + COLUMNS_PATH, { method: 'POST', body, signal }).then(
        reply => replies.push(reply),
        () => {},
      ),
    );
    const count = (status: number) => replies.filter(reply => reply.status === status).length;
    await expect.poll(() => [count(200), count(503)]).toEqual([16, 9]);
    const refused = replies.find(({ status }) => status === 503);
    expect(refused?.headers.get('retry-after')).toBe('5');
    // Also one that waits may leave.
    stops.forEach((stop, at) => void (at < 124 && stop.abort()));
    list.mockRestore();
    expect((await post({ jql: 'project = WEB' })).status).toBe(200);
    for (const stop of stops) stop.abort();
    await Promise.all(asked);
  });

  it('is whole where issues change while it is sent', async () => {
    const list = vi.spyOn(store.segments, 'list').mockResolvedValue(await manySegments());
    const reply = await post({ jql: 'created >= 1970-01-01' });
    const reader = reply.body?.getReader();
    await reader?.read();
    list.mockRestore();
    await store.catalogue.save('field', 'customfield_2', { id: 'customfield_2', name: 'Newer' });
    const readAll = async () => {
      while ((await reader?.read())?.done === false);
    };
    await readAll();
    await writeSegments();
  });

  it('breaks off where issues are removed that are not sent yet', async () => {
    const all = await manySegments();
    const gone = all.map(each => ({ ...each, position: each.position + 1 }));
    const list = vi.spyOn(store.segments, 'list').mockResolvedValue([...all, ...gone]);
    const reply = await post({ jql: 'created >= 1970-01-01' });
    await expect(reply.arrayBuffer()).rejects.toThrow('terminated');
    list.mockRestore();
  });

  const setSummary = (issueId: string | undefined, summary: string) =>
    store.planning.edit({
      issueId: issueId ?? '',
      author: null,
      at: now,
      edit(record) {
        record.fields.summary = summary;
        return [];
      },
    });

  it('has changed issues as they are, without writing segments', async () => {
    const viewer = { userId: null, zone: 'UTC' };
    const { ids } = await store.jql.search({ jql: 'ORDER BY created', viewer, now });
    renew = async () => expect.fail('A segment was written.');
    const jql = 'created >= 1970-01-01 ORDER BY created';
    const before = String((await post({ jql })).headers.get('etag'));
    await setSummary(ids[0], 'Changed');
    await setSummary(ids.at(-1), 'Changed too');
    const reply = await post({ jql }, { 'if-none-match': before });
    const text = Buffer.from(await reply.arrayBuffer());
    expect(['Changed', 'Changed too'].map(summary => text.includes(summary))).toEqual([true, true]);
    await expectSame(jql, requireAll(metadata));
    await store.issues.delete(['WEB-5']);
    await expectSame(jql, requireAll(metadata));
    await writeSegments();
  });

  it('writes those segments first that have most changed issues', async () => {
    const [one] = await store.segments.list();
    if (!one) throw new Error('There are no segments.');
    const { ids } = await store.jql.search({ jql: '', viewer: { userId: null, zone: 'UTC' }, now });
    const findStale = async (counts: readonly number[]) => {
      const listed = counts.map((count, position) => {
        const changed = new Set(Array.from({ length: count }, (_, at) => at));
        return { ...one, position, changed };
      });
      const list = vi.spyOn(store.segments, 'list').mockResolvedValue(listed);
      const found = await findSegments(store, ids);
      list.mockRestore();
      return found?.map(({ isValid, changed }) => [isValid, changed.size]);
    };
    expect(await findStale([50, 90, 0, 60])).toEqual([50, 90, 0, 60].map(count => [true, count]));
    expect(await findStale([50, 90, 0, 61])).toEqual([
      [true, 50],
      [false, 0],
      [true, 0],
      [true, 61],
    ]);
  });

  it('waits for a few stale segments', async () => {
    const name = async (text: string) => {
      const [user] = await store.catalogue.all('user');
      await store.catalogue.save('user', String(user?.id), {
        ...user?.document,
        displayName: text,
      });
    };
    let renewals = 0;
    renew = async () => {
      renewals++;
      await writeStaleSegments(store);
      // Others change meanwhile.
      if (renewals === 1) await name('Renamed meanwhile');
    };
    await name('Renamed');
    const reply = await post({ jql: 'created >= 1970-01-01' });
    expect([reply.status, renewals]).toEqual([200, 1]);
    expect(Buffer.from(await reply.arrayBuffer()).includes('Renamed')).toBe(true);
    await expectSame('created >= 1970-01-01 ORDER BY created', requireAll(metadata));
    expect(renewals).toBe(2);
    await name('Renamed again');
    renew = async () => {
      renewals++;
      throw new Error('Out of memory');
    };
    for (const _ of [1, 2]) expect((await post({ jql: 'created >= 1970-01-01' })).status).toBe(204);
    expect(renewals).toBe(3);
    await writeSegments();
  });

  it('have the new name of a status in all issues', async () => {
    const statuses = await store.catalogue.all('status');
    for (const { id, document } of statuses)
      await store.catalogue.save('status', id, { ...document, name: `New ${document.name}` });
    await writeSegments();
    for (const { size } of await store.segments.list()) expect(size).toBeGreaterThan(0);
    const reply = await post({ jql: 'created >= 1970-01-01' });
    expect(reply.status).toBe(200);
    expect(Buffer.from(await reply.arrayBuffer()).includes('New To Do')).toBe(true);
    for (const { id, document } of statuses) await store.catalogue.save('status', id, document);
    await writeSegments();
  });

  it('has another version over another database with the same issues', async () => {
    const etags: unknown[] = [];
    for (const asOf of [now, now - DAY]) {
      const other = await openStore({ memory: true });
      await other.ingest(demoRecords({ seed: 5, asOf, size: 20 }));
      const { ids } = await other.jql.search({
        jql: '',
        viewer: { userId: null, zone: 'UTC' },
        now,
      });
      expect(await readSegments(other, ids)).not.toBeNull();
      const { app, stop } = await createServer({ store: other, webRoot, log: false });
      const payload = { jql: 'created >= 1970-01-01' };
      const { headers } = await app.inject({ method: 'POST', url: COLUMNS_PATH, payload });
      etags.push(headers.etag);
      await stop();
    }
    expect(etags).toEqual([expect.any(String), expect.any(String)]);
    expect(etags[0]).not.toBe(etags[1]);
  });

  it('leaves issues to JSON of which one has more values than a dictionary', async () => {
    const viewer = { userId: null, zone: 'UTC' };
    const [issueId = ''] = (await store.jql.search({ jql: 'project = WEB', viewer, now })).ids;
    const setLabels = (labels: readonly string[]) =>
      store.planning.edit({
        issueId,
        author: null,
        at: now,
        edit(record) {
          record.fields.labels = labels;
          return [];
        },
      });
    await setLabels(Array.from({ length: 65_537 }, (_, at) => `label-${at}`));
    await writeStaleSegments(store);
    expect((await post({ jql: 'project = WEB' })).status).toBe(204);
    await setLabels([]);
    await writeStaleSegments(store);
    expect((await post({ jql: 'project = WEB' })).status).toBe(200);
  });

  async function expectIds(jql: string, count: number) {
    const body = JSON.stringify({ jql, fields: ['id'] });
    const search = await fetch(`${address}/rest/api/3/search/jql`, { method: 'POST', body });
    const { issues } = (await search.json()) as { issues: readonly { readonly id: string }[] };
    const ids = issues.map(({ id }) => id);
    expect(ids).toHaveLength(count);
    expect(await (await post({ jql, ids: true })).json()).toEqual({ ids });
  }

  it('leaves issues to JSON where these are few of large projects, or no columns are stored', async () => {
    expect((await post({ jql: 'key = WEB-1' })).status).toBe(204);
    await expectIds('key in (WEB-1, WEB-2) ORDER BY key DESC', 2);
    await store.catalogue.save('field', 'customfield_1', { id: 'customfield_1', name: 'New' });
    const reply = await post({ jql: 'project = WEB' });
    expect([reply.status, await reply.text()]).toEqual([204, '']);
    await writeSegments();
    expect((await post({ jql: 'project = WEB' })).status).toBe(200);
  });
});
