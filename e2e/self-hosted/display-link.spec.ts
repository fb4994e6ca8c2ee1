/** Walls by display links: on the server of the issues, and in front of a Jira. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { hashPassword } from '@tallyboard/service-kit/sign-in/password.ts';
import { violationsOf } from '../journey.ts';
import { type Running, serve } from './processes.ts';

test.use({ viewport: { width: 1280, height: 800 } });

const program = resolve(import.meta.dirname, '../../apps/cli/bin/tallyboard.mjs');
const token = 'token-of-the-owner-4711';
const email = 'mara.lindqvist@lumenfreight.example';
const password = 'correct horse battery';
const started: Running[] = [];
const folders: string[] = [];

const start = async (...args: Parameters<typeof serve>) => {
  const running = await serve(...args);
  started.push(running);
  return running;
};
const ofAna = async () => ({
  TALLYBOARD_ACCOUNT: 'ana',
  TALLYBOARD_PASSWORD_HASH: await hashPassword(password, 12),
});

test.afterAll(async () => {
  for (const running of started) await running.stop();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A server with the demo, at which ana sees what a user of the demo sees. */
async function startDemo(baseURL: string): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-wall-'));
  folders.push(folder);
  const run = (input: string, ...args: string[]) => {
    const env = { ...process.env, DATABASE_URL: '' };
    const command = [program, ...args, '--data', folder];
    expect(spawnSync(process.execPath, command, { env, input }).status).toBe(0);
  };
  run(`${password}\n`, 'password', 'ana');
  const server = await start(['--demo-size', '300', '--data', folder]);
  const users: { accountId: string; emailAddress?: string }[] = await (
    await fetch(`${baseURL}/rest/api/3/users/search`)
  ).json();
  const person = users.find(({ emailAddress }) => emailAddress === email);
  run('', 'account', 'ana', '--role', 'editor', '--jira', person?.accountId ?? '');
  return server;
}

async function signIn(page: Page, { base }: Running): Promise<void> {
  await page.goto(`${base}/dashboards`);
  await page.getByRole('textbox', { name: 'Account' }).fill('ana');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** A dashboard with one gadget. */
async function makeDashboard(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const note = document.querySelector<HTMLMetaElement>('meta[name="tallyboard-server"]');
    const headers = { 'x-tallyboard-token': JSON.parse(note?.content ?? '{}').token };
    const post = async (path: string, body: object) => {
      const reply = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
      return reply.json();
    };
    const { id } = await post('/replica/dashboards', { name: 'Delivery', shared: false });
    const settings = { version: 1, jql: 'project = WEB', gType: 1 };
    const moduleKey = 'com.tallyboard.reports__status';
    const title = 'Progress by assignee';
    await post(`/replica/dashboards/${id}/items`, { moduleKey, title, properties: { settings } });
    return id;
  });
}

async function makeLink(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Dashboard actions' }).click();
  await page.getByRole('menuitem', { name: 'Display link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Display link' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  return dialog.getByRole('textbox', { name: `Link of ${name}` }).inputValue();
}

/** A screen where nobody is signed in. */
async function openScreen(browser: Browser, link: string) {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  const page = await context.newPage();
  const requests: string[] = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (!/^\/(assets\/|icon\.svg)/.test(pathname))
      requests.push(`${request.method()} ${pathname} ${request.headers().referer ?? ''}`.trim());
  });
  await page.clock.install();
  await page.goto(link);
  return { page, context, requests };
}

