/** A host with columns: the same figures as by JSON, in one call, now and on later visits. */
import { setImmediate } from 'node:timers/promises';
import type { Edit } from '@tallyboard/core/model/edit.ts';
import type { IssueId, IssueKey } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import { json } from '@tallyboard/dataset/json/json-source.ts';
import { loadMetadata } from '@tallyboard/dataset/load/metadata.ts';
import { COLUMNS_PATH } from '@tallyboard/dataset/stream/fetch-columns.ts';
import { answerColumns } from '@tallyboard/dataset/testing/fake-columns.ts';
import { createMemoryStore } from '@tallyboard/dataset/testing/memory-store.ts';
import { parseHostInfo } from '@tallyboard/hosts/info.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import type { HttpReply, HttpRequest } from '@tallyboard/jira/http.ts';
import { expect, test, vi } from 'vitest';
import { createEngine, type LocalEngine } from '../engine.ts';
import { createFakeJira, type FakeIssue } from '../testing/fake-jira.ts';
import { createEngineCache } from './engine-cache.ts';

const AS_OF = Date.parse('2026-03-10T12:00:00Z');
const jql = 'project = AT';
const info = { ...parseHostInfo('?lic=active'), columns: true };
const STORY: readonly FakeIssue[] = [
  { id: '2', key: 'AT-2', status: 'To Do', assignee: 'Bo' },
  { id: '1', key: 'AT-1', status: 'Done', assignee: 'Ana', points: 5 },
];
const ask = { jql, requirement: NO_REQUIREMENT };
const edit: Edit = {
  kind: 'assign',
  issues: [{ id: '1' as IssueId, key: 'AT-1' as IssueKey }],
  to: null,
};

/** The visits of one browser to a host whose issues may change. */
async function setUp() {
  const store = createMemoryStore();
  let now = AS_OF;
  const { request } = createFakeJira(STORY);
  const client = createJiraClient({ flavour: 'cloud', request });
  const metadata = await loadMetadata(client);
  const requirement = { ...NO_REQUIREMENT, parts: ['people', 'points', 'priority'] as const };
  const { issues } = await json({ client }).open(jql, requirement);
  const host = {
    issues,
    version: 'first',
    /** Takes over calls of columns. */
    answer: null as ((request: HttpRequest) => HttpReply | Promise<HttpReply>) | null,
  };
  return {
    host,
    store,
    wait: (ms: number) => {
      now += ms;
    },
    async visit(pause = async () => {}) {
      const jira = createFakeJira(STORY);
      const columns: HttpRequest[] = [];
      jira.answer = request => {
        const { method, path } = request;
        if (method === 'PUT') return { status: 204, headers: {}, body: '' };
        if (path !== COLUMNS_PATH) return null;
        columns.push(request);
        return host.answer?.(request) ?? answerColumns(request, { ...host, metadata });
      };
      const cache = Promise.resolve(createEngineCache({ store, now: () => now, pause }));
      const engine = createEngine({ request: jira.request, now: () => now, cache });
      await engine.start({ info });
      const issueCalls = () => jira.asked.filter(each => /search\/jql|bulkfetch/.test(each)).length;
      return { engine, columns, issueCalls };
    },
    /** Until a stream is stored. */
    stored: async () => {
      await expect.poll(() => [...store.values.keys()].join()).toContain('|columns|');
    },
  };
}

const idsOf = (engine: LocalEngine, loaded: { readonly id: number } | null) =>
  engine.dataset(loaded?.id ?? 0).issues.map(({ id }) => id);

test('a later visit shows what was stored, and loads it again only when the host has another version', async () => {
  const { visit, stored, wait, host } = await setUp();
  const first = await visit();
  await first.engine.load(ask);
  await stored();
  wait(60_000);

  const again = await visit();
  const earlier = await again.engine.load({ ...ask, earlier: true });
  expect(earlier).toMatchObject({ issueCount: 2, fetchedAt: AS_OF });
  expect([again.columns.length, again.issueCalls()]).toEqual([0, 0]);
  const { issues } = again.engine.dataset(earlier?.id ?? 0);
  const current = await again.engine.load(ask);
  expect(current).toMatchObject({ issueCount: 2, fetchedAt: AS_OF + 60_000 });
  expect(again.columns[0]?.ifNoneMatch).toContain('first');
  // Nothing was decoded again.
  expect(again.engine.dataset(current?.id ?? 0).issues).toBe(issues);

  host.issues = host.issues.slice(0, 1);
  host.version = 'second';
  const { engine } = await visit();
  expect(idsOf(engine, await engine.load(ask))).toEqual(['2']);
});

const unreadable = (blob: Blob) =>
  Object.assign(blob, { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) });

test.each([
  ['are no columns', (blob: Blob) => new Blob(['x'.repeat(blob.size)])],
  ['cannot be read', unreadable],
])('stored columns that %s are loaded again', async (_, spoil) => {
  const { visit, stored, store } = await setUp();
  await (await visit()).engine.load(ask);
  await stored();
  for (const [key, value] of store.values)
    if (value instanceof Blob) store.values.set(key, spoil(value));
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { engine, columns } = await visit();
  expect(await engine.load(ask)).toMatchObject({ issueCount: 2 });
  expect(columns.map(({ ifNoneMatch }) => ifNoneMatch !== undefined)).toEqual([true, false]);
});

