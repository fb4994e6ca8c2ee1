/** Pages of our own server load issues as columns. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { readSegments } from '@tallyboard/service-kit/columns/segments.ts';
import { createServer, type Server } from '../../apps/server/server.ts';
import { DEMO_SOURCE } from '../../packages/replica/data/entity.ts';
import { demoRecords } from '../../packages/replica/seed/demo.ts';
import { openStore, type Store } from '../../packages/server-store/store.ts';
import { expectDrill, savedBy, wholeText } from '../journey.ts';

const ISSUES = 1_500;
const JQL = 'created >= -9999d';
const ALL = `/reports?tab=custom&preset=custom&jql=${encodeURIComponent(JQL)}&report=-3`;
const COLUMNS = /\/rest\/tallyboard\/1\/columns$/;

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-columns-'));
let store: Store;
let server: Server;
let base: string;
/** Computes figures of more than 1,000 issues. */
let computing: Server;
let computingBase: string;

test.beforeAll(async () => {
  const place = { file: join(folder, 'tallyboard.db') };
  store = await openStore(place);
  const records = demoRecords({ seed: 1, asOf: Date.now(), size: ISSUES });
  await store.ingest(records, { source: DEMO_SOURCE });
  await keepColumns();
  const webRoot =
    process.env.TALLYBOARD_TEST_WEB ?? resolve(import.meta.dirname, '../../apps/web/dist');
  server = await createServer({ store, webRoot, log: false });
  base = `http://127.0.0.1:${await server.start({ port: 0, host: '127.0.0.1' })}`;
  const own = { store: await openStore(place), place, pageIssues: 1_000 };
  computing = await createServer({ ...own, webRoot, log: false });
  computingBase = `http://127.0.0.1:${await computing.start({ port: 0, host: '127.0.0.1' })}`;
});

test.afterAll(async () => {
  await server?.stop();
  await computing?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function find(jql: string): Promise<readonly string[]> {
  const viewer = { userId: null, zone: 'UTC' };
  return (await store.jql.search({ jql, viewer, now: Date.now() })).ids;
}

/** Writes what is stale of the columns, as a server does in the background. */
async function keepColumns(): Promise<void> {
  expect(await readSegments(store, await find(JQL))).not.toBeNull();
}

/** The figures, the calls for them and the status of the one for columns. */
async function open(page: Page, address = base) {
  const calls: string[] = [];
  const statuses: number[] = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/rest/')) calls.push(pathname.split('/').at(-1) ?? '');
  });
  page.on('response', reply => {
    if (COLUMNS.test(reply.url())) statuses.push(reply.status());
  });
  await page.goto(address + ALL);
  const report = page.locator('article[aria-busy="false"]:not(:has(.tb-frame__earlier))');
  await expect(report.locator('.tb-frame__result')).toBeVisible();
  // Lists of issues come after their counts, and breakdowns when their code is there.
  const figures = await wholeText(report);
  return { figures, calls: calls.sort(), statuses };
}

const newPage = async (context: BrowserContext, status?: number) => {
  const page = await context.newPage();
  if (status !== undefined) await page.route(COLUMNS, route => route.fulfill({ status }));
  return page;
};

/** Figures by JSON, in a browser that has never been here. */
async function openAsJson(page: Page, status: number) {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error('There is no browser.');
  const opened = await open(await newPage(context, status));
  await context.close();
  return opened;
}

/** Whether the browser has stored columns. */
const hasColumns = () =>
  new Promise<boolean>(done => {
    const opening = indexedDB.open('tallyboard-cache');
    opening.onsuccess = () => {
      const keys = opening.result.transaction('texts').objectStore('texts').getAllKeys();
      keys.onsuccess = () => done(keys.result.some(key => String(key).includes('|columns|')));
    };
  });

test('figures are those of JSON, in one call for all issues, and in none for those of a later visit', async ({
  page,
  context,
}) => {
  const first = await open(page);
  expect(first.statuses).toEqual([200]);
  expect(first.calls).not.toContain('bulkfetch');
  expect(first.calls.length).toBeLessThan(15);
  await expectDrill(page, page, '');
  await expect.poll(() => page.evaluate(hasColumns)).toBe(true);
  await page.close();

  const again = await open(await newPage(context));
  expect(again.statuses).toEqual([304]);
  expect(again.calls).toEqual(['columns', 'myself', 'properties']);
  expect(again.figures).toBe(first.figures);

  const refused = await openAsJson(page, 204);
  expect(refused.calls).toContain('bulkfetch');
  expect(refused.figures).toBe(first.figures);
});

test('a change shows on the next visit, by columns and where they fail', async ({
  page,
  context,
}) => {
  const before = await open(page);
  await expect.poll(() => page.evaluate(hasColumns)).toBe(true);
  await page.close();
  const [id] = await find('statusCategory != Done AND assignee is not EMPTY');
  const path = `${base}/rest/api/3/issue/${id}`;
  const data = { fields: { assignee: null } };
  expect((await context.request.put(path, { data })).status()).toBe(204);

  const failing = await openAsJson(page, 500);
  expect(failing.figures).not.toBe(before.figures);
  await keepColumns();
  const after = await open(await newPage(context));
  expect(after.statuses).toEqual([200]);
  expect(after.figures).toBe(failing.figures);
});

const csvOf = (page: Page) =>
  savedBy(page, () =>
    page.getByRole('button', { name: 'Export CSV', disabled: false }).first().click(),
  );

test('of more issues than a page reads, the server computes the table; so in a gadget', async ({
  page,
  context,
}) => {
  await open(page);
  const csv = await csvOf(page);
  const other = await context.newPage();
  const calls: string[] = [];
  other.on('request', request => calls.push(new URL(request.url()).pathname));
  await other.goto(computingBase + ALL);
  const table = other.getByRole('table', { name: /./ });
  await expect(other.getByText(/issues match: pages read up to \d/)).toBeVisible();
  await expect(table).toBeVisible();
  expect(calls.filter(path => path.endsWith('bulkfetch'))).toEqual([]);
  expect(await csvOf(other)).toBe(csv);

  const { request } = context;
  const made = await request.post(`${computingBase}/replica/dashboards`, { data: { name: 'All' } });
  const { id } = await made.json();
  await request.post(`${computingBase}/replica/dashboards/${id}/items`, {
    data: {
      moduleKey: 'com.tallyboard.reports__status',
      title: 'All',
      properties: { settings: { jql: JQL, preset: { name: 'Custom JQL' }, gType: 1, eType: 0 } },
    },
  });
  await other.goto(`${computingBase}/dashboards/${id}`);
  await expect(other.getByText(/issues match: pages read up to \d/)).toBeVisible();
  await expect(other.getByRole('table', { name: /./ })).toBeVisible();
});
