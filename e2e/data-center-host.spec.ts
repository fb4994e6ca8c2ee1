/** The plugin in Jira Data Center below a context path: dashboard items, pages, the servlet of settings and life without it. */
import { expect, type FrameLocator, type Page, test } from '@playwright/test';
import { type DataCenter, startDataCenter } from './data-center/jira.ts';
import { choose, chooseQuery, expectCsv, expectDrill, form, type Place, save } from './journey.ts';

test.use({ viewport: { width: 1280, height: 1200 } });

let jira: DataCenter;

test.beforeAll(async () => {
  jira = await startDataCenter();
});
test.afterAll(() => jira.stop());
test.beforeEach(() => {
  jira.servlet = true;
  jira.calls.length = 0;
});

/** A dashboard with one item on it. */
async function addItem(name: string) {
  const ask = async (path: string, body: unknown) => {
    const reply = await fetch(jira.base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { id, itemId = id } = await reply.json();
    return String(itemId);
  };
  const dashboard = await ask('/replica/dashboards', { name: `For ${name}` });
  const body = { moduleKey: `com.tallyboard.reports:${name}-item`, title: name };
  return { dashboard, item: await ask(`/replica/dashboards/${dashboard}/items`, body) };
}

async function openItem(page: Page, gadget: string, more: Record<string, string>) {
  await page.goto(`${jira.base}/secure/Dashboard.jspa?${new URLSearchParams({ gadget, ...more })}`);
  return page.frameLocator('#item iframe');
}

async function expectDrillAndCsv(page: Page, place: Place): Promise<void> {
  await expectDrill(page, place, jira.base, async link => {
    const opening = page.waitForEvent('popup');
    await link.click();
    expect((await opening).url()).toContain(`${jira.base}/browse/`);
    await page.bringToFront();
  });
  await expectCsv(page, place);
}

async function configure(frame: FrameLocator): Promise<void> {
  await expect(form(frame)).toBeVisible();
  await choose(frame, 'Gadget type', 'Assignee');
  await chooseQuery(frame, 'project = WEB');
  await save(frame).click();
  // The preview has figures too.
  await expect(form(frame)).toBeHidden();
  await expect(frame.getByRole('treegrid')).toBeVisible();
}

const saved = (page: Page) =>
  page.evaluate(() => Reflect.get(window, 'itemLog').saved) as Promise<Record<string, string>[]>;

test('a dashboard item is configured, loaded anew, drilled and exported', async ({ page }) => {
  const { dashboard, item } = await addItem('status');
  const frame = await openItem(page, 'status', { item, selectPageId: dashboard });
  await configure(frame);
  expect(await saved(page)).toEqual([{ isConfigured: 'true', dashboardId: dashboard }]);
  const path = `/rest/api/2/dashboard/${dashboard}/items/${item}/properties/settings`;
  const { value } = await (await fetch(jira.base + path)).json();
  expect(JSON.parse(Buffer.from(value, 'base64').toString())).toMatchObject({
    jql: 'project = WEB',
    gType: 1,
  });

  await page.reload();
  await expect(frame.getByRole('treegrid')).toBeVisible();
  await expect(form(frame)).toBeHidden();
  await expectDrillAndCsv(page, frame);
  expect(jira.calls.filter(call => !/^\w+ \/jira\//.test(call))).toEqual([]);
  expect(jira.calls.some(call => call.startsWith('GET /jira/rest/api/2/search'))).toBe(true);
  expect(jira.calls.filter(call => call.includes('/rest/api/3/'))).toEqual([]);

  // Its address says nothing of the dashboard now: what was noted does.
  const again = await openItem(page, 'status', { item });
  await expect(again.getByRole('treegrid')).toBeVisible();
});

test('an item of an unknown dashboard keeps its settings itself', async ({ page }) => {
  const { item } = await addItem('status');
  const frame = await openItem(page, 'status', { item });
  await configure(frame);
  const [kept] = await saved(page);
  expect(JSON.parse(kept?.settings ?? '')).toMatchObject({ jql: 'project = WEB', gType: 1 });
  await page.reload();
  await expect(frame.getByRole('treegrid')).toBeVisible();
});

test('the form has a title of its own, filters that are favourites, and a way back', async ({
  page,
}) => {
  const { dashboard, item } = await addItem('status');
  const frame = await openItem(page, 'status', { item, selectPageId: dashboard });
  await configure(frame);
  await page.getByRole('button', { name: 'Configure' }).click();
  await expect(form(frame)).toBeVisible();
  await choose(frame, 'JQL preset', 'Favorite Jira JQL filters');
  await expect
    .poll(() => jira.calls.some(call => call.endsWith('/rest/api/2/filter/favourite')))
    .toBe(true);
  await frame.getByRole('button', { name: 'Set Custom Title' }).click();
  await frame
    .getByRole('textbox', { name: 'Please enter the title for the dashboard item' })
    .fill('Web team');
  await frame.getByRole('button', { name: 'Set title' }).click();
  await expect(page.locator('#item-title')).toHaveText('Web team');
  await chooseQuery(frame, 'project = WEB');
  await save(frame).click();
  await expect(form(frame)).toBeHidden();
  await expect(frame.getByRole('treegrid')).toBeVisible();
  await page.reload();
  await expect(page.locator('#item-title')).toHaveText('Web team');
});

test('all seven items open their forms; who may not edit gets none; dark is dark', async ({
  page,
}) => {
  test.slow();
  for (const name of ['velocity', 'timesheets', 'tracking', 'burn', 'time-status', 'text']) {
    const { dashboard, item } = await addItem(name);
    const frame = await openItem(page, name, { item, selectPageId: dashboard });
    await expect(form(frame)).toBeVisible();
  }
  const { item } = await addItem('burn');
  const frame = await openItem(page, 'burn', { item, editable: 'false' });
  await expect(frame.getByText('Not configured yet')).toBeVisible();
  await page.evaluate(() => document.documentElement.setAttribute('data-color-mode', 'dark'));
  await expect(frame.locator('html')).toHaveAttribute('data-color-mode', 'dark');
});

const PAGE = '/download/resources/com.tallyboard.reports:app/index.html?server=true&lic=active';

test('reports open from the plugin, are drilled and exported, and link to Jira', async ({
  page,
}) => {
  await page.goto(`${jira.base}${PAGE}&projectKey=WEB`);
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expectDrillAndCsv(page, page);
  await page.goto(`${jira.base}${PAGE}&fType=custom`);
  const scope = page.getByRole('region', { name: 'Report scope' });
  await scope.getByRole('button').first().click();
  const filters = page.getByRole('link', { name: 'Edit Favorite Jira JQL filters' });
  expect(await filters.getAttribute('href')).toBe(
    `${jira.base}/secure/ManageFilters.jspa?filterView=favourites`,
  );
});

test('settings of all are with the servlet; without it they cannot be changed, and that is said', async ({
  page,
}) => {
  const admin = `${jira.base}${PAGE}&adminMode=true&fType=settings`;
  const apply = async (format: string) => {
    await page.goto(admin);
    await page.getByRole('button', { name: 'Common', expanded: false }).click();
    await page.getByRole('combobox', { name: 'Date format' }).fill(format);
    await page.getByRole('button', { name: 'Apply', exact: true }).first().click();
  };
  await apply('YYYY-MM-DD');
  await expect(page.getByText('Settings saved')).toBeVisible();
  const servlet = '/plugins/servlet/com.tallyboard.reports/settings?key=global-settings';
  expect(JSON.stringify(await (await fetch(jira.base + servlet)).json())).toContain('YYYY-MM-DD');
  expect(jira.calls).toContain(`PUT /jira${servlet}`);

  jira.servlet = false;
  await apply('DD.MM.YYYY');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await page.goto(`${jira.base}${PAGE}&projectKey=WEB`);
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
});

test('the same pages from our own server', async ({ page }) => {
  const address = new URLSearchParams({ xdm_e: jira.base, lic: 'active', projectKey: 'WEB' });
  await page.goto(`${jira.origin}/reports?server&${address}`);
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expectDrillAndCsv(page, page);
  await page.goto(`${jira.origin}/reports?server&xdm_e=${encodeURIComponent(jira.base)}`);
  await expect(page.getByText('Your license has expired. Please renew the license.')).toBeVisible();
});

test("a figure of a sprint stands beside the list of Jira's own Sprint Report", async ({
  page,
}) => {
  const asked: string[] = [];
  await page.route('**/rest/greenhopper/1.0/rapid/charts/sprintreport?*', async route => {
    const address = new URL(route.request().url());
    asked.push(`${address.pathname} ${address.searchParams.get('rapidViewId')}`);
    const keys = ['WEB-1', 'WEB-999999'].map(key => ({ key }));
    await route.fulfill({ json: { contents: { completedIssues: keys } } });
  });
  await page.goto(`${jira.base}${PAGE}&fType=custom&preset=custom&jql=project+%3D+WEB`);
  await page.getByRole('link', { name: 'Individual Velocity' }).click();
  const completed = page.getByRole('button', { name: /Completed.*WEB Sprint.*show issues$/ });
  await completed.first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Expected another number?').click();
  await expect(drawer).toContainText("Jira's Sprint Report has 2 under 'Completed issues'.");
  await expect(drawer.getByText('Only there:')).toContainText('WEB-999999');
  await expect(drawer.getByRole('textbox', { name: 'The number that you expected' })).toHaveValue(
    '2',
  );
  expect(asked).toEqual([expect.stringMatching(/^\/jira\/rest\/greenhopper.* \d+$/)]);
});

test("a saved report is pinned in a property of the reader's user, without its issues", async ({
  page,
}) => {
  test.slow();
  const properties = new Map<string, unknown>();
  await page.route('**/rest/api/2/user/properties/*', async route => {
    const request = route.request();
    const key = new URL(request.url()).pathname.split('/').at(-1) ?? '';
    if (request.method() === 'PUT') properties.set(key, request.postDataJSON());
    if (!properties.has(key)) return route.fulfill({ status: 404, json: {} });
    await route.fulfill({ json: { key, value: properties.get(key) } });
  });
  await page.goto(`${jira.base}${PAGE}&fType=custom&preset=custom&jql=project+%3D+WEB`);
  const report = page.locator('article.tb-frame');
  await expect(report).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('button', { name: 'Save report' }).click();
  const saving = page.getByRole('dialog', { name: 'Save report' });
  await saving.getByRole('textbox', { name: /^Name/ }).fill('Pinned look');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Pin', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Pin these figures' });
  await expect(dialog).toContainText('Only you see this pin.');
  await dialog.getByRole('textbox', { name: /^Note/ }).fill('before the re-estimate');
  await dialog.getByRole('button', { name: 'Pin' }).click();
  const row = page.getByRole('region', { name: 'Pins' }).getByRole('listitem');
  await expect(row).toContainText('before the re-estimate');
  await expect(row).toContainText(/(\d+%) now \1/);
  await expect(row).not.toContainText('Recomputed');

  const stored = JSON.stringify(properties.get('tallyboard-pins'));
  expect(stored).not.toContain('WEB-');
  const [pin] = JSON.parse(stored).pins;
  expect(pin).toMatchObject({ note: 'before the re-estimate', question: { jql: 'project = WEB' } });
  expect(pin.hash).toMatch(/^[\da-f]{64}$/);

  // Another number than the data give: the past is not the one that was pinned.
  const [first, ...others] = pin.figures;
  const changed = { ...pin, figures: [{ ...first, value: first.value + 1 }, ...others] };
  properties.set('tallyboard-pins', { pins: [changed] });
  await page.reload();
  await expect(report).toHaveAttribute('aria-busy', 'false');
  const pins = page.getByRole('button', { name: '1 pin' });
  if ((await pins.getAttribute('aria-expanded')) === 'false') await pins.click();
  await expect(row).toContainText(/Recomputed for then it differs from what was pinned/);
  await row.getByRole('button', { name: /^Remove the pin of/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(/^No pins yet/)).toBeVisible();
  expect(properties.get('tallyboard-pins')).toEqual({ pins: [] });
});
