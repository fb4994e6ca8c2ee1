import { expect, type Page, test } from '@playwright/test';
import { emulate, expectClean, savedBy, violationsOf } from './journey.ts';

/** The overview of all issues of the demo, by the page's own words. */
const ALL_ISSUES = '/reports?tab=custom&preset=custom&jql=';

async function openOverview(page: Page, address = ALL_ISSUES) {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 2, name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Report scope' })).toContainText('complete');
  await expect(page.getByRole('table', { name: 'By Assignee' })).toBeVisible();
  // The figures are of all issues, not of those that came first.
  await expect(page.locator('article[aria-busy="false"]')).toBeVisible();
}

/** What a figure button says: '529' of '529 Resolved issues, show issues'. */
const figure = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^[\\d,.]+ ${name}, show issues$`) });

test('the page opens on a board, with the tabs that the site gives', async ({ page }) => {
  await openOverview(page, '/reports');
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveCount(4);
  const name = await tabs.first().innerText();
  await expect(page.locator('.tb-page__pickers')).toContainText(name);
});

test('a figure opens exactly its issues, and the link shows them to somebody else', async ({
  page,
  context,
}) => {
  await openOverview(page);
  const overdue = figure(page, 'Overdue');
  const count = Number.parseInt((await overdue.innerText()).replace(/\D/g, ''), 10);
  await overdue.click();
  const drawer = page.getByRole('dialog', { name: 'Overdue' });
  await expect(drawer).toContainText(`${count} issues. Unresolved`);
  await expect(drawer.getByRole('link', { name: 'Open in Jira' })).toHaveAttribute(
    'href',
    /jql=key%20in%20/,
  );

  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('dialog', { name: 'Overdue' })).toContainText(`${count} issues.`);

  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(overdue).toBeFocused();
  await page.goForward();
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
});

test('a setting recomputes in the browser and stays after a reload', async ({ page }) => {
  await openOverview(page);
  const requests: string[] = [];
  page.on('request', request => requests.push(request.url()));
  await page.getByText('Story Points', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'By Assignee' })).toContainText('points');
  await page.getByRole('article').getByText('Priority', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'By Priority' })).toBeVisible();
  expect(requests.filter(url => url.includes('/rest/'))).toEqual([]);
  await page.reload();
  await expect(page.getByRole('table', { name: 'By Priority' })).toContainText('points');
});

test('a query that the host refuses keeps what was typed and marks the place', async ({ page }) => {
  await openOverview(page);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Customize JQL' });
  await field.fill('project = WEB AND stauts = Done');
  await field.press('Enter');
  await expect(page.locator('mark')).toHaveText('stauts');
  await expect(field).toHaveValue('project = WEB AND stauts = Done');
  await field.fill('project = WEB');
  await field.press('Enter');
  await expect(page).toHaveURL(/jql=project\+%3D\+WEB/);
  await expect(page.getByRole('region', { name: 'Report scope' })).toContainText('Project WEB');
});

test('CSV of a table has its heads and its total', async ({ page }) => {
  await openOverview(page);
  const exports = page.getByRole('button', { name: 'Export CSV' }).nth(1);
  const text = await savedBy(page, () => exports.click());
  expect(text).toMatch(/^\uFEFF"?Assignee/);
  expect(text).toMatch(/\n"?Total"?,/);
});

test('the keyboard alone goes from the tabs through a figure to its issues and back', async ({
  page,
}) => {
  await openOverview(page, '/reports');
  const reach = async (focused: () => Promise<boolean>) => {
    for (let presses = 0; presses < 60; presses++) {
      if (await focused()) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('Tab never reached it.');
  };
  const isFocused = (target: ReturnType<Page['locator']>) => () =>
    target.evaluate(element => element === document.activeElement);
  await reach(isFocused(page.getByRole('tab', { selected: true })));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab').nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowLeft');
  const all = figure(page, 'Resolved issues');
  await expect(all).toBeVisible();
  await reach(isFocused(all));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Resolved issues' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(all).toBeFocused();
});

test('high contrast keeps the colours of data and shows what is selected', async ({ browser }) => {
  const context = await browser.newContext({ forcedColors: 'active' });
  const page = await context.newPage();
  await openOverview(page);
  const background = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(element => getComputedStyle(element).backgroundColor);
  const colors = ['body', '.tb-category--done', '.tb-category--in-progress', '.tb-category--to-do'];
  const found = await Promise.all(colors.map(background));
  expect(new Set(found).size).toBe(colors.length);
  const [chosen, other] = await Promise.all(
    [':checked', ':not(:checked)'].map(state =>
      background(`.tb-segmented__option > ${state} + span`),
    ),
  );
  expect(chosen).not.toBe(other);
  await context.close();
});

/** Loaded in its colours: those of parts out of view, which are rendered later, do not change at once. */
const WIDTHS = { light: [400, 2560], dark: [400, 1280] } as const;

for (const colorScheme of ['light', 'dark'] as const) {
  test(`${colorScheme}: nothing overflows and axe finds nothing from a phone to a wide screen`, async ({
    page,
  }) => {
    const looks = WIDTHS[colorScheme].map(width => [width, colorScheme] as const);
    await page.setViewportSize({ width: 400, height: 900 });
    await page.emulateMedia({ colorScheme });
    await openOverview(page);
    await expectClean(page, 'overview', looks);
    await figure(page, 'All issues').first().click();
    await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible();
    await expectClean(page, 'issues', looks);
  });
}

const CHARTS: readonly (readonly [report: number, chart: string])[] = [
  [9, 'Chart'],
  [-8, 'Age of unresolved issues'],
  [-6, 'Spent + remaining against original estimate'],
];

for (const [report, chart] of CHARTS) {
  test(`report ${report}: the chart comes first, is read by keys and opens its issues, also in forced colours`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 400, height: 900 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${ALL_ISSUES}project+%3D+WEB&report=${report}`);
    const plot = page.getByRole('group', { name: `${chart}. Arrow keys read the points.` });
    await expect(plot).toBeVisible();
    const table = page.locator('.tb-table table').first();
    const top = async (part: typeof plot) => (await part.boundingBox())?.y ?? Infinity;
    await expect(table).toBeVisible();
    await expect.poll(() => top(plot)).toBeLessThan(600);
    await expect.poll(async () => (await top(table)) - (await top(plot))).toBeGreaterThan(0);
    await plot.focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('.tb-chart__reading')).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await emulate(page, { colorScheme: 'light', forcedColors: 'active' });
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible();
  });
}

