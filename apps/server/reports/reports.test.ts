import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BusyError } from '@tallyboard/database/process/busy-error.ts';
import { REPORT_PATH } from '@tallyboard/engine/queries/server-report.ts';
import { ADDON_KEYS } from '@tallyboard/hosts/info.ts';
import { filterIdOf } from '@tallyboard/replica/data/planning/boards.ts';
import { replica } from '@tallyboard/replica/rest/replica.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer, type Server } from '../server.ts';
import { makeWebRoot } from '../testing/web-root.ts';
import { doors } from './doors.ts';
import type { ReportRunner } from './shared-reports.ts';

const now = Date.parse('2026-06-17T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-reports-'));
const place = { file: join(folder, 'tallyboard.db') };
let webRoot: string;
let store: Store;
let server: Server;
/** Mara and Oliver see everything, in the same zone; from Tomás the schemes hide issues. */
let people: Record<'mara' | 'oliver' | 'tomas', string>;

beforeAll(async () => {
  webRoot = await makeWebRoot(['/']);
  store = await openStore(place);
  await store.ingest(demoRecords({ seed: 5, asOf: now, size: 300 }));
  const users = await store.catalogue.all('user');
  const named = (name: string) => users.find(user => user.name.startsWith(name));
  const [mara, oliver, tomas] = ['Mara', 'Oliver', 'Tomás'].map(named);
  if (!mara || !oliver || !tomas) throw new Error('The demo has other people.');
  const { timeZone } = mara.document;
  await store.catalogue.save('user', oliver.id, { ...oliver.document, timeZone });
  people = { mara: mara.id, oliver: oliver.id, tomas: tomas.id };
  server = await createServer({
    store,
    place,
    webRoot,
    now: () => now,
    openAccess: () => ({ anyHost: false, actAs: true }),
    log: false,
  });
  await server.app.ready();
});
afterAll(async () => {
  await server.stop();
  for (const path of [webRoot, folder]) rmSync(path, { recursive: true });
});

type Headers = Readonly<Record<string, string>>;

async function ask(who: keyof typeof people, payload: object, headers: Headers = {}) {
  const reply = await server.app.inject({
    method: 'POST',
    url: REPORT_PATH,
    payload,
    headers: { host: 'localhost', 'x-replica-user': people[who], ...headers },
  });
  const { statusCode: status, body } = reply;
  return { status, etag: String(reply.headers.etag), json: body === '' ? null : JSON.parse(body) };
}

const overview = { report: 'overview', jql: 'created >= 1970-01-01' };
const mine = { ...overview, jql: 'reporter = currentUser()' };
const totalOf = ({ json }: { json: { coverage: { issues: { total: number } } } }) =>
  json.coverage.issues.total;

describe('readers who see everything', () => {
  it('share reports, also as of a past day, that are computed once', async () => {
    for (const body of [overview, { ...overview, asOf: '2026-03-01T00:00:00Z' }]) {
      const asked = [ask('mara', body), ask('oliver', body), ask('mara', body)];
      const etags = new Set((await Promise.all(asked)).map(({ etag }) => etag));
      expect(etags.size).toBe(1);
      expect(await ask('oliver', body, { 'if-none-match': [...etags][0] ?? '' })).toMatchObject({
        status: 304,
        json: null,
      });
    }
  });

  it.each([
    mine,
    { report: 'timesheet', jql: 'project = WEB', settings: { authors: 'currentUser()' } },
  ])('do not share what depends on them: %j', async body => {
    const [mara, oliver] = [await ask('mara', body), await ask('oliver', body)];
    expect([mara.status, oliver.status]).toEqual([200, 200]);
    expect(mara.etag).not.toBe(oliver.etag);
    expect((await ask('mara', body)).etag).toBe(mara.etag);
    if (body === mine) expect(mara.json.figures).not.toEqual(oliver.json.figures);
  });

  it('do not share board reports where the filter of a board is private', async () => {
    const body = { report: 'velocity', settings: { boardId: 1 } };
    const etags = async () => [await ask('mara', body), await ask('oliver', body)];
    const [one, two] = await etags();
    expect(one?.etag).toBe(two?.etag);
    const board = await store.catalogue.get('board', '2');
    const id = (board && filterIdOf(board.document)) ?? '';
    const known = await store.catalogue.get('filter', id);
    const owner = { accountId: people.mara };
    const secret = { ...known?.document, owner, sharePermissions: [] };
    await store.catalogue.save('filter', id, secret);
    const [mara, oliver] = await etags();
    expect(mara?.etag).not.toBe(oliver?.etag);
    await store.catalogue.save('filter', id, { ...known?.document });
  });
});

