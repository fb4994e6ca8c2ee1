/** Figures, notes and lists that the server computes for pages are those that pages compute from columns. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { createEngine, type LocalEngine } from '@tallyboard/engine/engine.ts';
import {
  asOfPast,
  contextAt,
  type ReportRequest,
  resolveQuery,
  runReport,
} from '@tallyboard/engine/run-report.ts';
import type { Site } from '@tallyboard/engine/site/site.ts';
import { parseHostInfo } from '@tallyboard/hosts/info.ts';
import { createFetchRequest } from '@tallyboard/hosts/standalone/fetch-request.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import { COLUMNS_PATH, RESULTS_PATH } from '@tallyboard/jira/load/fetch-columns.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { csvText } from '@tallyboard/report-kit/table/csv-text.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { runsOf } from '@tallyboard/reports/testing/report-runs.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSegmentWriter } from '../columns/renewal.ts';
import { readSegments } from '../columns/segments.ts';
import { createServer, type Server } from '../server.ts';
import { makeWebRoot } from '../testing/web-root.ts';

const now = Date.parse('2026-06-17T12:00:00Z');
const past = Date.parse('2026-04-01T10:00:00Z');
type Stored = Readonly<Record<string, unknown>>;

const jql = 'created >= 1970-01-01 ORDER BY created';
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-results-'));
const place = { file: join(folder, 'tallyboard.db') };
let webRoot: string;
let store: Store;
let server: Server;
let write = async () => {};
const segmentWriter = createSegmentWriter(() => write());
/** A page whose queries have too many issues, and one that reads any. */
let remote: Page;
let local: Page;
/** Sent by the first page in place of its own. */
let revision: string | null = null;

interface Page {
  readonly engine: LocalEngine;
  readonly site: Site;
}

beforeAll(async () => {
  webRoot = await makeWebRoot(['/']);
  store = await openStore(place);
  await store.ingest(demoRecords({ seed: 5, asOf: now, size: 300 }));
  await writeSegments();
  server = await createServer({
    store,
    place,
    webRoot,
    segmentWriter,
    pageIssues: 20,
    now: () => now,
    log: false,
  });
  const baseUrl = `http://127.0.0.1:${await server.start({ port: 0, host: '127.0.0.1' })}`;
  const request = createFetchRequest({ baseUrl });
  remote = await openPage((asked, ...more) => {
    const isChanged = asked.path === RESULTS_PATH && revision !== null;
    const body = { ...(asked.body as object), revision };
    return request(isChanged ? { ...asked, body } : asked, ...more);
  });
  local = await openPage((asked, ...more) => {
    const { results: _, ...body } = { ...(asked.body as object), results: null };
    return request(asked.path === COLUMNS_PATH ? { ...asked, body } : asked, ...more);
  });
});
afterAll(async () => {
  await server.stop();
  for (const path of [webRoot, folder]) rmSync(path, { recursive: true });
});

async function openPage(request: RequestFunction): Promise<Page> {
  const engine = createEngine({ request, now: () => now, warn: () => {} });
  return { engine, site: await engine.start({ info: { ...parseHostInfo(''), columns: true } }) };
}

async function writeSegments() {
  const viewer = { userId: null, zone: 'UTC' };
  const { ids } = await store.jql.search({ jql: '', viewer, now });
  expect(await readSegments(store, ids)).not.toBeNull();
}

async function requestOf(id: string, { site }: Page, stored: Stored) {
  const report = await findReport(id);
  if (!report) throw new Error(`There is no report '${id}'.`);
  const settings = report.settings.parse(stored).value;
  const zone = 'Europe/Prague';
  const asked = (at: number) => contextAt({ site, zone }, at);
  return { report, jql, settings, contextAt: asked } satisfies ReportRequest;
}

const compute = {
  kind: 'compute',
  report: 'overview',
  settings: {},
  context: { asOf: now, zone: 'UTC' },
};

/** What a page shows of a report, and the lists of some of its figures. */
async function show({ engine }: Page, request: ReportRequest, asOf: Instant) {
  const resolved = await resolveQuery(engine, request, asOf);
  const result = await runReport(engine, resolved, { now, age: null, fresh: false });
  if (!result) throw new Error('The load was cancelled.');
  const { loaded, computed } = result;
  const { id: dataset, isRemote = false, ...facts } = loaded;
  const lists: (readonly IssueRow[])[] = [];
  for (const rows of someRows(computed)) lists.push(await engine.rows({ dataset, rows }));
  const { report, settings } = resolved;
  const table = plainTable(report.table(computed.result, settings, result.context));
  return { isRemote, facts, computed, lists, csv: csvText(table) };
}

/** The first and the largest list of positions. */
function someRows(computed: unknown): Uint32Array[] {
  const all: Uint32Array[] = [];
  const visit = (value: unknown): void => {
    if (value instanceof Uint32Array) all.push(value);
    else if (value instanceof Map || Array.isArray(value)) for (const item of value) visit(item);
    else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value))
      for (const item of Object.values(value)) visit(item);
  };
  visit(computed);
  const [first] = all;
  const largest = all.toSorted((a, b) => b.length - a.length)[0];
  return first && largest ? [first, largest] : [];
}

