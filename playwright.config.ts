import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { BROWSER } from './apps/web/testing/browser.ts';
import { useMemoryFolder } from './scripts/lib/memory-folder.ts';

const port = Number(process.env.TALLYBOARD_TEST_PORT ?? 18_080);
// Compiled code of packages, for the many servers that tests start.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('node_modules/.cache/node', import.meta.url),
);
// On disk: it stays after the run.
process.env.TALLYBOARD_TEST_DATA ??= mkdtempSync(join(tmpdir(), 'tallyboard-e2e-'));
useMemoryFolder();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  fullyParallel: false,
  // Much of a test is waiting: two cores keep up with three pages.
  workers: 3,
  timeout: 360_000,
  // Waits are for what is shown: a machine that does other things too takes its time.
  expect: { timeout: 120_000 },
  forbidOnly: Boolean(process.env.CI),
  // The second try tells a flaky test, a defect that `npm test` names apart, from one that fails.
  retries: process.env.CI ? 1 : 0,
  outputDir: 'test-results',
  snapshotPathTemplate: 'e2e/pictures/images/{arg}{ext}',
  use: {
    baseURL: `http://localhost:${port}`,
    timezoneId: 'America/St_Johns',
    locale: 'en-GB',
    launchOptions: BROWSER,
  },
  webServer: {
    command: `"${process.execPath}" apps/server/main.ts --port ${port} --data "${process.env.TALLYBOARD_TEST_DATA}"`,
    url: `http://localhost:${port}/ready`,
    reuseExistingServer: false,
    timeout: 120_000,
    env: { TALLYBOARD_LOG: 'warn' },
  },
});
