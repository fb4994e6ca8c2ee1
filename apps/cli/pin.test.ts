/** Pins of saved reports on the command line: over a data folder, and of a server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ComparedPin, PinJson } from '@tallyboard/engine/pins/pin-schema.ts';
import type { WhyAnswer } from '@tallyboard/engine/why/why-schema.ts';
import type { StoreRecord } from '@tallyboard/replica/data/records.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import { createServer, type Server } from '@tallyboard/server/server.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { run } from './testing/run.ts';

const now = Date.parse('2026-06-17T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-pin-'));
const place = { file: join(folder, 'tallyboard.db') };
const DATA = ['--data', folder];
const records: readonly StoreRecord[] = [...demoRecords({ seed: 5, asOf: now, size: 300 })];
let store: Store;
let server: Server;
let address: string;

/** Reports without figures have no pins. */
const FIGURED = REPORTS.flatMap(({ id }) => (id === 'text' ? [] : id));
const OF_BOARD = { tab: 'project', board: 1, settings: { boardId: 1 } };
const OF_QUERY = { jql: 'project = WEB' };

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  store = await openStore(place);
  await store.ingest(records);
  const shares = [{ kind: 'everyone', name: '', edit: true }] as const;
  const own = { ownerId: 'ana', description: '', shares, version: 0, updatedMs: 1 };
  for (const { id: report } of REPORTS) {
    const scope = ['velocity', 'burn'].includes(report) ? OF_BOARD : OF_QUERY;
    const view = { report, ...scope };
    await store.savedReports.save({ ...own, id: `saved${report}`, name: `My ${report}`, view });
  }
  server = await createServer({
    store,
    place,
    webRoot: join(import.meta.dirname, '../web/public'),
    now: () => Date.now(),
    openAccess: () => ({ anyHost: false, actAs: true }),
    log: false,
  });
  address = `http://127.0.0.1:${await server.start({ port: 0, host: '127.0.0.1' })}`;
});
afterAll(async () => {
  vi.useRealTimers();
  await server.stop();
  rmSync(folder, { recursive: true });
});
afterEach(() => void vi.setSystemTime(now));

async function pin(...args: string[]): Promise<string> {
  const { code, out, err } = await run('pin', ...args, ...(args.includes('--url') ? [] : DATA));
  expect([code, err]).toEqual([0, '']);
  return out;
}

const add = async (name: string, note = 'before the re-estimate') =>
  (await pin('add', name, '--note', note)).trim();
const show = async (id: string): Promise<ComparedPin> =>
  JSON.parse(await pin('show', id, '--format', 'json'));
const list = async (...args: string[]): Promise<readonly PinJson[]> =>
  JSON.parse(await pin('list', ...args, '--format', 'json')).pins;

test.each(FIGURED)(
  '%s: an hour later the figures as of its time are those that were pinned',
  async report => {
    const id = await add(`My ${report}`);
    vi.setSystemTime(now + 3_600_000);
    const { figures = [], headline = [], differs, doubts } = await show(id);
    expect([differs, doubts]).toEqual([null, []]);
    expect(figures.length).toBeGreaterThan(0);
    for (const { key, pinned, replayed } of figures)
      expect([key, replayed]).toEqual([key, pinned === null ? null : expect.closeTo(pinned, 9)]);
    expect(headline.length).toBeGreaterThan(0);
    for (const { label, pinned, replayed } of headline)
      expect([label, replayed]).toEqual([label, pinned]);
    await pin('remove', id);
  },
);

test('pins are listed with their numbers, shown, and removed', async () => {
  const id = await add('My overview');
  const [listed] = await list('My overview');
  expect(listed).toMatchObject({ id, savedReport: 'savedoverview', name: 'My overview' });
  const { out } = await run('report', 'My overview', '--format', 'json', ...DATA);
  const { figures } = JSON.parse(out);
  expect(listed?.figures?.length).toBe(figures.length);
  for (const { key, value } of figures)
    expect(listed?.figures).toContainEqual(expect.objectContaining({ key, value }));
  expect(await pin('list')).toMatch(/before the re-estimate/);
  expect(await pin('show', id)).toMatch(/^My overview, as of 2026-06-17 12:00 UTC: before the re-/);
  await pin('remove', id);
  expect(await list()).toEqual([]);
});

test('a past that was changed since is told, and the numbers that it changed', async () => {
  const id = await add('My overview');
  const before = await show(id);
  const issue = records.find(
    ({ kind, value }) => kind === 'issue' && (value as { key: string }).key === 'WEB-2',
  ) as Extract<StoreRecord, { kind: 'issue' }>;
  const { fields } = issue.value;
  const created = '2026-06-17T13:00:00.000+0000';
  await store.ingest([
    { kind: 'issue', value: { ...issue.value, fields: { ...fields, created } } },
  ]);
  vi.setSystemTime(now + 2 * 3_600_000);
  const { figures = [], differs } = await show(id);
  expect(before.differs).toBeNull();
  expect(differs).toBe(
    'differs from what was pinned: deleted, no longer visible or changed in the past',
  );
  const whole = figures.find(({ key }) => key === 'measure:resolved/whole');
  expect(whole?.replayed).toBe((whole?.pinned ?? 0) - 1);
  expect(await pin('show', id)).toContain(`Note: ${differs}`);
  await store.ingest([issue]);
  expect((await show(id)).differs).toBeNull();
  await pin('remove', id);
});

const FIGURE = 'measure:resolved/whole';

