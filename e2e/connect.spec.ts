/** The app in frames of Jira Cloud, behind Atlassian's own bridge on both sides, with every page signed. */
import { expect, type FrameLocator, type Page, test } from '@playwright/test';
import {
  type ConnectSite,
  type Descriptor,
  serveBridge,
  startConnectSite,
} from './connect/connect-site.ts';
import { choose, chooseQuery, expectCsv, expectDrill, form, save } from './journey.ts';

test.use({ viewport: { width: 1280, height: 1200 } });

let site: ConnectSite;
let standard: Descriptor;

test.beforeAll(async () => {
  site = await startConnectSite();
  standard = await site.install('/atlassian-connect.json');
});
test.afterAll(() => site.stop());
test.beforeEach(({ page }) => serveBridge(page));

interface SiteLog {
  readonly requests: readonly string[];
  readonly heights: readonly string[];
}

const logOf = (page: Page) =>
  page.evaluate(() => Reflect.get(window, 'connectLog') as unknown) as Promise<SiteLog>;

async function open(page: Page, address: string): Promise<FrameLocator> {
  await page.goto(address);
  return page.frameLocator('#frame iframe');
}

/** A gadget on a dashboard of its own, as somebody would add it. */
async function addItem(name: string) {
  const ask = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(site.base + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return String((await reply.json()).id);
  };
  const dashboard = await ask('/rest/api/3/dashboard', {
    name: `For ${name}`,
    sharePermissions: [],
    editPermissions: [],
  });
  const moduleKey = `com.tallyboard.reports__${name}-gadget`;
  const body = { moduleKey, title: name };
  const dashboardItem = await ask(`/rest/api/3/dashboard/${dashboard}/gadget`, body);
  return { dashboard, dashboardItem };
}

test('a gadget is configured, loaded anew, drilled and exported', async ({ page }) => {
  const violations: string[] = [];
  page.on('console', message => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text());
  });
  const item = await addItem('status');
  const address = site.pageOf(standard, 'status-gadget', item);
  const frame = await open(page, address);
  await expect(form(frame)).toBeVisible();
  await choose(frame, 'Gadget type', 'Assignee');
  await chooseQuery(frame, 'project = WEB');
  await save(frame).click();
  await expect(frame.getByRole('treegrid')).toBeVisible();

  await page.reload();
  await expect(frame.getByRole('treegrid')).toBeVisible();
  await expect(form(frame)).toBeHidden();
  const { requests } = await logOf(page);
  expect(requests.some(call => call.startsWith('POST /rest/api/3/search/jql'))).toBe(true);
  const heightError = async () => {
    const { heights } = await logOf(page);
    const inside = await frame.locator('.tb-gadget').evaluate(el => el.clientHeight);
    return Math.abs(Number.parseInt(heights.at(-1) ?? '', 10) - inside);
  };
  await expect.poll(heightError).toBeLessThan(3);

  await expectDrill(page, frame, site.base);
  await expectCsv(page, frame);
  expect(violations).toEqual([]);
});

test('the dashboard opens the form, and its dialog writes the query', async ({ page }) => {
  const item = await addItem('status');
  const frame = await open(page, site.pageOf(standard, 'status-gadget', item));
  await expect(form(frame)).toBeVisible();
  await chooseQuery(frame, 'project = WEB');
  page.once('dialog', dialog => dialog.accept(`${dialog.defaultValue()} AND resolution is EMPTY`));
  await frame.getByRole('button', { name: 'Edit in JQL Editor' }).click();
  await expect(frame.getByRole('textbox', { name: 'Customize JQL' })).toHaveValue(
    'project = WEB AND resolution is EMPTY',
  );
  await save(frame).click();
  await expect(form(frame)).toBeHidden();
  await page.getByRole('button', { name: 'Configure' }).click();
  await expect(form(frame)).toBeVisible();
  await form(frame).getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(form(frame)).toBeHidden();
});

test('whoever may not edit the dashboard gets no form', async ({ page }) => {
  const item = await addItem('burn');
  const address = site.pageOf(standard, 'burn-gadget', { ...item, editable: 'false' });
  const frame = await open(page, address);
  await expect(frame.getByText('Not configured yet')).toBeVisible();
  await expect(form(frame)).toBeHidden();
});

test('reports open in a project, are drilled and exported, and take the colours of Jira', async ({
  page,
}) => {
  const address = site.pageOf(standard, 'project-reports', { projectKey: 'WEB' });
  const frame = await open(page, address);
  await expect(frame.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expectDrill(page, frame, site.base);
  await expectCsv(page, frame);
  const colors = () => frame.locator('html').getAttribute('data-color-mode');
  expect(await colors()).toBe('light');
  await page.evaluate(() => {
    document.documentElement.dataset.colorMode = 'dark';
    document.documentElement.dataset.theme = 'light:light dark:dark spacing:spacing colorMode:dark';
  });
  await expect.poll(colors).toBe('dark');
});

test('settings are for who administers Jira; a message of theirs is shown by Jira', async ({
  page,
}) => {
  const frame = await open(page, site.pageOf(standard, 'settings'));
  await expect(frame.getByRole('tab', { name: 'Settings' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await frame.getByRole('button', { name: 'Common', expanded: false }).click();
  const format = frame.getByRole('combobox', { name: 'Date format' });
  await format.fill('YYYY-MM-DD');
  await frame.getByRole('button', { name: 'Apply', exact: true }).first().click();
  await expect(page.locator('#flags section')).toContainText('Settings saved');
  const stored = await fetch(
    `${site.base}/rest/atlassian-connect/1/addons/${standard.key}/properties/global-settings`,
  );
  expect(JSON.stringify(await stored.json())).toContain('YYYY-MM-DD');
});

test('without a licence there is nothing but the word of it', async ({ page }) => {
  const frame = await open(page, site.pageOf(standard, 'reports', { lic: 'none' }));
  await expect(
    frame.getByText('Your license has expired. Please renew the license.'),
  ).toBeVisible();
});

test('Lite is an app of its own', async ({ page }) => {
  const lite = await site.install('/atlassian-connect-lite.json');
  const frame = await open(page, site.pageOf(lite, 'reports'));
  await expect(frame.getByText(/Lite/).first()).toBeVisible();
  const { requests } = await logOf(page);
  expect(requests.some(call => call.includes('/addons/com.tallyboard.reports-lite/'))).toBe(true);
});

test('a copied address opens nothing elsewhere, and is told plainly', async ({ page }) => {
  await page.goto(site.pageOf(standard, 'reports'));
  const signed = await page.locator('#frame iframe').getAttribute('src');
  await page.goto(signed ?? '');
  await expect(page.getByRole('tab', { name: 'Custom' })).toBeVisible();
  await expect(page.getByText('no Jira answers around it')).toBeVisible();
  const unsigned = await page.goto(`${site.app}/reports?xdm_e=https://acme.atlassian.net`);
  expect(unsigned?.status()).toBe(401);
});