describe('a reader from whom issues are hidden', () => {
  it('has reports and keys of their own', async () => {
    const [all, own] = [await ask('mara', overview), await ask('tomas', overview)];
    expect([totalOf(all), totalOf(own)]).toEqual([300, 255]);
    expect((await ask('tomas', overview)).etag).toBe(own.etag);
    const keys = { of: '/result/total', limit: 5 };
    const page = { ...overview, keys };
    expect((await ask('mara', page, { 'if-match': all.etag })).json.total).toBe(300);
    expect((await ask('tomas', page, { 'if-match': all.etag })).status).toBe(412);
    expect((await ask('tomas', page)).json.total).toBe(255);
  });

  it('loses what others share when issues become hidden', async () => {
    const { etag } = await ask('oliver', overview);
    const permissions = [{ id: 1, holder: { type: 'reporter' }, permission: 'BROWSE_PROJECTS' }];
    await store.catalogue.save('permissionScheme', '77', { id: '77', name: 'Own', permissions });
    const ops = (await store.catalogue.all('project')).find(
      ({ document }) => document.key === 'OPS',
    );
    const access = await store.catalogue.get('projectAccess', ops?.id ?? '');
    const narrow = { ...access?.document, permissionScheme: '77' };
    await store.catalogue.save('projectAccess', ops?.id ?? '', narrow);
    const page = { ...overview, keys: { of: '/result/total' } };
    expect((await ask('oliver', page, { 'if-match': etag })).status).toBe(412);
    expect(totalOf(await ask('oliver', overview))).toBeLessThan(300);
    await store.catalogue.save('projectAccess', ops?.id ?? '', { ...access?.document });
  });
});

it('the table of files comes along, of the issues that the reader may see', async () => {
  const tableOf = async (who: keyof typeof people) => (await ask(who, overview)).json.table;
  const all = await tableOf('mara');
  expect(all.rows.length).toBeGreaterThan(1);
  for (const row of all.rows) expect(row).toHaveLength(all.columns.length);
  expect(await tableOf('oliver')).toEqual(all);
  expect(await tableOf('tomas')).not.toEqual(all);
  expect((await ask('mara', overview)).json).not.toHaveProperty('result');
  const whole = await ask('mara', { ...overview, result: true });
  expect(whole.json.result.total.value).toBe(300);
  await expect(ask('mara', { ...overview, table: 1 })).resolves.toMatchObject({ status: 400 });
});

it('reports are of the newest data and shared settings; pages of keys stay those of their figures', async () => {
  const before = await ask('mara', overview);
  await store.issues.delete(['WEB-1']);
  const total = totalOf(before) - 1;
  expect(totalOf(await ask('mara', overview))).toBe(total);
  const page = { ...overview, keys: { of: '/result/total', limit: 1 } };
  expect((await ask('mara', page, { 'if-match': before.etag })).json.total).toBe(total + 1);
  expect((await ask('mara', page)).json.total).toBe(total);
  const shared = { commonSettings: {}, doneRule: { rule: 'resolution' } };
  await store.properties.set(`addon:${ADDON_KEYS.standard}`, 'global-settings', shared);
  expect((await ask('mara', overview)).json.doneRule.rule).toBe('resolution');
});

