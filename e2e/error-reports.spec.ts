/** A server of its own that hands error reports on, and the service that takes them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const data = mkdtempSync(join(tmpdir(), 'tallyboard-errors-'));
const taken: string[] = [];
let service: Server;
let server: ChildProcess;
let address = '';
/** A page of the service, in the place of the Forge app. */
let elsewhere = '';

test.beforeAll(async () => {
  service = createServer(async (request, reply) => {
    for await (const part of request) taken.push(String(part));
    reply.end('{}');
  });
  await new Promise<void>(resolve => void service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  elsewhere = `http://127.0.0.1:${port}`;
  server = spawn(
    process.execPath,
    ['apps/server/main.ts', '--port', '0', '--no-demo', '--data', data],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        TALLYBOARD_LOG: 'warn',
        TALLYBOARD_CONTACT: 'help@tally.example',
        TALLYBOARD_ERROR_REPORTS: `http://k3y@127.0.0.1:${port}/1`,
        TALLYBOARD_ERROR_REPORTS_ORIGINS: elsewhere,
      },
    },
  );
  address = await new Promise(resolve => {
    server.stdout?.on('data', said => resolve(/http:\/\/\S+/.exec(String(said))?.[0] ?? ''));
  });
});

test.afterAll(() => {
  server.kill();
  service.close();
  rmSync(data, { recursive: true, force: true });
});

test('an error of a page arrives once, without what its reader sees', async ({ page }) => {
  await page.goto(`${address}/docs?app=burn&jql=assignee%3Dana`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('watch-errors')),
      ),
    )
    .toBe(true);
  const sent = page.waitForResponse('**/error-reports');
  await page.evaluate(() => {
    for (let count = 0; count < 3; count++)
      setTimeout(() => {
        throw new TypeError("Cannot read 'Ana Roy' of OPS-12");
      });
  });
  expect((await sent).status()).toBe(204);
  await expect.poll(() => taken.length).toBe(1);
  const event = JSON.parse(taken[0]?.split('\n')[2] ?? '');
  expect(event.exception.values[0]).toMatchObject({
    type: 'TypeError',
    value: 'Cannot read … of KEY',
  });
  for (const word of ['Ana', 'OPS', 'jql', 'assignee']) expect(taken[0]).not.toContain(word);
});

test('only pages of a listed other origin may report', async ({ page }) => {
  const send = () =>
    page.evaluate(
      ([to]) =>
        fetch(`${to}/error-reports`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ type: 'RangeError', text: '', frames: [], tags: {} }),
        }).then(
          ({ status }) => status,
          () => 'blocked',
        ),
      [address],
    );
  await page.goto(elsewhere);
  expect(await send()).toBe(204);
  await expect.poll(() => taken.join()).toContain('RangeError');
  await page.goto(elsewhere.replace('127.0.0.1', 'localhost'));
  expect(await send()).toBe('blocked');
});

test('the documentation names whom to write to', async ({ page }) => {
  await page.goto(`${address}/docs`);
  const link = page.getByRole('link', { name: 'help@tally.example' });
  await expect(link).toHaveAttribute('href', 'mailto:help@tally.example');
});

test('without the operator’s word nothing watches', async ({ page }) => {
  await page.goto('/docs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('meta[name="tallyboard-error-reports"]')).toHaveCount(0);
});
