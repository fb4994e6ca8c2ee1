/** Against a server that answers like Jira Data Center. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';

const port = Number(process.env.TALLYBOARD_TEST_PORT ?? 18_080) + 7;
const base = `http://localhost:${port}`;
const CUSTOM = `${base}/reports?tab=custom&adminMode=true`;

let folder: string;
let server: ChildProcess;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyboard-data-center-'));
  const args = ['apps/server/main.ts', '--port', String(port), '--data', folder];
  server = spawn(process.execPath, [...args, '--flavour', 'data-center', '--demo-size', '600'], {
    env: { ...process.env, TALLYBOARD_LOG: 'warn' },
    stdio: 'inherit',
  });
  await expect
    .poll(
      () =>
        fetch(`${base}/ready`)
          .then(reply => reply.ok)
          .catch(() => false),
      {
        timeout: 60_000,
      },
    )
    .toBe(true);
});

test.afterAll(async () => {
  const gone = new Promise(resolve => server.once('exit', resolve));
  server.kill('SIGTERM');
  await gone;
  await rm(folder, { recursive: true });
});

const scope = (page: Page) => page.getByRole('region', { name: 'What is shown' });
async function settled(page: Page) {
  await expect(scope(page)).toContainText(/complete/);
  const report = page.locator('article.tb-frame');
  await expect(report).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('alert')).toHaveCount(0);
}

test('asks the host by the addresses that Data Center has, and shows its issues', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', request => asked.push(new URL(request.url()).pathname));
  await page.goto(CUSTOM);
  await settled(page);
  expect(asked.some(path => path.startsWith('/rest/api/2/search'))).toBe(true);
  expect(asked.filter(path => path.startsWith('/rest/api/3'))).toEqual([]);
});
