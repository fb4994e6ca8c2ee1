/** Files that a browser makes of the page of a report: PDF, and pictures of its charts. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DevTools } from './devtools.ts';
import { findBrowser } from './find-browser.ts';

/** What is asked for is not on the page. */
export class ChartMissingError extends Error {
  override readonly name = 'ChartMissingError';
}

/** Width of the page of which pictures are made, px. */
const WIDTH = 1280;
const HEIGHT = 900;
const DRAWN_MS = 30_000;
/** A browser that hangs is ended. */
const MAX_MS = 120_000;

/** True once the report is drawn. */
const IS_DRAWN = `(async () => {
  const isDrawn = () =>
    document.querySelector('.tb-figure-page') && !document.querySelector('[aria-busy="true"]');
  const end = Date.now() + ${DRAWN_MS};
  while (!isDrawn() && Date.now() < end) await new Promise(done => setTimeout(done, 50));
  await document.fonts.ready;
  // Charts are measured before they are drawn.
  for (let turn = 0; turn < 3; turn++) await new Promise(done => setTimeout(done, 100));
  return Boolean(isDrawn());
})()`;

interface Page {
  readonly tools: DevTools;
  readonly folder: string;
  call(method: string, params?: object): Promise<Readonly<Record<string, unknown>>>;
  /** The value of an expression, which may be a promise. */
  evaluate(expression: string): Promise<unknown>;
}

/** A report as a PDF in A4, with a line below each page: `footer`, and its number. Throws a BrowserMissingError. */
export const pdfOf = (html: string, footer: string): Promise<Uint8Array> =>
  withPage(html, async ({ call }) => {
    const { data } = await call('Page.printToPDF', {
      printBackground: true,
      landscape: true,
      paperWidth: 8.27,
      paperHeight: 11.69,
      marginTop: 0.5,
      marginBottom: 0.6,
      marginLeft: 0.5,
      marginRight: 0.5,
      displayHeaderFooter: true,
      headerTemplate: '<span></span>',
      footerTemplate: footerOf(footer),
    });
    return Buffer.from(String(data), 'base64');
  });

/** The picture of a chart of the report, the first one being 1. Throws a ChartMissingError or a BrowserMissingError. */
export const chartOf = (html: string, number: number, type: 'png' | 'svg'): Promise<Uint8Array> =>
  withPage(html, async page => {
    const charts = Number(await page.evaluate(`document.querySelectorAll('${MENUS}').length`));
    if (charts === 0) throw new ChartMissingError('The report has no chart.');
    if (number > charts)
      throw new ChartMissingError(
        `There is no chart ${number}: the report has ${charts === 1 ? 'one' : charts}.`,
      );
    return saveChart(page, number - 1, type);
  });

/** The first chart of each gadget of a dashboard as PNG; null where it has none. Throws a BrowserMissingError. */
export const gadgetCharts = (html: string): Promise<readonly (Uint8Array | null)[]> =>
  withPage(html, async page => {
    const found = await page.evaluate(`(() => {
      const menus = [...document.querySelectorAll('${MENUS}')];
      const gadgets = [...document.querySelectorAll('.tb-figure-page__gadget')];
      return gadgets.map(gadget => menus.indexOf(gadget.querySelector('${MENUS}')));
    })()`);
    const charts: (Uint8Array | null)[] = [];
    for (const at of found as readonly number[])
      charts.push(at < 0 ? null : await saveChart(page, at, 'png'));
    return charts;
  });

/** By the menu of the chart. */
async function saveChart(
  { tools, folder, evaluate }: Page,
  at: number,
  type: 'png' | 'svg',
): Promise<Uint8Array> {
  await tools.send('Browser.setDownloadBehavior', {
    behavior: 'allowAndName',
    downloadPath: folder,
    eventsEnabled: true,
  });
  const saved = tools.once('Browser.downloadProgress', ({ state }) => state === 'completed');
  const label = JSON.stringify(`Download ${type.toUpperCase()}`);
  await evaluate(`(async () => {
    document.querySelectorAll('${MENUS}')[${at}].click();
    await new Promise(done => setTimeout(done, 100));
    const items = [...document.querySelectorAll('[role="menuitem"]')];
    items.find(item => item.textContent.includes(${label})).click();
  })()`);
  const { guid } = await saved;
  return readFile(join(folder, String(guid)));
}

const MENUS = 'button[aria-label^="Chart actions: "]';

const footerOf = (text: string) =>
  `<div style="width:100%;margin:0 0.5in;font:8px sans-serif;color:#505258;display:flex;justify-content:space-between"><span>${escaped(text)}</span><span><span class="pageNumber"></span>/<span class="totalPages"></span></span></div>`;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

async function withPage<T>(html: string, use: (page: Page) => Promise<T>): Promise<T> {
  const program = findBrowser();
  const folder = await mkdtemp(join(tmpdir(), 'tallyboard-page-'));
  try {
    const file = join(folder, 'report.html');
    await writeFile(file, html, { mode: 0o600 });
    const tools = await DevTools.start(program, join(folder, 'profile'));
    const timer = setTimeout(() => void tools.close(), MAX_MS);
    try {
      return await use(await open(tools, folder, file));
    } finally {
      clearTimeout(timer);
      await tools.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function open(tools: DevTools, folder: string, file: string): Promise<Page> {
  const { targetId } = await tools.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await tools.send('Target.attachToTarget', { targetId, flatten: true });
  const call = (method: string, params: object = {}) =>
    tools.send(method, params, String(sessionId));
  const evaluate = async (expression: string) => {
    const asked = { expression, awaitPromise: true, returnByValue: true };
    const { result } = await call('Runtime.evaluate', asked);
    return (result as { value?: unknown }).value;
  };
  await call('Page.enable');
  await call('Emulation.setDeviceMetricsOverride', {
    width: WIDTH,
    height: HEIGHT,
    deviceScaleFactor: 1,
    mobile: false,
  });
  const loaded = tools.once('Page.loadEventFired');
  await call('Page.navigate', { url: pathToFileURL(file).href });
  await loaded;
  if ((await evaluate(IS_DRAWN)) !== true)
    throw new Error(`The page of the report was not drawn within ${DRAWN_MS / 1000} seconds.`);
  return { tools, folder, call, evaluate };
}
