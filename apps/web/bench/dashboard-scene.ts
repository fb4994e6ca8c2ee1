/** A server with a demo of some size, a browser, and dashboards to open in it: what a bench of dashboards stands on. */
import { type BrowserContext, chromium } from '@playwright/test';
import { BROWSER } from '../testing/browser.ts';
import { startServer } from './bench-server.ts';

/** A window that has just been opened is busy with its own bars for so long. */
const OWN_START_MS = 2_500;

export interface GadgetSpec {
  readonly kind: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** What it took to open a dashboard. */
export interface Opening {
  /** From the call to the first figures of any gadget. */
  readonly firstMs: number;
  /** To figures of all, also to those of an earlier visit. */
  readonly lastMs: number;
  /** To the newest figures of all. */
  readonly wholeMs: number;
  /** Calls that gadgets make, less those for their own settings: the page itself asks which kind of Jira it is on. */
  readonly calls: readonly string[];
}

export interface Scene {
  /** A gadget with the settings that it has in the demo. */
  demoGadget(kind: string): Promise<GadgetSpec>;
  createDashboard(name: string, gadgets: readonly GadgetSpec[]): Promise<string>;
  /** A browser that has never been here. */
  newReader(): Promise<Reader>;
  close(): Promise<void>;
}

export interface Reader {
  /** Opens it, and leaves it so long after all was there. */
  open(dashboardId: string, stayMs?: number): Promise<Opening>;
  close(): Promise<void>;
}

export async function openScene(size: number, latencyMs: number): Promise<Scene> {
  const server = await startServer(size, ['--latency', `${latencyMs}`]);
  const browser = await chromium.launch(BROWSER);

  async function send(
    method: string,
    path: string,
    body: unknown,
  ): Promise<{ id: string | number }> {
    const reply = await fetch(`${server.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    const text = await reply.text();
    return text === '' ? { id: '' } : JSON.parse(text);
  }

  return {
    async demoGadget(kind) {
      const reply = await fetch(`${server.url}/f_demo?gadget=${kind}`);
      return { kind, settings: await reply.json() };
    },
    async createDashboard(name, gadgets) {
      const { id } = await send('POST', '/replica/dashboards', { name, layout: 'AAA' });
      for (const [at, { kind, settings }] of gadgets.entries()) {
        const moduleKey = `com.tallyboard.reports__${kind}`;
        const position = { row: Math.floor(at / 3), column: at % 3 };
        const gadget = { moduleKey, title: `${name} ${at}`, position, color: 'blue' };
        const item = await send('POST', `/rest/api/3/dashboard/${id}/gadget`, gadget);
        const key = `/rest/api/3/dashboard/${id}/items/${item.id}/properties/settings`;
        await send('PUT', key, settings);
      }
      return String(id);
    },
    async newReader() {
      // Tall enough for all gadgets: those out of sight load when they are scrolled to.
      const context = await browser.newContext({ viewport: { width: 1600, height: 4_000 } });
      return {
        open: (id, stayMs) => open(context, `${server.url}/dashboards/${id}`, stayMs),
        close: () => context.close(),
      };
    },
    async close() {
      await browser.close();
      server.stop();
    },
  };
}

async function open(context: BrowserContext, address: string, stayMs = 0): Promise<Opening> {
  const page = await context.newPage();
  const calls: string[] = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/rest/') && !/\/properties\/settings$/.test(pathname))
      calls.push(`${request.method()} ${pathname}`);
  });
  await page.waitForTimeout(OWN_START_MS);
  const begun = performance.now();
  await page.goto(address);
  await page.waitForFunction(anyFigures, undefined, { polling: 50 });
  const firstMs = performance.now() - begun;
  await page.waitForFunction(allFigures, undefined, { polling: 50, timeout: 120_000 });
  const lastMs = performance.now() - begun;
  await page.waitForFunction(allNewest, undefined, { polling: 50, timeout: 120_000 });
  const wholeMs = performance.now() - begun;
  await page.waitForTimeout(stayMs);
  await page.close();
  return { firstMs, lastMs, wholeMs, calls };
}

function anyFigures(): boolean {
  return Boolean(document.querySelector('.tb-frame__result')?.textContent);
}

function allFigures(): boolean {
  const cards = [...document.querySelectorAll('.tb-gadget-card')];
  return (
    cards.length > 0 && cards.every(card => card.querySelector('.tb-frame__result')?.textContent)
  );
}

function allNewest(): boolean {
  const cards = [...document.querySelectorAll('.tb-gadget-card')];
  const stale = '.tb-frame__earlier, .tb-frame__progress > *, [data-stale]';
  return (
    cards.length > 0 &&
    cards.every(card => card.querySelector('.tb-frame__result') && !card.querySelector(stale))
  );
}