async function explain(id: string, ...more: string[]): Promise<WhyAnswer> {
  const since = ['--since', `pin:${id}`, '--figure', FIGURE, '--format', 'json'];
  const { code, out, err } = await run('explain', ...more, ...since, ...DATA);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out);
}

test('why a figure changed since a pin adds up, also where its past was changed', async () => {
  const before = now - 30 * 86_400_000;
  vi.setSystemTime(before);
  const id = await add('My overview');
  const { figures = [] } = await show(id);
  const pinned = figures.find(({ key }) => key === FIGURE)?.pinned ?? 0;
  vi.setSystemTime(now);
  const added = (why: WhyAnswer) => why.causes.reduce((sum, { part }) => sum + part, 0);
  // The demo has issues of after that day, which were there when it was pinned.
  const why = await explain(id);
  expect(why).toMatchObject({ report: 'overview', before: pinned, after: pinned });
  expect(why.since).toBe(new Date(before).toISOString());
  const [first, ...others] = why.causes;
  expect(first).toMatchObject({
    at: null,
    kind: 'differs from what was pinned: deleted, no longer visible or changed in the past',
    issues: [],
  });
  expect(first?.part).toBeLessThan(0);
  expect(others.length).toBe(-(first?.part ?? 0));
  for (const { kind, part } of others) expect([kind, part]).toEqual(['created', 1]);
  expect([why.explained, added(why)]).toEqual([why.change, why.change]);
  const ofGroups = why.groups.map(({ mix, rate, interaction }) => mix + rate + interaction);
  expect(ofGroups.reduce((sum, each) => sum + each, 0)).toBe(why.change);
  expect(why.groups[0]).toMatchObject({ group: first?.kind, mix: first?.part });
  expect(why.story).toContain('differs from what was pinned');
  const body = JSON.stringify({ figure: FIGURE, since: `pin:${id}` });
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${address}/rest/tallyboard/1/explain/overview`, {
    method: 'POST',
    headers,
    body,
  });
  expect(await reply.json()).toEqual(why);
  expect(await explain(id, 'My overview')).toEqual(why);
  await pin('remove', id);
});

test('since a pin of the same past no part is unexplained', async () => {
  const id = await add('My overview');
  vi.setSystemTime(now + 86_400_000);
  const why = await explain(id);
  expect(why.causes.filter(({ kind }) => kind.startsWith('differs'))).toEqual([]);
  expect(why.explained).toBe(why.change);
  for (const [args, message] of [
    [['velocity'], "The pin is of the saved report 'My overview'."],
    [['--jql', 'project = APP'], '--jql: a pin has its own question.'],
    [['--url', address], 'Give --data in place of --url.'],
  ] as const) {
    const data = args.includes('--url' as never) ? [] : DATA;
    const since = ['--since', `pin:${id}`, '--figure', FIGURE];
    expect((await run('explain', ...args, ...since, ...data)).err).toContain(message);
  }
  const wrong = ['--since', `pin:${id}`, '--figure', 'measure:resolved/hole'];
  expect((await run('explain', ...wrong, ...DATA)).err).toContain(
    `"measure:resolved/hole" was not pinned. Did you mean "${FIGURE}"?`,
  );
  await pin('remove', id);
});

test('the saved report can change: the pin keeps its question', async () => {
  const id = await add('My overview');
  const saved = await store.savedReports.get('savedoverview');
  if (!saved) throw new Error('The report is not there.');
  const changed = await store.savedReports.save({
    ...saved,
    view: { ...saved.view, jql: 'project = APP' },
  });
  expect((await show(id)).differs).toBeNull();
  await store.savedReports.save({ ...changed, view: saved.view });
  await pin('remove', id);
});

test('a server gives the same by its address', async () => {
  const url = ['--url', address];
  const own = JSON.parse(
    await pin('add', 'My overview', '--note', 'by REST', ...url, '--format', 'json'),
  );
  expect(await list(...url)).toMatchObject([{ id: own.id, note: 'by REST', mine: true }]);
  const {
    mine: _,
    removable: __,
    author: ___,
    ...there
  } = JSON.parse(await pin('show', own.id, ...url, '--format', 'json'));
  expect(await show(own.id)).toMatchObject(there);
  await pin('remove', own.id, ...url);
  expect(await list(...url)).toEqual([]);
  for (const [args, message] of [
    [['show', own.id], 'There is no pin'],
    [['list', 'My overwiev'], 'Did you mean "My overview"?'],
    [['add', 'My overview', '--note', 'x'.repeat(501)], 'longer than 500 characters'],
  ] as const)
    expect((await run('pin', ...args, ...url)).err).toContain(message);
});

test.each([
  [['add', 'My overview'], '--note is missing', 2],
  [['add', 'My overview', '--note', ' '], 'Say in a note', 2],
  [['add', 'My overview', '--note', 'x'.repeat(501)], 'longer than 500 characters', 2],
  [['add', 'My overwiev', '--note', 'x'], `Did you mean "My overview"?`, 1],
  [['add', 'My text', '--note', 'x'], 'nothing to pin', 1],
  [['show', 'nothere'], "There is no pin 'nothere'. 'tallyboard pin list' shows them.", 1],
  [['remove'], "Say 'add NAME --note TEXT'", 2],
  [['rename', 'x'], "Say 'add NAME --note TEXT'", 2],
] as const)('%j is refused', async (args, message, exit) => {
  const { code, err, out } = await run('pin', ...args, ...DATA);
  expect([code, err, out]).toEqual([exit, expect.stringContaining(message), '']);
});