const bytes = new TextEncoder().encode('no Arrow');
test.each<[string, () => HttpReply | Promise<HttpReply>]>([
  ['has none', () => ({ status: 204, headers: {}, body: '' })],
  ['fails', () => ({ status: 500, headers: {}, body: '' })],
  ['does not answer', () => Promise.reject(new Error('No connection'))],
  ['sends another format', () => ({ status: 200, headers: { etag: 'x' }, body: '', value: bytes })],
])('JSON is read once where a host %s', async (_, answer) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { visit, host, store } = await setUp();
  host.answer = answer;
  const { engine, columns, issueCalls } = await visit();
  expect(await engine.load(ask)).toMatchObject({ issueCount: 2 });
  expect([columns.length, issueCalls()]).toEqual([1, 2]);
  expect([...store.values.keys()].join()).not.toContain('|columns|');
  // The next visit updates the few issues that it has.
  host.answer = null;
  const again = await visit();
  await again.engine.load(ask);
  expect(again.columns).toEqual([]);
});

test('few issues are read as JSON without another search', async () => {
  const { visit, host } = await setUp();
  host.answer = () => ({ status: 200, headers: {}, body: '{"ids":["1","2"]}' });
  const { engine, columns, issueCalls } = await visit();
  expect(idsOf(engine, await engine.load(ask))).toEqual(['1', '2']);
  expect([columns.length, issueCalls()]).toEqual([1, 1]);
});

test('a busy host is asked again, and not for JSON', async () => {
  const { visit, host } = await setUp();
  const busy = { status: 503, headers: { 'retry-after': '0.01' }, body: '{}' };
  host.answer = () => {
    host.answer = () => {
      host.answer = null;
      return busy;
    };
    return busy;
  };
  const { engine, columns, issueCalls } = await visit();
  expect(await engine.load(ask)).toMatchObject({ issueCount: 2 });
  expect([columns.length, issueCalls()]).toEqual([3, 0]);
  // Longer than a reader waits.
  host.answer = () => ({ ...busy, headers: { 'retry-after': '3600' } });
  const other = await visit();
  await expect(other.engine.load({ ...ask })).rejects.toThrow('503');
  expect([other.columns.length, other.issueCalls()]).toEqual([1, 0]);
});

test('a report that requires more loads all of it, and one that requires less is no call', async () => {
  const { visit } = await setUp();
  const { engine, columns } = await visit();
  const load = (requirement: Partial<Requirement>) =>
    engine.load({ ...ask, requirement: { ...NO_REQUIREMENT, ...requirement } });
  await load({ parts: ['people'] });
  await load({ history: ['status'] });
  await load({ worklogsSince: AS_OF - 1_000 });
  await load({ parts: ['people'], history: ['status'] });
  await load({ parts: ['priority'] });
  const asked = columns.map(({ body }) => (body as { requirement: Requirement }).requirement);
  expect(asked.map(({ history, worklogs }) => [history.join(), worklogs])).toEqual([
    ['', 'none'],
    ['status', 'none'],
    ['status', 'all'],
  ]);
  expect(asked[1]?.parts).toContain('people');
});

test('worklogs since an instant are counted as by JSON, also beside those of a range', async () => {
  const { visit, host } = await setUp();
  const log = { spentSeconds: 60, author: null, comment: '' };
  const worklog = { id: '1', created: null, started: AS_OF, ...log };
  host.issues = host.issues.map(
    (issue, at): Issue => ({
      ...issue,
      updated: AS_OF - at * 1_000,
      spentSeconds: 60,
      worklogs: [worklog],
      worklogsComplete: true,
    }),
  );
  const { engine } = await visit();
  const parts = ['time'] as const;
  const countOf = async (requirement: Partial<Requirement>) => {
    const asked = { ...ask, requirement: { ...NO_REQUIREMENT, parts, ...requirement } };
    return (await engine.load(asked))?.coverage.worklogs.fetched;
  };
  const range = { worklogs: { from: AS_OF - 1, to: AS_OF + 1 } };
  expect(await countOf({ worklogsSince: AS_OF })).toBe(1);
  expect(await countOf(range)).toBe(2);
  expect(await countOf({ worklogsSince: AS_OF })).toBe(1);
});

test('columns from before a change of the reader are not shown again', async () => {
  const { visit, stored, store, wait, host } = await setUp();
  await (await visit()).engine.load(ask);
  await stored();
  const { engine } = await visit();
  await engine.writeEdit({ edit });
  expect([...store.values.keys()].join()).not.toContain('|columns|');
  expect(await (await visit()).engine.load({ ...ask, earlier: true })).toBeNull();

  // Columns that wait to be stored.
  const waiting = Promise.withResolvers<void>();
  const unsaved = await visit(() => waiting.promise);
  await unsaved.engine.load(ask);
  await unsaved.engine.writeEdit({ edit });
  waiting.resolve();
  await setImmediate();
  expect([...store.values.keys()].join()).not.toContain('|columns|');

  // A load under way when the issue is changed.
  const reassigned = (issue: Issue): Issue => ({ ...issue, assignee: null });
  const old = await visit();
  const sent = Promise.withResolvers<void>();
  const changed = Promise.withResolvers<void>();
  const { issues } = host;
  host.answer = async request => {
    host.answer = null;
    sent.resolve();
    await changed.promise;
    const reply = answerColumns(request, { metadata: await metadataOf(), issues, version: 'old' });
    return reply as HttpReply;
  };
  const loading = old.engine.load({
    ...ask,
    requirement: { ...NO_REQUIREMENT, parts: ['people'] },
  });
  await sent.promise;
  wait(1);
  await old.engine.writeEdit({ edit });
  host.issues = issues.map(reassigned);
  host.version = 'new';
  changed.resolve();
  const loaded = await loading;
  expect(old.columns).toHaveLength(2);
  expect(old.engine.dataset(loaded?.id ?? 0).issues.map(({ assignee }) => assignee)).toEqual([
    null,
    null,
  ]);
});

const metadataOf = () =>
  loadMetadata(createJiraClient({ flavour: 'cloud', request: createFakeJira(STORY).request }));
