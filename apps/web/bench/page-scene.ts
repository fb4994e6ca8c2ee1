/**
 * The reports page in a real browser on a server of its own, and how to time what its main thread does. Times are those
 * of a machine with nothing else to do: how much longer other work makes everything take is measured beside and taken
 * out. TALLYBOARD_BENCH_URL names a server that runs already.
 */
import { chromium, type Page } from '@playwright/test';
import { BROWSER } from '../testing/browser.ts';
import { startServer } from './bench-server.ts';

export const ISSUES = 10_000;
/** A task of the main thread that a reader may feel. */
export const MAX_TASK_MS = 50;
/** The custom page with every issue; add `&report=` and `&settings=` for another report. */
export const ALL_ISSUES = '/reports?tab=custom&preset=custom&jql=';

export interface Measured {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
}

/** Runs `measure` with a page that counts its long tasks, and the address of a server that holds 10,000 issues. */
export async function onPage(
  measure: (page: Page, url: string) => Promise<readonly Measured[]>,
): Promise<readonly Measured[]> {
  const named = process.env.TALLYBOARD_BENCH_URL;
  const server = named ? { url: named, stop: () => {} } : await startServer(ISSUES);
  const browser = await chromium.launch(BROWSER);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.addInitScript(watchTasks);
    return await measure(page, server.url);
  } finally {
    await browser.close();
    server.stop();
  }
}

/** Runs in the page: collects tasks of more than 50 ms, which are all that a browser tells of. */
function watchTasks(): void {
  const tasks: number[] = [];
  Reflect.set(window, 'tallyboardTasks', tasks);
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
}

/** The longest since it was last asked; 0 when none was over 50 ms. */
export async function longestTask(page: Page): Promise<number> {
  // The browser tells of tasks a moment after they are over.
  await page.waitForTimeout(500);
  return page.evaluate(() => {
    const tasks: number[] = Reflect.get(window, 'tallyboardTasks');
    return Math.max(0, ...tasks.splice(0));
  });
}

/** How many times longer the same work takes, on the average, than when nothing gets in its way. */
export function slowdown(page: Page): Promise<number> {
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

/** The value that `share` of the values do not exceed; 0.5 is the middle one. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