for (const width of [1280, 400])
  test(`issue keys that come late move nothing on a screen of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(() => {
      type Post = (message: { method?: string }, transfer: Transferable[]) => void;
      const post: Post = Worker.prototype.postMessage;
      const held: (() => void)[] = [];
      let isReleased = false;
      const holdRows: Post = function (this: Worker, message, transfer) {
        const send = () => post.call(this, message, transfer);
        if (message.method === 'rows' && !isReleased) held.push(send);
        else send();
      };
      Worker.prototype.postMessage = holdRows as typeof Worker.prototype.postMessage;
      Object.assign(window, {
        releaseRows: () => {
          isReleased = true;
          for (const send of held) send();
        },
      });
    });
    await openOverview(page);
    const tops = () =>
      page
        .locator('.tb-attention section, #tb-overview-breakdowns')
        .evaluateAll(parts => parts.map(part => part.getBoundingClientRect().top));
    const lists = page.locator('.tb-attention');
    await expect(page.locator('.tb-attention[aria-busy="true"]')).toHaveCount(1);
    const before = await tops();
    expect(before.length).toBeGreaterThan(3);
    await page.evaluate('releaseRows()');
    await expect(page.locator('.tb-attention[aria-busy="true"]')).toHaveCount(0);
    await expect(lists.locator('section').first().getByRole('link')).toHaveCount(3);
    expect(await tops()).toEqual(before);
  });

test('a long list on a phone shows what each issue contributes within the screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 400, height: 800 });
  await openOverview(page);
  await figure(page, 'All story points').click();
  const drawer = page.getByRole('dialog', { name: 'All story points' });
  const head = drawer.getByRole('columnheader', { name: 'Points' });
  await expect(head).toBeInViewport({ ratio: 1 });
  await expect(drawer.getByRole('columnheader', { name: 'Status' })).toBeHidden();
  await drawer.getByRole('button', { name: 'Show 2 more columns' }).click();
  await expect(drawer.getByRole('columnheader', { name: 'Status' })).toBeVisible();
});

test('a long list of issues fits on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 400, height: 800 });
  await openOverview(page);
  await figure(page, 'All issues').click();
  const drawer = page.getByRole('dialog', { name: 'All issues' });
  const fits = () =>
    drawer
      .locator('.tb-table__scroll')
      .evaluate(list => list.clientWidth > 0 && list.scrollWidth === list.clientWidth);
  await expect.poll(fits).toBe(true);
});