test('a screen shows a wall by its link, says when its figures are old, and ends with the link', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const server = await startDemo(baseURL ?? '');
  await signIn(page, server);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const id = await makeDashboard(page);
  await page.goto(`${server.base}/dashboards/${id}`);
  const link = await makeLink(page, 'Lobby');
  expect(link).toMatch(new RegExp(`^${server.base}/wall/tw_[0-9A-Za-z]{8}[\\w-]{49}$`));
  const dialog = page.getByRole('dialog', { name: 'Display link' });
  await expect(dialog).toContainText('It shows what you may see');
  expect(await violationsOf(page)).toEqual([]);

  const screen = await openScreen(browser, link);
  const gadget = screen.page.getByRole('article');
  await expect(gadget.getByRole('table')).toBeVisible();
  await expect(gadget.getByText(/^Figures from .* · complete · Project WEB$/)).toBeVisible();
  expect(screen.page.url()).toBe(`${server.base}/wall/${id}`);
  await expect(gadget.getByRole('button')).toHaveCount(0);
  expect(await violationsOf(screen.page)).toEqual([]);
  // It asks for its wall alone, with no Referer, and no cookie of its can be read by a script.
  const [first, second, ...others] = screen.requests;
  expect([first, second]).toEqual([`GET ${new URL(link).pathname}`, `GET /wall/${id}`]);
  for (const each of others)
    expect(each).toMatch(new RegExp(`^GET /wall/${id}/(dashboard|gadgets/\\d+)$`));
  expect(await screen.page.evaluate(() => document.cookie)).toBe('');

  // The same figures as those of the maker's own wall.
  const own = await page.context().newPage();
  await own.goto(`${server.base}/dashboards/${id}/wallboard`);
  await expect(own.getByText(/^Figures from .* · complete/)).toBeVisible();
  const totals = (each: Page) => each.getByRole('article').locator('dl, tfoot');
  await expect(totals(own)).toHaveCount(2);
  await expect(totals(screen.page)).toHaveText(await totals(own).allTextContents());
  await own.close();

  await screen.context.setOffline(true);
  const old = gadget.getByText(/^Out of date: figures from/);
  const late = gadget.getByText(/^Jira has not answered since .*\(\d+ minutes\)/);
  // Figures that were under way may come now, and are late two intervals after that.
  await expect(async () => {
    await screen.page.clock.fastForward('11:00');
    await expect(late).toBeVisible({ timeout: 20_000 });
  }).toPass();
  await expect(old).toBeVisible();
  await expect(gadget.getByRole('table')).toBeVisible();
  await screen.context.setOffline(false);
  await expect(async () => {
    await screen.page.clock.fastForward('01:00');
    await expect(late).toHaveCount(0, { timeout: 20_000 });
  }).toPass();

  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
  await dialog.getByRole('button', { name: 'Revoke for good' }).click();
  await expect(dialog.getByRole('list', { name: 'Links of this dashboard' })).toHaveCount(0);
  await screen.page.clock.fastForward('00:30');
  await expect(
    screen.page.getByText(/^The display link 'Lobby' \(tw_\w+\) was revoked\./),
  ).toBeVisible();
  await expect(gadget).toHaveCount(0);
  await screen.page.goto(link);
  await expect(
    screen.page.getByRole('heading', { name: 'This wall cannot be shown' }),
  ).toBeVisible();
  expect(await violationsOf(screen.page)).toEqual([]);
  expect(server.said()).not.toContain(link.slice(-40));
});

test('in front of a Jira a wall shows what the token of the server sees, and the form says so', async ({
  page,
  browser,
}) => {
  test.slow();
  const jira = await start(['--demo-size', '300', '--require-token', token]);
  const access = { TALLYBOARD_EMAIL: email, TALLYBOARD_TOKEN: token };
  const server = await start(['--site', jira.base], { ...access, ...(await ofAna()) });
  await signIn(page, server);
  await expect(page.getByText('No dashboards yet')).toBeVisible();
  const id = await makeDashboard(page);
  await page.goto(`${server.base}/dashboards/${id}`);
  const link = await makeLink(page, 'Lobby');
  await expect(page.getByRole('dialog', { name: 'Display link' })).toContainText(
    "It shows what this server's token sees in Jira",
  );
  const screen = await openScreen(browser, link);
  const gadget = screen.page.getByRole('article');
  await expect(gadget.getByRole('table')).toBeVisible();
  await expect(gadget.getByText(/^Figures from .* · complete · Project WEB$/)).toBeVisible();
  await jira.stop();
  await expect(async () => {
    await screen.page.clock.fastForward('11:00');
    await expect(gadget.getByText(/^Jira has not answered since/)).toBeVisible({ timeout: 30_000 });
  }).toPass();
  await expect(gadget.getByRole('table')).toBeVisible();
  expect(server.said()).not.toContain(token);
});
