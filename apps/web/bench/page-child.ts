/** Prints the times of the overview of a folder's data until its first figures, ms, for the table of benchmarks. */
import { chromium } from '@playwright/test';
import { BROWSER } from '../testing/browser.ts';
import { serveFolder } from './bench-server.ts';
import { figuresMs, REPORT, STAY_MS } from './opening.ts';

const [data = '', runs = '1'] = process.argv.slice(2);

const server = await serveFolder(data);
const browser = await chromium.launch(BROWSER);
const first: number[] = [];
const again: number[] = [];
for (let run = 0; run < Number(runs); run++) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  first.push(await figuresMs(context, server.url + REPORT, STAY_MS));
  again.push(await figuresMs(context, server.url + REPORT));
  await context.close();
}
await browser.close();
server.stop();
process.stdout.write(JSON.stringify({ first: Math.min(...first), again: Math.min(...again) }));
process.exit(0);
