/** A mirror of the demo: the page and a gadget over it say how old it is, and it is not changed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Running, serve } from './self-hosted/processes.ts';

const program = resolve(import.meta.dirname, '../apps/cli/bin/tallyboard.mjs');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-mirror-e2e-'));
let mirror: Running;

test.beforeAll(async ({ baseURL }) => {
  const query = ['--site', baseURL ?? '', '--jql', 'project = WEB', '--data', folder, '--once'];
  const child = spawn(process.execPath, [program, 'mirror', ...query], {
    env: { ...process.env, DATABASE_URL: '', TALLYBOARD_TOKEN: 'any-token-will-do' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', part => {
    said += part;
  });
  const [code] = await once(child, 'exit');
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('data as of') });
  mirror = await serve(['--data', folder]);
});
test.afterAll(async () => {
  await mirror.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('views say as of when their data is, and nothing is changed', async ({ page }) => {
  await page.goto(`${mirror.base}/reports?tab=custom&adminMode=true`);
  const report = page.locator('article.tb-frame');
  await expect(report).toHaveAttribute('aria-busy', 'false');
  await expect(report.getByText(/^Data as of \d\d:\d\d\.$/)).toBeVisible();

  await page.goto(`${mirror.base}/status-dashboard`);
  await expect(page.getByText(/^Data as of \d\d:\d\d\.$/)).toBeVisible();

  const url = `${mirror.base}/rest/api/3/issue/WEB-1/assignee`;
  const refused = await page.request.put(url, { data: { accountId: null } });
  expect(refused.status()).toBe(403);
  expect(await refused.text()).toContain('This is a mirror of');
});
