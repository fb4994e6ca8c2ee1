/** `npm run dev`: a changed file of a report shows in the open page. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { copyWithReports, REPORT } from './newcomer/copy.ts';

const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-dev-'));

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a changed file of a report shows in the open page', async ({ page }) => {
  copyWithReports(folder);
  for (const name of ['scripts', 'package-lock.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true, preserveTimestamps: true });
  const port = await freePort();
  const base = `http://localhost:${port}`;
  const args = ['--port', String(port), '--data', join(folder, 'data'), '--demo-size', '300'];
  const dev = spawn(process.execPath, [join(folder, 'scripts/dev.mjs'), ...args], {
    cwd: folder,
    stdio: 'ignore',
  });
  const ended = once(dev, 'exit');
  try {
    const isReady = () =>
      fetch(`${base}/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    // Vite and the demo, on a machine that may do other things too.
    await expect.poll(isReady, { timeout: 240_000 }).toBe(true);
    await page.goto(`${base}/reports?tab=custom&preset=custom&jql=project%20%3D%20WEB`);
    // Vite prepares dependencies at the first visit.
    const menu = page.getByRole('navigation', { name: 'Reports' });
    await menu.getByRole('link', { name: 'Cycle Time of Resolved Issues' }).click();
    await expect(page.getByRole('heading', { name: 'Single issues' })).toBeVisible();

    const view = join(folder, 'packages/reports', REPORT, 'view.tsx');
    const source = readFileSync(view, 'utf8');
    writeFileSync(view, source.replace('title="Single issues"', 'title="Every issue"'));
    await expect(page.getByRole('heading', { name: 'Every issue' })).toBeVisible();
  } finally {
    dev.kill('SIGTERM');
    await ended;
  }
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}
