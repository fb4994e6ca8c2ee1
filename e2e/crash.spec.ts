/** The server dies while somebody saves: what was acknowledged is there after, and what was not is still in the form. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { testPort } from './self-hosted/processes.ts';

const main = resolve(import.meta.dirname, '../apps/server/main.ts');
const port = testPort(11);
const base = `http://localhost:${port}`;
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-crash-'));
let server: ChildProcess | null = null;

async function start(): Promise<void> {
  const args = [main, '--port', `${port}`, '--data', folder, '--demo-size', '60'];
  server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise<void>((ready, failed) => {
    server?.stdout?.on('data', chunk => String(chunk).includes('is ready at') && ready());
    server?.on('exit', code => failed(new Error(`The server ended with ${code}.`)));
  });
}

async function kill(): Promise<void> {
  if (!server || server.exitCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}

test.beforeAll(async () => {
  await start();
});
test.afterAll(async () => {
  await kill();
  rmSync(folder, { recursive: true, force: true });
});

test('killed in mid-save: nothing is lost, neither on the disk nor in the form', async ({
  page,
}) => {
  const made = await page.request.post(`${base}/replica/dashboards`, { data: { name: 'Fragile' } });
  const { id } = await made.json();
  const moduleKey = 'com.tallyboard.reports__text';
  const added = await page.request.post(`${base}/replica/dashboards/${id}/items`, {
    data: { moduleKey, title: 'Words', properties: { settings: { htmlContent: 'First' } } },
  });
  expect(added.ok()).toBe(true);
  await page.goto(`${base}/dashboards/${id}`);
  const gadget = page.getByRole('article');
  const content = gadget.getByRole('textbox', { name: 'HTML Content' });
  const save = gadget.getByRole('button', { name: 'Save', exact: true });
  const edit = async () => {
    await page.getByRole('button', { name: 'Actions of Words' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Configure' }).click();
  };
  await expect(gadget.getByText('First')).toBeVisible();

  // Killed as soon as the save is acknowledged.
  await edit();
  await content.fill('Second');
  const acknowledged = page.waitForResponse(reply => reply.request().method() === 'PUT');
  await save.click();
  await acknowledged;
  await kill();
  await start();
  await page.reload();
  await expect(gadget.getByText('Second')).toBeVisible();

  // Killed before the save arrives.
  await edit();
  await content.fill('Third');
  await kill();
  await save.click();
  await expect(gadget.getByRole('alert')).toContainText('respond, so nothing was saved');
  await expect(content).toHaveValue('Third');
  await expect(page.getByText(/The server has not responded since/)).toBeVisible();
  await start();
  await save.click();
  await expect(gadget.getByText('Third')).toBeVisible();
  await page.reload();
  await expect(gadget.getByText('Third')).toBeVisible();

  // Killed while many saves are under way: what is there is one of them, whole.
  await expect(page.getByText(/The server has not responded since/)).toHaveCount(0);
  const item = (await added.json()).itemId;
  const property = `${base}/rest/api/3/dashboard/${id}/items/${item}/properties/settings`;
  const texts = Array.from({ length: 40 }, (_, at) => `Text ${at} ${'x'.repeat(5000)}`);
  const acknowledgedTexts: string[] = [];
  const saves = texts.map(async htmlContent => {
    const reply = await page.request.put(property, { data: { version: 1, htmlContent } });
    if (reply.ok()) acknowledgedTexts.push(htmlContent);
  });
  await Promise.race(saves);
  await kill();
  await Promise.allSettled(saves);
  await start();
  const { value } = await (await page.request.get(property)).json();
  expect(texts).toContain(value.htmlContent);
  expect(acknowledgedTexts.length).toBeGreaterThan(0);
  await page.reload();
  await expect(gadget.getByText(/^Text \d+ x+$/)).toBeVisible();
});
