/** `tallyboard serve --site` in front of a Jira that answers to a token alone: the built-in one, in another process. */
import { expect, type Page, test } from '@playwright/test';
import { hashPassword } from '@tallyboard/service-kit/sign-in/password.ts';
import { startProvider, type TestProvider } from '../apps/server/testing/openid-provider.ts';
import {
  choose,
  chooseQuery,
  expectCsv,
  expectDrill,
  form,
  save,
  violationsOf,
} from './journey.ts';
import { type Running, serve, testPort } from './self-hosted/processes.ts';

test.use({ viewport: { width: 1280, height: 1000 } });

const token = 'token-of-the-owner-4711';
const email = 'mara.lindqvist@lumenfreight.example';
const encoded = Buffer.from(`${email}:${token}`).toString('base64');
const secret = 'correct horse battery';

let jira: Running;
const started: Running[] = [];

const start = async (...args: Parameters<typeof serve>) => {
  const running = await serve(...args);
  started.push(running);
  return running;
};

test.beforeAll(async () => {
  jira = await start(['--demo-size', '600', '--require-token', token]);
});
test.afterAll(async () => {
  for (const running of started) await running.stop();
});

/** Notes each answer that a page gets, to look for the credential in them. */
function watch(page: Page) {
  const answers: Promise<string>[] = [];
  const violations: string[] = [];
  page.on('response', reply => {
    const body = reply.text().catch(() => '');
    answers.push(body.then(text => `${JSON.stringify(reply.headers())}\n${text}`));
  });
  page.on('console', message => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text());
  });
  return {
    async expectClean(server: Running) {
      const all = [...(await Promise.all(answers)), server.said()];
      expect(all.length).toBeGreaterThan(5);
      for (const trace of [token, encoded]) {
        expect(all.filter(text => text.includes(trace))).toEqual([]);
      }
      expect(violations).toEqual([]);
    },
  };
}

async function signIn(page: Page, password = secret) {
  await page.getByRole('textbox', { name: 'Account' }).fill('ana');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function expectReports(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/reports?tab=custom&preset=custom&jql=project%20%3D%20WEB`);
  await expect(page.getByRole('region', { name: 'Report scope' })).toContainText(/complete/);
  await expectDrill(page, page, jira.base);
  await expectCsv(page, page);
}

test('with a password: sign in, set up, a gadget, reports, sign out', async ({ page }) => {
  test.slow();
  const server = await start(['--site', jira.base], {
    TALLYBOARD_ACCOUNT: 'ana',
    TALLYBOARD_PASSWORD_HASH: await hashPassword(secret, 12),
  });
  const watched = watch(page);

  await page.goto(`${server.base}/reports`);
  await expect(page).toHaveTitle('Sign in - Tallyboard');
  expect(await violationsOf(page)).toEqual([]);
  await signIn(page, 'wrong');
  await expect(page.getByRole('alert')).toHaveText('Wrong account or password.');
  await signIn(page);

  // The first page: the token is checked there before it is kept.
  await expect(page.getByRole('heading', { name: 'Connect to Jira' })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  const setUp = async (value: string) => {
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
    await page.getByRole('textbox', { name: 'Token' }).fill(value);
    await page.getByRole('button', { name: 'Check and save' }).click();
  };
  await setUp('not-the-right-token');
  await expect(page.getByRole('alert')).toContainText('does not accept');
  await setUp(token);

  // Dashboards are kept by this server; nothing of them goes to Jira.
  await expect(page).toHaveURL(`${server.base}/dashboards`);
  await expect(page.getByText('No dashboards yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create dashboard' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Delivery');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Delivery' })).toBeVisible();
  await page.getByRole('button', { name: 'Add gadget' }).first().click();
  await page.getByRole('searchbox', { name: 'Search gadgets' }).fill('status and progress');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  const frame = page.getByRole('article');
  await choose(frame, 'Gadget type', 'Assignee');
  await chooseQuery(frame, 'project = WEB');
  await save(frame).click();
  await expect(frame.getByRole('treegrid')).toBeVisible();

  await page.reload();
  await expect(frame.getByRole('treegrid')).toBeVisible();
  await expect(form(frame)).toBeHidden();
  await expectDrill(page, frame, jira.base);

  await expectReports(page, server.base);
  const bar = page.getByRole('banner');
  await expect(bar).toContainText('ana');
  await bar.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('status')).toHaveText('You have signed out.');
  await page.goBack();
  await page.goto(`${server.base}/dashboards`);
  await expect(page).toHaveTitle('Sign in - Tallyboard');
  await watched.expectClean(server);
});

test('a sign-in that ran out is asked for again, and leads back', async ({ page, context }) => {
  const server = await start(['--site', jira.base], {
    TALLYBOARD_EMAIL: email,
    TALLYBOARD_TOKEN: token,
    TALLYBOARD_ACCOUNT: 'ana',
    TALLYBOARD_PASSWORD_HASH: await hashPassword(secret, 12),
  });
  await page.goto(`${server.base}/dashboards`);
  await signIn(page);
  await expect(page.getByText('No dashboards yet')).toBeVisible();
  await context.clearCookies();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page).toHaveTitle('Sign in - Tallyboard');
  await signIn(page);
  await expect(page).toHaveURL(`${server.base}/dashboards`);
  await expect(page.getByText('No dashboards yet')).toBeVisible();
});

/** The environment of a server whose people sign in at the provider. */
const signInAt = ({ issuer, client }: TestProvider) => ({
  TALLYBOARD_EMAIL: email,
  TALLYBOARD_TOKEN: token,
  TALLYBOARD_OIDC_ISSUER: issuer.href,
  TALLYBOARD_OIDC_CLIENT_ID: client.id,
  TALLYBOARD_OIDC_CLIENT_SECRET: client.secret,
  TALLYBOARD_ALLOWED_DOMAINS: 'example.com',
});

test('with an OpenID provider', async ({ page }) => {
  const port = testPort(32);
  const base = `http://localhost:${port}`;
  const provider = await startProvider([`${base}/sign-in/openid/callback`]);
  try {
    const server = await start(['--site', jira.base, '--port', String(port)], signInAt(provider));
    await page.goto(`${server.base}/dashboards`);
    await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
    await expect(page).toHaveURL(`${base}/dashboards`);
    await expect(page.getByRole('banner')).toContainText('Ana Roy');
    expect(server.said()).not.toContain(provider.client.secret);
  } finally {
    await provider.stop();
  }
});

