/** The account page over a mirror: the second factor, and the reader's own Jira token, which the mirror then uses. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { codeNow } from '../../apps/server/testing/authenticator.ts';
import { violationsOf } from '../journey.ts';
import { type Running, serve } from './processes.ts';

test.use({ viewport: { width: 400, height: 900 } });

const program = resolve(import.meta.dirname, '../../apps/cli/bin/tallyboard.mjs');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-account-e2e-'));
const environment = { ...process.env, DATABASE_URL: '', TALLYBOARD_TOKEN: 'any-token-will-do' };
const password = 'correct horse battery';
const token = 'token-of-the-reader-4711';
let mirror: ChildProcess;
let server: Running;
let person: { accountId: string; emailAddress: string };
let other: string;
let said = '';

test.beforeAll(async ({ baseURL, playwright }) => {
  const demo = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const users = (await (await demo.get('/rest/api/3/users/search')).json()) as (typeof person)[];
  const known = users.filter(user => user.emailAddress);
  [person] = known.slice(1) as [typeof person];
  other = known[2]?.emailAddress ?? '';
  await demo.dispose();
  const query = ['--site', baseURL ?? '', '--jql', 'project = WEB', '--data', folder];
  mirror = spawn(process.execPath, [program, 'mirror', ...query], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  mirror.stderr?.on('data', part => {
    said += part;
  });
  await expect.poll(() => said).toContain('data as of');
  const run = (input: string, ...args: string[]) => {
    const all = [program, ...args, '--data', folder];
    expect(spawnSync(process.execPath, all, { env: environment, input }).status).toBe(0);
  };
  run(`${password}\n`, 'password', 'ana');
  run('', 'account', 'ana', '--jira', person.accountId);
  server = await serve(['--data', folder]);
});
test.afterAll(async () => {
  mirror.kill('SIGTERM');
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, 'no horizontal scrolling').toBeLessThanOrEqual(400);
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${server.base}/account`);
  await page.getByRole('textbox', { name: 'Account' }).fill('ana');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test("a reader's own Jira token is checked, given, used, tested and removed", async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Jira token' })).toBeVisible();
  await expectAccessible(page);
  const give = async (email: string) => {
    await page.getByRole('textbox', { name: 'E-mail address in Jira' }).fill(email);
    await page.getByRole('textbox', { name: 'Token' }).fill(token);
    await page.getByRole('textbox', { name: 'Password here' }).fill(password);
    await page.getByRole('button', { name: 'Check and' }).click();
  };
  await give(other);
  await expect(page.getByRole('alert')).toContainText('of another user of Jira');
  await expectAccessible(page);
  await give(person.emailAddress);
  await expect(page.getByText(/^Given .* UTC\. (Not used yet|Last used)/)).toBeVisible();
  await expectAccessible(page);

  // Reading makes the mirror ask Jira as the reader.
  const read = async (path: string) =>
    (await page.request.get(server.base + path)).json() as Promise<Record<string, unknown>>;
  const outcome = async () => {
    await read('/replica/mirror');
    return (await read('/replica/jira-token')).outcome;
  };
  await expect.poll(outcome, { message: said }).toBe('used');
  expect((await read('/replica/mirror')).mirror).toMatchObject({ trouble: null });
  await page.goto(`${server.base}/account`);
  await expect(page.getByText(/^Given .* Last used .* UTC\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Test' }).click();
  await expect(page.getByRole('status')).toHaveText('Jira accepts the token.');
  await expectAccessible(page);

  await page.getByRole('textbox', { name: 'Password here' }).fill(password);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Check and save' })).toBeVisible();
  expect(said + server.said()).not.toContain(token);
});

test('who opens a figure on people in a page is in the audit', async ({ page }) => {
  await signIn(page);
  // A page that is left while it sends the password has no session.
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
  const query = 'jql=project%20%3D%20WEB&report=-1';
  const noted = page.waitForResponse(reply => reply.url().endsWith('/figure-reads'));
  await page.goto(`${server.base}/reports?tab=custom&preset=custom&${query}`);
  expect((await noted).status()).toBe(204);
  const args = [program, 'audit', '--json', '--limit', '1', '--data', folder];
  const { stdout } = spawnSync(process.execPath, args, { env: environment });
  expect(JSON.parse(String(stdout))).toMatchObject({
    account: 'ana',
    action: 'figures on people read',
    target: 'by-assignee',
    detail: expect.stringContaining('"jql":"project = WEB"'),
  });
});

test('the second factor is turned on, needed, and turned off', async ({ page }) => {
  await signIn(page);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
  await expectAccessible(page);
  const key = (await page.getByRole('textbox', { name: 'Key' }).inputValue()) ?? '';
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(codeNow(key));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible();
  await expectAccessible(page);
  const codes = await page.getByRole('textbox', { name: 'Recovery codes' }).inputValue();
  const [code = ''] = codes.split('\n');

  await page.context().clearCookies();
  await signIn(page);
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${server.base}/account`);
  await expect(page.getByText('On. Recovery codes left: 7.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
});
