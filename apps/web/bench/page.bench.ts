/**
 * The reports page in a real browser on a server of its own with 10,000 issues: how long the main thread is held up, and
 * how soon a changed setting is on the screen. Times are
 * those of a machine with nothing else to do: how much longer other work makes everything take is measured beside and
 * taken out. TALLYBOARD_BENCH_URL names a server that runs already.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';

const ISSUES = 10_000;
/** A task of the main thread that a reader may feel. */
const LONGEST_TASK_MS = 50;
const REPAINT_MS = 100;
const RUNS = 5;

const ALL_ISSUES = '/reports?tab=custom&preset=custom&jql=';

interface Measured {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
}

export default async function bench(): Promise<readonly Measured[]> {
  const named = process.env.TALLYBOARD_BENCH_URL;
  const server = named ? { url: named, stop: () => {} } : await startServer();
  const browser = await chromium.launch({
    executablePath: process.env.TALLYBOARD_BROWSER ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  try {
    return await measure(browser, server.url);
  } finally {
    await browser.close();
    server.stop();
  }
}

async function measure(browser: Browser, url: string): Promise<readonly Measured[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.addInitScript(watchTasks);
  await page.goto(url + ALL_ISSUES);
  await page.getByRole('table', { name: 'By Assignee' }).waitFor({ timeout: 120_000 });
  const loading = (await longestTask(page)) / (await slowdown(page));
  // The first time the browser compiles what it runs; a busy machine may hold up any one, hence medians.
  await repaintAfter(page, 'Story Points');
  await repaintAfter(page, 'Issue Count');
  await longestTask(page);
  const repaints: number[] = [];
  const tasks: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const slower = await slowdown(page);
    repaints.push((await repaintAfter(page, 'Story Points')) / slower);
    repaints.push((await repaintAfter(page, 'Issue Count')) / slower);
    tasks.push((await longestTask(page)) / slower);
  }
  return [
    task('loading', loading),
    task('switching a setting of', median(tasks)),
    {
      name: `a changed setting of ${ISSUES} issues is on the screen`,
      value: median(repaints),
      limit: REPAINT_MS,
      unit: 'ms',
    },
  ];
}

const task = (when: string, value: number): Measured => ({
  name: `longest task of the main thread while ${when} ${ISSUES} issues`,
  value,
  limit: LONGEST_TASK_MS,
  unit: 'ms',
});

/** Runs in the page: collects tasks of more than 50 ms, which are all that a browser tells of. */
function watchTasks(): void {
  const tasks: number[] = [];
  Reflect.set(window, 'tallyboardTasks', tasks);
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
}

/** The longest since it was last asked; 0 when none was over 50 ms. */
async function longestTask(page: Page): Promise<number> {
  // The browser tells of tasks a moment after they are over.
  await page.waitForTimeout(500);
  return page.evaluate(() => {
    const tasks: number[] = Reflect.get(window, 'tallyboardTasks');
    return Math.max(0, ...tasks.splice(0));
  });
}

/** Chooses a way of estimation and returns the milliseconds until the table says it. */
function repaintAfter(page: Page, label: string): Promise<number> {
  return page.evaluate(async wanted => {
    const option = [...document.querySelectorAll('label')].find(
      each => each.textContent?.trim() === wanted,
    );
    const said = () => {
      const table = document.querySelector('[aria-label="By Assignee"]')?.textContent ?? '';
      return /points/.test(table) === (wanted === 'Story Points');
    };
    if (!option || said()) throw new Error(`There is nothing to switch to '${wanted}'.`);
    const start = performance.now();
    option.click();
    while (!said()) await new Promise(requestAnimationFrame);
    // A frame begins before it is drawn: the task after it comes when it was.
    await new Promise(resolve => setTimeout(resolve));
    return performance.now() - start;
  }, label);
}

/** How many times longer the same work takes, on the average, than when nothing gets in its way. */
function slowdown(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const times: number[] = [];
    for (let run = 0; run < 40; run++) {
      const start = performance.now();
      let sum = 0;
      for (let i = 0; i < 2_000_000; i++) sum += Math.sqrt(i);
      if (sum < 0) throw new Error('Nothing may leave the loop out.');
      times.push(performance.now() - start);
      await new Promise(resolve => setTimeout(resolve));
    }
    return times.reduce((all, time) => all + time, 0) / times.length / Math.min(...times);
  });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** A server of its own data, gone afterwards. */
async function startServer(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const data = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
  const args = [main, '--port', '0', '--data', data, '--demo-size', String(ISSUES)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = () => {
    child.once('exit', () => rmSync(data, { recursive: true, force: true }));
    child.kill();
  };
  return { url: await addressOf(child), stop };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk;
      const address = /http:\/\/\S+/.exec(said)?.[0];
      if (address) resolve(address);
    });
    child.once('exit', code => reject(new Error(`The server ended with ${code}.`)));
  });
}