test('a report is saved, changed, reset, shared and found again', async ({ browser }) => {
  test.slow();
  const port = testPort(34);
  const base = `http://localhost:${port}`;
  const provider = await startProvider([`${base}/sign-in/openid/callback`]);
  const enter = async (person: string) => {
    provider.person = { email: `${person}@example.com`, email_verified: true, name: person };
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${base}/reports`);
    await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
    await expect(page.getByRole('banner')).toContainText(person);
    return page;
  };
  const line = (page: Page) => page.locator('.tb-saved');
  const bars = (page: Page) => page.getByRole('switch', { name: 'Show status bars' });
  try {
    await start(['--site', jira.base, '--port', String(port)], signInAt(provider));
    const bob = await enter('bob');
    const ana = await enter('ana');
    await ana.goto(`${base}/reports?tab=custom&preset=custom&jql=project%20%3D%20WEB`);
    await ana.getByText('Show status bars').click();
    await ana.getByRole('button', { name: 'Save report' }).click();
    await ana.getByRole('textbox', { name: 'Name' }).fill('Monday');
    await ana.keyboard.press('Enter');
    await expect(line(ana)).toContainText('Monday');
    await expect(ana).toHaveURL(/\/reports\?saved=\w+$/);
    const link = ana.url();

    await ana.getByText('Show status bars').click();
    await expect(line(ana)).toContainText('Changed');
    const changed = ana.url();
    expect(await violationsOf(ana)).toEqual([]);
    await line(ana).getByRole('button', { name: 'Reset' }).click();
    await expect(line(ana)).not.toContainText('Changed');
    await expect(bars(ana)).not.toBeChecked();
    await expect(ana).toHaveURL(link);

    await bob.goto(link);
    await expect(bob.getByText('This saved report does not exist')).toBeVisible();
    await ana.getByRole('button', { name: 'Actions of Monday' }).click();
    await ana.getByRole('menuitem', { name: 'Share' }).click();
    await ana.getByRole('searchbox', { name: 'Add people or groups' }).fill('bob');
    await ana.getByRole('button', { name: 'Add bob' }).click();
    await ana.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(ana.getByRole('dialog')).toBeHidden();
    await bob.reload();
    await expect(line(bob)).toContainText('by ana');
    await expect(bars(bob)).not.toBeChecked();
    await bob.goto(changed);
    await expect(line(bob)).toContainText('Changed');
    await expect(bars(bob)).toBeChecked();
    await expect(line(bob).getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);

    await expect(bob.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
    await bob.keyboard.press('Control+k');
    const search = bob.getByRole('combobox', {
      name: 'Reports, saved reports, dashboards, boards, projects and issue keys',
    });
    await expect(search).toBeFocused();
    await bob.keyboard.type('burndown');
    const found = bob.getByRole('listbox', { name: 'Results' }).getByRole('option');
    await expect(found.first()).toContainText('Burndown/Burnup');
    await bob.keyboard.press('Enter');
    await expect(bob).toHaveURL(/report=-4/);
    await bob.keyboard.press('Control+k');
    await expect(search).toBeFocused();
    await bob.keyboard.type('mond');
    await expect(found).toHaveText(/Monday.*ana · Saved report/);
    expect(await violationsOf(bob)).toEqual([]);
    await bob.keyboard.press('Enter');
    await expect(bob).toHaveURL(link);

    await ana.getByRole('button', { name: 'Actions of Monday' }).click();
    await ana.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(line(ana)).toHaveCount(0);
    await ana.getByRole('button', { name: 'Undo' }).click();
    await ana.getByRole('button', { name: 'Saved', exact: true }).click();
    await ana.getByRole('link', { name: 'Monday' }).click();
    await expect(ana).toHaveURL(link);
  } finally {
    await provider.stop();
  }
});

test('two people share a dashboard, each with favorites of their own', async ({ browser }) => {
  test.slow();
  const port = testPort(33);
  const base = `http://localhost:${port}`;
  const provider = await startProvider([`${base}/sign-in/openid/callback`]);
  const enter = async (person: string) => {
    provider.person = { email: `${person}@example.com`, email_verified: true, name: person };
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${base}/dashboards`);
    await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
    await expect(page.getByRole('banner')).toContainText(person);
    return page;
  };
  try {
    await start(['--site', jira.base, '--port', String(port)], signInAt(provider));
    const bob = await enter('bob');
    const ana = await enter('ana');
    await ana.getByRole('button', { name: 'Create dashboard' }).first().click();
    await ana.getByRole('textbox', { name: 'Name' }).fill('Ours');
    await ana.getByRole('checkbox', { name: 'Everyone can view and edit' }).uncheck();
    await ana.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(ana.getByRole('heading', { level: 1, name: 'Ours' })).toBeVisible();
    await bob.reload();
    await expect(bob.getByText('No dashboards yet')).toBeVisible();

    const share = async (access: string) => {
      await ana.getByRole('button', { name: 'Share', exact: true }).click();
      const dialog = ana.getByRole('dialog', { name: 'Share the dashboard' });
      await dialog.getByRole('searchbox', { name: 'Add people or groups' }).fill('bob');
      const add = dialog.getByRole('button', { name: 'Add bob' });
      const chosen = dialog.getByRole('combobox', { name: 'Access of bob' });
      await expect(add.or(chosen)).toBeVisible();
      if (await add.isVisible()) await add.click();
      await chosen.selectOption({ label: access });
      expect(await violationsOf(ana, { include: 'dialog' })).toEqual([]);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toBeHidden();
    };
    await share('Can view');
    await expect(async () => {
      await bob.reload();
      await expect(bob.getByRole('link', { name: 'Ours' })).toBeVisible({ timeout: 10_000 });
    }).toPass();
    await bob.getByRole('button', { name: 'Add Ours to favorites' }).click();
    await expect(bob.getByRole('button', { name: 'Remove Ours from favorites' })).toBeVisible();
    await expect(ana.getByRole('button', { name: 'Add Ours to favorites' })).toBeVisible();
    await bob.getByRole('link', { name: 'Ours' }).click();
    await expect(bob.getByText(/Only ana and people with edit access/)).toBeVisible();
    await expect(bob.getByRole('button', { name: 'Add gadget' })).toHaveCount(0);
    await expect(bob.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0);

    await share('Can edit');
    await expect(bob.getByRole('button', { name: 'Add gadget' })).toBeVisible();
    expect(await violationsOf(ana)).toEqual([]);
  } finally {
    await provider.stop();
  }
});

test('on this machine alone, without sign-in, and on a Data Center', async ({ page }) => {
  const dataCenter = await start([
    '--demo-size',
    '300',
    '--flavour',
    'data-center',
    '--require-token',
    token,
  ]);
  const server = await start(['--site', dataCenter.base], { TALLYBOARD_TOKEN: token });
  const watched = watch(page);
  await page.goto(`${server.base}/reports?tab=custom&preset=custom&jql=project%20%3D%20WEB`);
  await expect(page.getByRole('region', { name: 'Report scope' })).toContainText(/complete/);
  await expectCsv(page, page);
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeHidden();
  await watched.expectClean(server);
});
