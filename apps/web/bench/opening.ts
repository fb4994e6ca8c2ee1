/** The reports page as it opens: its first text where Jira is slow, and a report that was shown before. */
import { setTimeout } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { COLUMNS_PATH } from '@tallyboard/dataset/stream/fetch-columns.ts';
import { BROWSER } from '../testing/browser.ts';
import { startServer } from './bench-server.ts';
import type { Measured } from './page-scene.ts';

const ISSUES = 5_000;
/** Loaded as columns. */
const MANY_ISSUES = 100_000;
const SLOW_MS = 800;
const RUNS = 4;
/** The overview of all issues. */
export const REPORT = '/reports?tab=custom&preset=custom&jql=';
/** The cache is written behind the figures. */
export const STAY_MS = 5_000;

export async function benchOpening(): Promise<readonly Measured[]> {
  return [
    {
      name: `first text with ${SLOW_MS} ms a call, after the document`,
      value: await withBrowser(['--latency', `${SLOW_MS}`], firstTextMs),
      limit: 300,
      unit: 'ms',
    },
    {
      name: `a report of ${ISSUES} issues that was shown before is on the screen`,
      value: await withBrowser([], redrawMs),
      limit: 500,
      unit: 'ms',
    },
    ...(await benchColumns()),
  ];
}

/** Figures by columns: in browsers that were never here, and in the same browsers again. */
async function benchColumns(): Promise<readonly Measured[]> {
  const server = await startServer(MANY_ISSUES);
  const browser = await chromium.launch(BROWSER);
  try {
    await columnsWritten(server.url);
    const cold: number[] = [];
    const warm: number[] = [];
    for (let at = 0; at < RUNS; at++) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      cold.push(await figuresMs(context, server.url + REPORT, STAY_MS));
      warm.push(await figuresMs(context, server.url + REPORT));
      await context.close();
    }
    const row = (times: readonly number[], when: string, limit: number) => ({
      name: `figures of ${MANY_ISSUES} issues are on the screen ${when}`,
      value: Math.min(...times),
      limit,
      unit: 'ms',
    });
    return [row(cold, 'for the first time', 2_000), row(warm, 'again', 500)];
  } finally {
    await browser.close();
    server.stop();
  }
}

/** The server writes the columns of a new demo in the background. */
async function columnsWritten(url: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ jql: 'created >= 1970-01-01', requirement: {} });
  while ((await fetch(url + COLUMNS_PATH, { method: 'POST', headers, body })).status !== 200)
    await setTimeout(1_000);
}

/** The quickest of some runs, as other work of the machine is not measured. */
async function withBrowser(
  args: readonly string[],
  measure: (context: BrowserContext, address: string) => Promise<() => Promise<number>>,
): Promise<number> {
  const server = await startServer(ISSUES, args);
  const browser = await chromium.launch(BROWSER);
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const run = await measure(context, server.url + REPORT);
    const times: number[] = [];
    for (let at = 0; at < RUNS; at++) times.push(await run());
    return Math.min(...times);
  } finally {
    await browser.close();
    server.stop();
  }
}

/** From the end of the document to the first paint with text. The first run also fetches the files of the page. */
async function firstTextMs(context: BrowserContext, address: string) {
  return async () => {
    const page = await context.newPage();
    await page.goto(address, { waitUntil: 'commit' });
    await page.waitForFunction(() => document.body?.innerText.trim(), undefined, {
      polling: 'raf',
    });
    const ms = await sinceDocument(page, 'responseEnd');
    await page.close();
    return ms;
  };
}

/** From the start of the navigation to figures of the visit before. */
async function redrawMs(context: BrowserContext, address: string) {
  await figuresMs(context, address, STAY_MS);
  return () => figuresMs(context, address);
}

/** From the start of the navigation to the first figures; ends so long after the newest ones. */
export async function figuresMs(
  context: BrowserContext,
  address: string,
  stayMs = 0,
): Promise<number> {
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(
    () => document.querySelector('.tb-frame__result table, .tb-frame__result svg'),
    undefined,
    { polling: 'raf', timeout: 120_000 },
  );
  const ms = await sinceDocument(page, 'startTime');
  await page.waitForSelector('article[aria-busy="false"]', { timeout: 120_000 });
  await page.waitForTimeout(stayMs);
  await page.close();
  return ms;
}

/** Until now, since a time of the navigation. */
const sinceDocument = (page: Page, from: 'startTime' | 'responseEnd') =>
  page.evaluate(name => {
    const [navigation] = performance.getEntriesByType('navigation');
    return performance.now() - (navigation as PerformanceNavigationTiming)[name];
  }, from);