it.each([
  [{ report: 'none' }, /^There is no report 'none'\. There are: overview, /],
  [{ report: 'overview' }, "jql: The report 'overview' needs a query, such as project = KEY."],
  [{ ...overview, jql: 'project =\n (' }, /\(line 2, character 2\)$/],
  [{ ...overview, jql: 'reporter = Nobody9' }, /Nobody9.* \(line 1, character 12\)$/],
  [{ ...overview, jql: 5 }, 'jql: 5 is no query, such as project = KEY.'],
  [{ ...overview, asOf: 'yesterday' }, /^asOf: "yesterday" is no day such as .*, last-sprint\./],
  [
    { ...overview, timeZone: 'Mars' },
    /^timeZone: "Mars" is no time zone such as Europe\/Berlin\.$/,
  ],
  [{ ...overview, keys: { of: '/result/total', limit: 0 } }, /^keys is \{of, from, limit\}/],
  [{ ...overview, keys: { of: '/result' } }, "There are no keys at '/result'."],
  [{ ...overview, other: 1 }, /^Invalid request payload/],
  [
    { report: 'velocity', settings: { boardId: 99 } },
    /^boardId: There is no board '99' that you may see\. boardId is one of 1 \(/,
  ],
])('is refused: %j', async (body, text) => {
  const { status, json } = await ask('mara', body);
  expect(status).toBe(400);
  expect(json.errorMessages).toEqual([
    typeof text === 'string' ? text : expect.stringMatching(text),
  ]);
});

it('settings that cannot be used are refused one by one', async () => {
  const settings = { gTyp: 3, sorting: 'sideways' };
  const { status, json } = await ask('mara', { ...overview, settings });
  expect(status).toBe(400);
  expect(Object.keys(json.errors)).toEqual(['gTyp', 'sorting']);
  expect(json.errorMessages[0]).toBe(`gTyp: ${json.errors.gTyp}`);
  expect(json.errors.gTyp).toContain('"gType"');
});

const audit = { read: async () => {} };

it('a report stops when its reader leaves', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<AbortSignal>();
  const run: ReportRunner['run'] = (_, { signal }) => {
    begin(signal);
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
  const app = fastify();
  await app.register(replica, {
    store,
    resources: [doors({ pool: { run }, store, webRoot, siteOf: () => null, audit })],
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const stop = new AbortController();
  const body = JSON.stringify(overview);
  const { signal } = stop;
  const left = fetch(url + REPORT_PATH, { method: 'POST', body, signal });
  const ofRun = await begun;
  stop.abort();
  await expect(left).rejects.toThrow('aborted');
  await expect.poll(() => ofRun.aborted).toBe(true);
  await app.close();
});

it('a busy server says so, and logs a line without a stack', async () => {
  const run: ReportRunner['run'] = () => Promise.reject(new BusyError());
  const lines: string[] = [];
  const app = fastify({ logger: { level: 'warn', stream: { write: line => lines.push(line) } } });
  await app.register(replica, {
    store,
    resources: [doors({ pool: { run }, store, webRoot, siteOf: () => null, audit })],
  });
  const reply = await app.inject({ method: 'POST', url: REPORT_PATH, payload: overview });
  expect(reply.statusCode).toBe(503);
  expect(reply.headers['retry-after']).toBe('5');
  expect(lines.map(line => JSON.parse(line))).toEqual([
    expect.objectContaining({ msg: 'call refused: The server is busy. Try again in a moment.' }),
  ]);
  expect(lines[0]).not.toContain('stack');
  await app.close();
});

it('Data Center and servers without processes have none', async () => {
  for (const more of [{ flavour: 'data-center' as const, place }, {}]) {
    const own = await openStore(place);
    const { app, stop } = await createServer({ store: own, webRoot, log: false, ...more });
    const reply = await app.inject({ method: 'POST', url: REPORT_PATH, payload: overview });
    expect(reply.statusCode).toBe(404);
    await stop();
  }
});
