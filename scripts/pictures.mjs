/** `npm run pictures`: takes the screenshots of the documentation, light and dark, into apps/web/public/docs. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './lib/browser.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled, nodePath, root } from './lib/install.mjs';

await ensureInstalled();
await ensureBuilt();
const executablePath = await ensureBrowser();
const { chromium } = await import('@playwright/test');
const { GADGETS } = await import('../packages/reports/catalogue/gadgets.ts');

const folder = join(root, 'apps/web/public/docs');
const size = { width: 960, height: 600 };
const scope = 'tab=custom&preset=custom&jql=project%20%3D%20WEB';
const pages = {
  lite: '/reports?edition=lite&lic=active&projectKey=WEB',
  reports: `/reports?${scope}&report=-3`,
};

const data = mkdtempSync(join(tmpdir(), 'tallyboard-pictures-'));
const server = spawn(
  nodePath(),
  [join(root, 'apps/server/main.ts'), '--port', '0', '--data', data],
  {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TALLYBOARD_LOG: 'warn' },
  },
);
try {
  const address = await new Promise((resolve, reject) => {
    server.stdout.on('data', said => {
      const found = /http:\/\/\S+/.exec(String(said));
      if (found) resolve(found[0]);
    });
    server.on('exit', code => reject(new Error(`The server ended with ${code}.`)));
  });
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  for (const colorScheme of ['light', 'dark']) {
    mkdirSync(join(folder, colorScheme), { recursive: true });
    const context = await browser.newContext({ viewport: size, colorScheme, baseURL: address });
    const page = await context.newPage();
    for (const [name, path] of Object.entries(await addresses(page))) {
      const bytes = await takePicture(page, path);
      writeFileSync(join(folder, colorScheme, `${name}.webp`), bytes);
      process.stdout.write(`${name}, ${colorScheme}: ${Math.round(bytes.length / 1024)} kB\n`);
    }
    await context.close();
  }
  await browser.close();
} finally {
  server.kill();
  rmSync(data, { recursive: true, force: true });
}

/** The address of each picture; gadgets from the demo's dashboards. */
async function addresses(page) {
  const found = [];
  const { dashboards } = await (await page.request.get('/replica/dashboards')).json();
  for (const { id } of dashboards) {
    const { items } = await (await page.request.get(`/replica/dashboards/${id}`)).json();
    for (const { id: item, moduleKey } of items) {
      const { dashboardPath } = GADGETS.find(({ name }) => moduleKey.endsWith(`__${name}`));
      const query = new URLSearchParams({ dashboard: id, dashboardItem: item });
      found.push(`${dashboardPath}?${query}`);
    }
  }
  const ofGadgets = found.flatMap(address => {
    const name = /^\/([\w-]+)-dashboard\?/.exec(address)?.[1];
    // The Text gadget has no screenshot.
    return name === undefined || name === 'text' ? [] : [[name, address]];
  });
  return { ...Object.fromEntries(ofGadgets), ...pages };
}

/** Encodes as WebP (a fifth of PNG) in the browser. */
async function takePicture(page, path) {
  await page.goto(path);
  await page.locator('article[aria-busy="false"] .tb-frame__result').first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  // Until the charts' animation has ended.
  await page.waitForTimeout(600);
  await page.mouse.move(size.width - 1, size.height - 1);
  const png = await page.screenshot({ animations: 'disabled', scale: 'css' });
  const encoded = await page.evaluate(async base64 => {
    const pixels = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([pixels], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
  }, png.toString('base64'));
  return Buffer.from(encoded, 'base64');
}
