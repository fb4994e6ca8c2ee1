/** The server answers reports as the command line does, and as pages do for readers who do not see everything. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerJson } from '@tallyboard/engine/ask/answer.ts';
import { answerQuestion } from '@tallyboard/engine/ask/answer-report.ts';
import { createFetchRequest } from '@tallyboard/hosts/standalone/fetch-request.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { createServer, type Server } from '@tallyboard/server/server.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { run } from './testing/run.ts';

const now = Date.parse('2026-06-17T12:00:00Z');
const past = '2026-04-01T10:00:00Z';
const jql = 'created >= 1970-01-01 ORDER BY key';
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-report-api-'));
const place = { file: join(folder, 'tallyboard.db') };
let server: Server;
let address: string;
/** A user from whom the schemes of the demo hide issues. */
let reader: string;

beforeAll(async () => {
  const store = await openStore(place);
  await store.ingest(demoRecords({ seed: 5, asOf: now, size: 300 }));
  const users = await store.catalogue.all('user');
  reader = users.find(({ name }) => name === 'Tomás Ferreira')?.id ?? '';
  server = await createServer({
    store,
    place,
    webRoot: join(import.meta.dirname, '../web/public'),
    now: () => now,
    openAccess: () => ({ anyHost: false, actAs: true }),
    log: false,
  });
  address = `http://127.0.0.1:${await server.start({ port: 0, host: '127.0.0.1' })}`;
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

async function ask(body: object, headers: Readonly<Record<string, string>> = {}) {
  const url = `${address}/rest/tallyboard/1/report`;
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(reply.status).toBe(200);
  return { json: await reply.json(), etag: reply.headers.get('etag') ?? '' };
}

async function cli(report: string, ...more: string[]) {
  const source = ['--data', folder, '--jql', jql, '--format', 'json'];
  const { code, out, err } = await run('report', report, ...source, ...more);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

describe.each(REPORTS.map(({ id }) => id))('%s', report => {
  test('is that of the command line, as of a past day', async () => {
    const { json } = await ask({ report, jql, asOf: past, timeZone: 'Asia/Kolkata' });
    const given = ['--as-of', past, '--time-zone', 'Asia/Kolkata'];
    expect(json).toEqual(await cli(report, ...given));
  });

  test('is that of a page for a reader who does not see everything', async () => {
    const headers = { 'x-replica-user': reader };
    const chosen = await findReport(report);
    if (!chosen) throw new Error('There is no such report.');
    const request = createFetchRequest({
      baseUrl: address,
      fetch: (url, init) => fetch(url, { ...init, headers: { ...init?.headers, ...headers } }),
    });
    const client = createJiraClient({ flavour: 'cloud', request });
    const source = { client, request, columns: undefined, age: null };
    const settings = { stored: {}, problems: [] };
    const question = { report: chosen, scope: { jql }, settings, asOf: null, timeZone: null };
    const answer = await answerQuestion(async () => source, question, { now });
    const { json } = await ask({ report, jql }, headers);
    expect(json).toEqual(JSON.parse(JSON.stringify(answerJson(answer))));
    if (report === 'overview')
      expect(json.figures).toContainEqual(
        expect.objectContaining({ key: 'measure:resolved/whole', value: 255 }),
      );
  });
});

test('figures of the present are of now', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  const byCli = await cli('age').finally(() => vi.useRealTimers());
  expect((await ask({ report: 'age', jql })).json).toEqual(byCli);
});

/** Lists that are missing in another JSON of the same shape, by their pointers. */
function* missingLists(all: unknown, some: unknown, pointer = ''): Generator<[string, unknown[]]> {
  if (typeof all !== 'object' || all === null) return;
  for (const [key, value] of Object.entries(all)) {
    const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const other = (some as Record<string, unknown> | undefined)?.[key];
    if (Array.isArray(value) && !Array.isArray(other)) yield [place, value];
    else yield* missingLists(value, other, place);
  }
}

test.each([
  ['overview', {}],
  ['time-in-status', {}],
  ['time-in-status', { groupBy: 'assignee' }],
  ['velocity', { boardId: 1 }],
  ['cycle-time', {}],
  ['timesheet', {}],
])('keys of all figures of %s %j come in pages', async (report, settings) => {
  const body = { report, jql, settings, asOf: past, timeZone: 'UTC' };
  const { json, etag } = await ask(body);
  const given = ['--as-of', past, '--time-zone', 'UTC', '--settings', JSON.stringify(settings)];
  const { json: whole } = await ask({ ...body, result: true });
  const lists = [...missingLists(await cli(report, '--result', ...given), whole)];
  expect(lists.length).toBeGreaterThan(report === 'timesheet' ? 0 : 3);
  // Some of the many.
  for (const [of, all] of lists.filter((_, at) => at % Math.ceil(lists.length / 20) === 0)) {
    const limit = Math.max(1, Math.ceil(all.length / 2));
    const read: unknown[] = [];
    for (const from of [0, limit]) {
      const page = await ask({ ...body, keys: { of, from, limit } }, { 'if-match': etag });
      expect(page.json).toMatchObject({ asOf: json.asOf, of, from, total: all.length });
      expect(page.etag).toBe(etag);
      read.push(...page.json.lists[of.slice(of.lastIndexOf('/') + 1)]);
    }
    expect(read).toEqual(all);
  }
});