async function expectSame(id: string, stored: Stored, asOf: Instant | null = null) {
  const shown = async (page: Page) => {
    const request = await requestOf(id, page, stored);
    return asOf === null ? show(page, request, now) : show(page, asOfPast(request, asOf), asOf);
  };
  const { isRemote, ...one } = await shown(remote);
  const { isRemote: isOwn, ...two } = await shown(local);
  expect(one).toStrictEqual(two);
  expect(isOwn).toBe(false);
  return isRemote;
}

/** A text has no issues. */
const IDS = REPORTS.map(({ id }) => id).filter(id => id !== 'text');

describe.each(IDS)('%s', id => {
  it('is the same, with its lists and its CSV', async () => {
    const isRemote: boolean[] = [];
    for (const stored of runsOf(id)) isRemote.push(await expectSame(id, stored));
    // Some reports narrow the query to fewer issues.
    expect(isRemote).toContain(true);
  });

  it('is the same as of a past day', () => expectSame(id, {}, past));
});

describe('a page whose issues stay on the server', () => {
  let dataset: number;
  beforeEach(async () => {
    const loaded = await remote.engine.load({ jql, requirement: NO_REQUIREMENT, fresh: false });
    expect(loaded?.isRemote).toBe(true);
    dataset = loaded?.id ?? 0;
  });

  it('has the history of an issue', async () => {
    const loaded = await local.engine.load({ jql, requirement: NO_REQUIREMENT, fresh: false });
    const { issues } = local.engine.dataset(loaded?.id ?? 0);
    for (const { id: issueId } of issues.slice(0, 5)) {
      const asked = { issueId, asOf: now };
      const visits = await local.engine.statusHistory({ dataset: loaded?.id ?? 0, ...asked });
      expect(visits.length).toBeGreaterThan(0);
      expect(await remote.engine.statusHistory({ dataset, ...asked })).toEqual(visits);
    }
  });

  it('has nothing when its reader cancels the calculation', async () => {
    const stop = new AbortController();
    const { signal } = stop;
    const request = await requestOf('forecast', remote, {});
    const resolved = await resolveQuery(remote.engine, request, now);
    const onLoaded = () => stop.abort();
    const options = { now, age: null, fresh: false, signal, onLoaded };
    expect(await runReport(remote.engine, resolved, options)).toBeNull();
  });

  it('says why it has no names of all issues', () =>
    expect(remote.engine.names({ dataset })).rejects.toMatchObject({
      failure: { title: 'This is not possible for so many issues' },
    }));

  it('loads them again when they have changed', async () => {
    revision = 'other';
    const rows = remote.engine.rows({ dataset, rows: [0] });
    await expect(rows).rejects.toMatchObject({ failure: { kind: 'gone' } });
    revision = null;
    await store.issues.delete(['WEB-1']);
    await writeSegments();
    const loaded = await remote.engine.load({ jql, requirement: NO_REQUIREMENT, fresh: true });
    expect(loaded).toMatchObject({ isRemote: true, issueCount: 299 });
  });

  it('waits until columns are written', async () => {
    const ask = async () => {
      const payload = { jql, requirement: {}, results: true };
      const asked = { method: 'POST', url: COLUMNS_PATH, payload } as const;
      const { statusCode, headers, body } = await server.app.inject(asked);
      return [statusCode, headers['retry-after'], statusCode === 200 && JSON.parse(body)];
    };
    await store.catalogue.save('field', 'customfield_1', { id: 'customfield_1', name: 'New' });
    expect(await ask()).toEqual([503, '5', false]);
    write = () => Promise.reject(new Error('The disk is full.'));
    await expect(segmentWriter.write()).rejects.toThrow('full');
    await expect(
      remote.engine.load({ jql, requirement: NO_REQUIREMENT, fresh: true }),
    ).rejects.toThrow('Columns of these issues could not be written: The disk is full.');
    write = async () => {};
    await segmentWriter.write();
    expect(await ask()).toEqual([503, '5', false]);
    await writeSegments();
    expect(await ask()).toEqual([200, undefined, { issueCount: expect.any(Number) }]);
  });

  it.each([
    {},
    { jql: 5, requirement: {} },
    { jql, requirement: { boards: ['1'] } },
    { jql, requirement: {}, past: { asOf: '2026' } },
    { jql, requirement: {}, call: { kind: 'rows', rows: [-1] } },
    { jql, requirement: {}, call: { kind: 'rows', rows: Array(5_001).fill(0) } },
    { jql, requirement: {}, call: { ...compute, report: '../overview' } },
    { jql, requirement: {}, call: { ...compute, context: { asOf: now, zone: 'Mars' } } },
  ])('refuses calls that pages do not make: %j', async payload => {
    const reply = await server.app.inject({ method: 'POST', url: RESULTS_PATH, payload });
    expect(reply.statusCode).toBe(400);
  });

  it('shows what is wrong with its settings, and goes on', async () => {
    const context = contextAt({ site: remote.site, zone: 'UTC' }, now);
    const broken = { report: 'issues-by', settings: {}, context };
    const warn = vi.spyOn(server.app.log, 'warn');
    await expect(remote.engine.compute({ dataset, ...broken })).rejects.toThrow('could not be');
    expect(warn).toHaveBeenCalledWith(
      { err: expect.stringContaining('fields.ts') },
      'call refused',
    );
    expect(await remote.engine.rows({ dataset, rows: [0] })).toHaveLength(1);
  });
});
