/** Readers from whom schemes hide something get by columns what they get by JSON, and no more. */

import { NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import { IssueRow } from '@tallyboard/dataset/columns/issue-row.ts';
import { json } from '@tallyboard/dataset/json/json-source.ts';
import { loadMetadata } from '@tallyboard/dataset/load/metadata.ts';
import { type ColumnsOf, first, type SourceSite } from '@tallyboard/dataset/source.ts';
import { COLUMNS_PATH } from '@tallyboard/dataset/stream/fetch-columns.ts';
import type { FetchColumns } from '@tallyboard/dataset/stream/read-columns.ts';
import { requireAll } from '@tallyboard/dataset/stream/select-columns.ts';
import { fetchedColumns } from '@tallyboard/dataset/stream/stream-source.ts';
import { plainDataset } from '@tallyboard/dataset/testing/plain-dataset.ts';
import { fullJson } from '@tallyboard/engine/ask/answer.ts';
import { answerQuestion } from '@tallyboard/engine/ask/answer-report.ts';
import { writeUrl } from '@tallyboard/jira/address.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import type { KnownVisibility } from '@tallyboard/replica/data/access/reader.ts';
import type { StoreRecord } from '@tallyboard/replica/data/records.ts';
import { replica } from '@tallyboard/replica/rest/replica.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';
import { onBothEngines } from '@tallyboard/replica/store/testing/engines.ts';
import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { columnStream } from './columns.ts';
import { asServer } from './inner-jira.ts';
import { openStoreSource } from './store-source.ts';
import { HIDDEN_PARTS, hiddenPart, siteOfTwoProjects } from './testing/hidden-parts.ts';
import { markOf, restrictedSite } from './testing/restricted-site.ts';
import { writeStaleSegments } from './write-segments.ts';

const now = Date.parse('2026-06-17T12:00:00Z');
const jql = 'created >= 1970-01-01 ORDER BY created DESC';
const SOME: readonly Partial<Requirement>[] = [
  {},
  { parts: ['parent', 'links', 'sprints'], history: ['status', 'sprint'] },
  { history: ['parent', 'link'], worklogs: { from: now - 30 * 864e5, to: now } },
];

const openBy = (site: SourceSite, requirement: Requirement) => (columns: ColumnsOf | undefined) =>
  (columns ? first(columns(site), json(site)) : json(site)).open(jql, requirement);

/** Calls over HTTP in the name of a user. */
async function openServer(store: Store, known: { current?: KnownVisibility | undefined } = {}) {
  const app = fastify();
  const columns = columnStream({ segmentWriter: undefined, maxIssues: undefined });
  const view = (caller: { userId: string | null }) => ({
    store: store.as(caller.userId, known.current),
    why: null,
  });
  await app.register(replica, { store, now: () => now, view, resources: [columns] });
  const send = (user: string, url: string, body: unknown, headers = {}) =>
    app.inject({
      method: body === undefined ? 'GET' : 'POST',
      url,
      headers: { ...headers, 'x-replica-user': user },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
  const requestAs =
    (user: string): RequestFunction =>
    async asked => {
      const { statusCode: status, headers, body } = await send(user, writeUrl(asked), asked.body);
      const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
      return { status, headers: Object.fromEntries(texts), body };
    };
  return { send, requestAs, close: () => app.close() };
}

const idsFor = async (store: Store, user: string | null): Promise<readonly string[]> => {
  const reader = user === null ? store : store.as(user);
  return (await reader.jql.search({ jql, viewer: { userId: user, zone: 'UTC' }, now })).ids;
};

/** Readers who see some of the issues. */
async function findReaders(store: Store, count: number): Promise<readonly string[]> {
  const users = (await store.catalogue.all('user')).map(({ id }) => id);
  const all = (await idsFor(store, null)).length;
  const readers: string[] = [];
  for (const user of users) {
    const seen = (await idsFor(store, user)).length;
    if (seen > 0 && seen < all) readers.push(user);
  }
  const step = Math.ceil(readers.length / count);
  return readers.filter((_, at) => at % step === 0);
}

async function openSite(store: Store, seed: number) {
  await store.ingest(restrictedSite(seed, now));
  await writeStaleSegments(store);
  // Sent beside their segments.
  for (const issueId of (await idsFor(store, null)).slice(0, 12))
    await store.planning.edit({
      issueId,
      author: null,
      at: now,
      edit(record) {
        record.fields.labels = ['edited'];
        return [];
      },
    });
  return store;
}

onBothEngines('columns for restricted readers', (open, engine) => {
  const seeds = engine === 'sqlite' ? [1, 2, 3, 4] : [5];

  it.each(seeds)('are those of JSON, without what is hidden: rights %i', async seed => {
    const store = await openSite(await open(), seed);
    const server = await openServer(store);
    const all = await idsFor(store, null);
    for (const user of await findReaders(store, 3)) {
      const request = server.requestAs(user);
      const client = createJiraClient({ flavour: 'cloud', request });
      const metadata = await loadMetadata(client);
      let sent: Buffer = Buffer.alloc(0);
      const byHttp: FetchColumns = async asked => {
        const reply = await server.send(user, COLUMNS_PATH, asked);
        expect(reply.statusCode).toBe(200);
        sent = reply.rawPayload;
        return { ids: null, streams: [new Uint8Array(sent)] };
      };
      const view = () => ({ store: store.as(user), why: null });
      const inner = await openStoreSource({ store, view, now: () => now });
      const ways = [fetchedColumns(byHttp), inner.columns];
      for (const asked of [requireAll(metadata), ...SOME]) {
        const requirement = { ...NO_REQUIREMENT, ...asked };
        const load = openBy(
          { client, metadata: async () => metadata, now: () => now },
          requirement,
        );
        const byJson = plainDataset(await load(undefined));
        expect(byJson.coverage.complete).toBe(true);
        for (const way of ways) {
          const dataset = await load(way);
          expect(dataset.issues[0]).toBeInstanceOf(IssueRow);
          expect(plainDataset(dataset)).toEqual(byJson);
        }
        const hidden = all.filter(id => !byJson.issues.some(issue => issue.id === id));
        for (const id of hidden) expect(sent.includes(markOf(id))).toBe(false);
      }
    }
    await server.close();
  });

  it.each(HIDDEN_PARTS)('lack %s of a hidden project in issues of others', async part => {
    const store = await open();
    await store.ingest(siteOfTwoProjects(part));
    await writeStaleSegments(store);
    const server = await openServer(store);
    const { parts, customFields, history, worklogs } = requireAll(
      await asServer(store, loadMetadata),
    );
    const everything = { parts, customFields, history, worklogs };
    for (const [user, shown] of [
      ['member', true],
      ['guest', false],
    ] as const) {
      const request = server.requestAs(user);
      const client = createJiraClient({ flavour: 'cloud', request });
      const metadata = await loadMetadata(client);
      const byHttp: FetchColumns = async asked => {
        const reply = await server.send(user, COLUMNS_PATH, asked);
        expect(reply.statusCode).toBe(200);
        expect(reply.rawPayload.includes(hiddenPart)).toBe(shown);
        return { ids: null, streams: [new Uint8Array(reply.rawPayload)] };
      };
      const site = { client, metadata: async () => metadata, now: () => now };
      const load = openBy(site, requireAll(metadata));
      const dataset = await load(fetchedColumns(byHttp));
      expect(dataset.issues[0]).toBeInstanceOf(IssueRow);
      expect(plainDataset(dataset)).toEqual(plainDataset(await load(undefined)));
      await byHttp({ jql, requirement: everything }, new AbortController().signal);
      const asked = { jql, fields: ['*all'] };
      const { body } = await server.send(user, '/rest/api/3/search/jql', asked);
      if (part !== 'a status') expect(body.includes(hiddenPart)).toBe(shown);
    }
    await server.close();
  });

  it('of a copy of a part are those of JSON, also when its other issues come and go', async () => {
    const store = await open();
    const records = restrictedSite(3, now).filter(({ kind }) => !/Scheme|Access/.test(kind));
    const isOutside = ({ kind, value }: StoreRecord) =>
      kind === 'issue' && Number(value.id) % 3 === 0;
    const outside = records.filter(isOutside);
    await store.ingest(records.filter(record => !isOutside(record)));
    await writeStaleSegments(store);
    const [some] = await idsFor(store, null);
    const known: { current?: KnownVisibility | undefined } = {};
    const server = await openServer(store, known);
    const overHttp = fetchedColumns(async asked => {
      const reply = await server.send('acc', COLUMNS_PATH, asked);
      return { ids: null, streams: [new Uint8Array(reply.rawPayload)] };
    });
    const compare = async () => {
      const counts: number[] = [];
      for (const current of [undefined, 'stored'] as const) {
        known.current = current;
        const view = () => ({ store: store.as('acc', current), why: null });
        const { client, columns } = await openStoreSource({ store, view, now: () => now });
        const metadata = await loadMetadata(client);
        const site = { client, metadata: async () => metadata, now: () => now };
        const load = openBy(site, requireAll(metadata));
        const byJson = plainDataset(await load(undefined));
        for (const way of [columns, overHttp]) {
          const dataset = await load(way);
          expect(dataset.issues[0]).toBeInstanceOf(IssueRow);
          expect(plainDataset(dataset)).toEqual(byJson);
        }
        counts.push(byJson.issues.filter(({ parent }) => parent !== null).length);
      }
      return counts;
    };
    const [all = 0, stored = 0] = await compare();
    expect(stored).toBeLessThan(all);
    await store.ingest(outside.slice(0, outside.length / 2));
    const [, more = 0] = await compare();
    expect(more).toBeGreaterThan(stored);
    const { key } = (await store.issues.byKeyOrId(some ?? '')) ?? { key: '' };
    await store.issues.delete([key]);
    await compare();
    await server.close();
  });

  it('are not those of before a right was taken away', async () => {
    const store = await openSite(await open(), 1);
    const server = await openServer(store);
    const [user = ''] = await findReaders(store, 1);
    const visit = async (etag?: string) => {
      const headers = etag ? { 'if-none-match': etag } : {};
      const reply = await server.send(user, COLUMNS_PATH, { jql }, headers);
      return {
        status: reply.statusCode,
        etag: String(reply.headers.etag),
        bytes: reply.rawPayload,
      };
    };
    const first = await visit();
    expect((await visit(first.etag)).status).toBe(304);
    const seen = await idsFor(store, user);
    const projects = new Set(
      (await store.issues.documents(seen)).map(({ projectId }) => projectId),
    );
    for (const project of projects) {
      const own = (await store.catalogue.all('projectAccess')).find(({ id }) => id === project);
      await store.catalogue.save('permissionScheme', '8', {
        id: '8',
        name: 'Nobody',
        permissions: [],
      });
      await store.catalogue.save('projectAccess', project, {
        ...own?.document,
        permissionScheme: '8',
      });
      const left = new Set(await idsFor(store, user));
      const gone = seen.filter(id => !left.has(id));
      expect(gone.length).toBeGreaterThan(0);
      const again = await visit(first.etag);
      expect(again.status).toBe(200);
      for (const id of gone) expect(again.bytes.includes(markOf(id))).toBe(false);
    }
    await server.close();
  });

  // One engine is enough for what both read in the same way.
  if (engine === 'sqlite')
    it('show every report as JSON does', async () => {
      const store = await openSite(await open(), 11);
      for (const user of await findReaders(store, 2)) {
        const view = () => ({ store: store.as(user), why: null });
        const inner = await openStoreSource({ store, view, now: () => now });
        for (const { id } of REPORTS) {
          const report = await findReport(id);
          if (!report) throw new Error(`There is no report '${id}'.`);
          const question = {
            report,
            scope: { jql },
            settings: { stored: {}, problems: [] },
            asOf: null,
            timeZone: 'Europe/Prague',
          };
          const answers = [];
          for (const columns of [inner.columns, undefined]) {
            const source = async () => ({ ...inner, columns });
            const answer = await answerQuestion(source, question, { now });
            answers.push(JSON.stringify(fullJson(answer)));
          }
          expect(answers[0]).toBe(answers[1]);
        }
      }
    });
});
