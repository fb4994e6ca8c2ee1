import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { expectClean, form, namesOfSite } from './journey.ts';

/** A new dashboard with these gadgets, named so that no other test has the same. */
async function createDashboard(page: Page, name: string, gadgets: readonly string[]) {
  await page.goto('/dashboards');
  await page.getByRole('button', { name: 'Create dashboard' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  for (const gadget of gadgets) await addGadget(page, gadget);
  if (gadgets.length > 1) await stack(page);
}

/** Moves all gadgets to the first column, the newest to its top. */
async function stack(page: Page) {
  const address = `/replica/dashboards/${page.url().split('/').at(-1)}`;
  const { version, items } = await (await page.request.get(address)).json();
  const newest: { id: string }[] = items.sort(
    (a: { id: string }, b: { id: string }) => Number(b.id) - Number(a.id),
  );
  const data = { version, items: newest.map(({ id }, row) => ({ id, row, column: 0 })) };
  expect((await page.request.put(address, { data })).ok()).toBe(true);
  await page.reload();
  await expect(cards(page)).toHaveCount(items.length);
}

async function addGadget(page: Page, search: string) {
  const before = await cards(page).count();
  await page.getByRole('button', { name: 'Add gadget' }).click();
  await page.getByRole('searchbox', { name: 'Search gadgets' }).fill(search);
  await page.keyboard.press('Enter');
  await expect(cards(page)).toHaveCount(before + 1);
}

const cards = (page: Page) => page.getByRole('article');
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const titles = (page: Page) =>
  cards(page).evaluateAll(found => found.map(card => card.getAttribute('aria-label')));
/** By key: gadgets above may still grow, and move the button away under the pointer. */
const chooseOf = async (page: Page, title: string, action: string) => {
  await page.getByRole('button', { name: `Actions of ${title}`, exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: action }).press('Enter');
};
const chooseOfPage = async (page: Page, action: string) => {
  await page.getByRole('button', { name: 'Dashboard actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

test('the root opens on the demo dashboard with all seven gadgets', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/dashboards\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lumen Freight at a glance');
  await expect(cards(page)).toHaveCount(7);
  const status = card(page, 'Running sprints');
  await expect(status.getByText('Resolved', { exact: true }).first()).toBeVisible();
});

test('a life of a dashboard: created, filled, renamed, copied, deleted', async ({ page }) => {
  await createDashboard(page, 'Life of one', ['Text', 'burnup']);
  expect(await titles(page)).toEqual(['Advanced Burndown', 'Text']);

  await chooseOf(page, 'Text', 'Title and color');
  await page.getByRole('textbox', { name: 'Title' }).fill('ملاحظات الفريق');
  await page.getByText('purple').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('article', { name: 'ملاحظات الفريق' })).toHaveAttribute(
    'data-color',
    'purple',
  );

  await chooseOfPage(page, 'Layout');
  await page.getByRole('button', { name: 'Three columns' }).click();
  await chooseOfPage(page, 'Rename');
  await page.getByRole('textbox', { name: 'Name' }).fill('Life of two');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Life of two' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Life of two' })).toBeVisible();
  expect(await titles(page)).toEqual(['Advanced Burndown', 'ملاحظات الفريق']);

  await chooseOf(page, 'Advanced Burndown', 'Delete');
  await expect(cards(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cards(page)).toHaveCount(2);

  await chooseOfPage(page, 'Copy');
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Copy of Life of two' })).toBeVisible();
  await expect(cards(page)).toHaveCount(2);
  await chooseOfPage(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL('/dashboards');
  await expect(page.getByRole('link', { name: 'Life of two', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Copy of Life of two' })).toBeHidden();
});

/** A dashboard of one gadget with these settings, made by the API. */
async function dashboardOf(request: APIRequestContext, gadget: string, settings: object) {
  const made = await request.post('/replica/dashboards', { data: { name: `Of ${gadget}` } });
  const { id } = await made.json();
  const moduleKey = `com.tallyboard.reports__${gadget}`;
  const added = await request.post(`/replica/dashboards/${id}/items`, {
    data: { moduleKey, title: gadget, properties: { settings } },
  });
  const { itemId } = await added.json();
  const property = `/rest/api/3/dashboard/${id}/items/${itemId}/properties/settings`;
  return { address: `/dashboards/${id}`, property };
}

test('settings of another report, stored from elsewhere, are shown in place', async ({
  page,
  request,
}) => {
  const crashes: string[] = [];
  page.on('pageerror', error => crashes.push(error.message));
  page.on('console', message => {
    if (message.type() === 'error') crashes.push(message.text());
  });
  const stored = { version: 1, jql: 'project = WEB', gType: 0 };
  const { address, property } = await dashboardOf(request, 'status', stored);
  let asked = 0;
  page.on('request', call => {
    if (call.url().endsWith(property.slice(property.indexOf('/dashboard/')))) asked += 1;
  });
  await page.goto(address);
  const gadget = cards(page);
  const overview = gadget.getByRole('heading', { name: 'Overview' });
  const groups = gadget.getByRole('treegrid', { name: 'By Assignee' });
  await expect(overview).toBeVisible();
  // The dashboard has read them already.
  expect(asked).toBe(0);
  for (const [gType, shown] of [
    [1, groups],
    [0, overview],
    [1, groups],
  ] as const) {
    expect((await request.put(property, { data: { ...stored, gType } })).ok()).toBe(true);
    await expect(shown).toBeVisible();
    await expect(gadget.getByRole('alert')).toHaveCount(0);
  }
  await expect.poll(() => asked).toBe(3);
  // A page that opens anew shows what is stored now.
  await page.reload();
  await expect(groups).toBeVisible();
  expect(asked).toBe(3);
  expect(crashes).toEqual([]);
});

test('on a dashboard, velocity of a site without boards says so', async ({
  page,
  request,
  context,
}) => {
  const { address } = await dashboardOf(request, 'velocity', { version: 1, boardId: 1 });
  const none = { values: [], startAt: 0, maxResults: 50, total: 0, isLast: true };
  await context.route('**/rest/agile/1.0/board**', route =>
    route.request().url().includes('/board/')
      ? route.fulfill({ status: 404, json: { errorMessages: ['There is no such board.'] } })
      : route.fulfill({ json: none }),
  );
  await page.goto(address);
  await expect(
    cards(page).getByText(
      'Your Jira instance has no boards configured. Please add some boards to use this gadget.',
    ),
  ).toBeVisible();
});

test('on a dashboard, Lite after its trial has an overview without breakdowns and promotes nothing', async ({
  page,
  request,
  context,
}) => {
  await context.route('**/properties/ted', route =>
    route.fulfill({ json: { key: 'ted', value: '2020-01-01T00:00:00.000Z' } }),
  );
  const stored = { version: 1, jql: 'project = WEB', gType: 0, showBreakdowns: true };
  const { address } = await dashboardOf(request, 'status', stored);
  const gadget = cards(page);
  const breakdowns = gadget.getByRole('heading', { name: 'Breakdowns' });
  await page.goto(address);
  await expect(breakdowns).toBeVisible();
  await page.goto(`${address}?edition=lite`);
  await expect(gadget.getByText('Resolved', { exact: true }).first()).toBeVisible();
  await expect(breakdowns).toHaveCount(0);
  await expect(gadget.getByText('Standard')).toHaveCount(0);
});

test('keys move a gadget, which is not loaded again, and a second page sees it', async ({
  page,
  context,
}) => {
  await createDashboard(page, 'Seen by two', ['Text', 'Velocity', 'burndown']);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(cards(other)).toHaveCount(3);
  const started = ['Advanced Burndown', 'Individual Velocity', 'Text'];
  expect(await titles(page)).toEqual(started);

  const gadget = card(page, 'Advanced Burndown').locator('.tb-gadget');
  await expect(gadget).toBeVisible();
  await gadget.evaluate(element => void Object.assign(element, { kept: true }));
  await page.getByRole('button', { name: 'Move Advanced Burndown' }).focus();
  for (const key of ['Space', 'ArrowDown', 'ArrowRight', 'Space']) await page.keyboard.press(key);
  await expect(
    page.getByText('Advanced Burndown dropped, column 2 of 2, place 1 of 1.'),
  ).toBeAttached();
  expect(await titles(page)).toEqual(['Individual Velocity', 'Text', 'Advanced Burndown']);
  expect(await gadget.evaluate(element => Reflect.get(element, 'kept'))).toBe(true);

  await expect
    .poll(() => titles(other))
    .toEqual(['Individual Velocity', 'Text', 'Advanced Burndown']);
  await expect(other.getByText('Someone else changed this dashboard')).toBeVisible();
});

test('a new gadget fills the shortest column, and its form has the focus', async ({ page }) => {
  await createDashboard(page, 'Filled', ['Text']);
  const columns = () =>
    page
      .locator('.tb-dash__column:visible')
      .evaluateAll(found => found.map(column => column.querySelectorAll('article').length));
  expect(await columns()).toEqual([1, 0]);
  await addGadget(page, 'burnup');
  expect(await columns()).toEqual([1, 1]);
  const fields = form(card(page, 'Advanced Burndown'));
  await expect(fields.getByRole('combobox').first()).toBeFocused();
  await page.keyboard.press('Escape');
  // The form of the burndown is longer than that of the text.
  await addGadget(page, 'velocity');
  expect(await columns()).toEqual([2, 1]);
});

test('cards have the height of the last visit before their gadgets have loaded', async ({
  page,
}) => {
  await page.goto('/');
  await expect(cards(page)).toHaveCount(7);
  const status = page.getByRole('article', { name: 'Running sprints' });
  const heightOf = async () => (await status.boundingBox())?.height ?? 0;
  await expect(status.getByRole('heading', { name: /^Overdue/ })).toBeVisible();
  let height = 0;
  const isSteady = async () => {
    const before = height;
    height = await heightOf();
    return height === before;
  };
  await expect.poll(isSteady, { intervals: [500] }).toBe(true);
  await page.route('**/rest/**', () => {});
  await page.reload();
  await expect(status.locator('.tb-gadget')).toBeVisible();
  expect(await heightOf()).toBe(height);
});

test('a second visit transfers no file or picture again', async ({ page }) => {
  /** Script, style and picture addresses of the page that came over the network. */
  const visit = async () => {
    await page.goto('about:blank');
    await page.goto('/');
    await expect(cards(page)).toHaveCount(7);
    for (const card of await cards(page).all()) {
      await card.scrollIntoViewIfNeeded();
      await expect(card.locator('.tb-report, .tb-text').first()).toBeVisible();
    }
    return page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(entry => entry instanceof PerformanceResourceTiming && entry.transferSize > 0)
        .map(({ name }) => new URL(name).pathname)
        .filter(path => /\.(js|css|svg|png|webp|woff2)$/.test(path)),
    );
  };
  expect((await visit()).length).toBeGreaterThan(50);
  expect(await visit()).toEqual([]);
});

test('the dashboards are searched', async ({ page }) => {
  await createDashboard(page, 'Quarterly zebra', []);
  await page.goto('/dashboards');
  const rows = page.getByRole('table').locator('tbody tr');
  await page.getByRole('searchbox', { name: 'Search dashboards' }).fill('zebra quarter');
  await expect(rows).toHaveCount(1);
  await expect(rows.getByRole('link')).toHaveText('Quarterly zebra');
  await page.getByRole('searchbox', { name: 'Search dashboards' }).fill('zebra none');
  await expect(page.getByText('No dashboards match.')).toBeVisible();
});

test('two people change one dashboard at once, and both changes stand', async ({
  browser,
  page,
}) => {
  await createDashboard(page, 'Of two people', ['Text', 'Velocity', 'burndown']);
  const others = await browser.newContext();
  const other = await others.newPage();
  await other.goto(page.url());
  await expect(cards(other)).toHaveCount(3);

  // The other one's change is not known here yet: it would be overwritten.
  await page.route('**/replica/dashboards/*', route =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  );
  await chooseOf(other, 'Text', 'Title and color');
  await other.getByRole('textbox', { name: 'Title' }).fill('Renamed by the other');
  await other.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('article', { name: 'Renamed by the other' })).toBeVisible();
  await page.getByRole('button', { name: 'Move Text' }).focus();
  for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key);
  await page.unroute('**/replica/dashboards/*');

  const both = ['Advanced Burndown', 'Individual Velocity', 'Renamed by the other'];
  for (const each of [page, other]) {
    await expect.poll(() => titles(each)).toEqual(both);
    await each.reload();
    await expect.poll(() => titles(each)).toEqual(both);
  }

  // What one deletes goes from the page of the other too.
  await chooseOf(other, 'Individual Velocity', 'Delete');
  await expect(cards(page)).toHaveCount(2);
  await others.close();
});

test('the pointer drags a gadget by its title', async ({ page }) => {
  await createDashboard(page, 'Dragged', ['Text', 'burndown']);
  const [from, to] = [
    page.getByRole('article', { name: 'Advanced Burndown' }),
    page.getByRole('article', { name: 'Text' }),
  ];
  // Cards grow as their gadgets come.
  for (const card of [from, to]) {
    await expect(form(card).getByRole('button', { name: 'Save' })).toBeVisible();
  }
  let height = 0;
  const isSteady = async () => {
    const before = height;
    height = await page.evaluate(() => document.documentElement.scrollHeight);
    return height === before;
  };
  await expect.poll(isSteady, { intervals: [500] }).toBe(true);
  const title = await from.getByRole('heading', { level: 2 }).first().boundingBox();
  const below = await to.boundingBox();
  if (!title || !below) throw new Error('There is no gadget.');
  await page.mouse.move(title.x + 20, title.y + 10);
  await page.mouse.down();
  await page.mouse.move(title.x + 30, title.y + 60, { steps: 4 });
  await page.mouse.move(title.x + 30, below.y + below.height - 10, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => titles(page)).toEqual(['Text', 'Advanced Burndown']);
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(['Text', 'Advanced Burndown']);
});

test('a dashboard is printed as wide as paper, and no gadget is cut', async ({ page, request }) => {
  const { address } = await dashboardOf(request, 'status', {
    version: 1,
    jql: 'created >= -9999d',
    gType: 1,
  });
  await page.addInitScript(() => {
    window.print = () => {
      const card = document.querySelector('article');
      const table = card?.querySelector('.tb-table__scroll');
      const hidden = table ? table.scrollHeight - table.clientHeight : Number.NaN;
      document.body.dataset.cut = `${(card?.scrollHeight ?? 0) - (card?.clientHeight ?? 0) + hidden}`;
      document.body.dataset.width = `${card?.clientWidth}`;
    };
  });
  await page.goto(address);
  const table = cards(page).getByRole('treegrid');
  await expect(table).toBeVisible();
  // A table draws what is in sight first.
  let rows = 0;
  const isWhole = async () => {
    const before = rows;
    rows = await table.getByRole('row').count();
    return rows === before;
  };
  await expect.poll(isWhole, { intervals: [500] }).toBe(true);
  await chooseOfPage(page, 'Print');
  await expect(page.locator('body')).toHaveAttribute('data-cut', /^-?[01]$/);
  expect(Number(await page.locator('body').getAttribute('data-width'))).toBeLessThan(717);
  // And the screen is as it was.
  await expect(page.locator('html')).not.toHaveAttribute('data-tb-print-layout');
  await expect(table.getByRole('row')).toHaveCount(rows);
});

test('an anonymized dashboard is printed without a name of the site or a word of its people', async ({
  page,
  request,
}) => {
  await page.addInitScript(() => {
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'));
      const shown = [...document.querySelectorAll('main, main *')].filter(
        each => !each.closest('.tb-no-print') && each.children.length === 0,
      );
      const texts = shown.flatMap(each => [each.textContent, each.getAttribute('aria-label')]);
      Object.assign(window, { printed: [document.title, location.href, ...texts].join(' ') });
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  const { address } = await dashboardOf(request, 'status', {
    version: 1,
    // Jira repeats the words of a query that it refuses.
    jql: 'falconmerger = "Customer Portal"',
  });
  const printed = async () => {
    await chooseOfPage(page, 'Print');
    await page.waitForFunction(() => 'printed' in window);
    return await page.evaluate(() => {
      const { printed } = window as { printed?: string };
      Reflect.deleteProperty(window, 'printed');
      return String(printed);
    });
  };
  for (const [start, notice] of [
    ['/', 'Left out while names are made up.'],
    [address, 'Show names to read why.'],
  ] as const) {
    await page.goto(start);
    await expect(cards(page).first().locator('.tb-frame')).toBeVisible();
    await page.goto(`${page.url()}?project=WEB`);
    await expect(cards(page).first()).toContainText(/\S/);
    const names = [...(await namesOfSite(page)), 'falconmerger', 'Lumen Freight', 'WEB'];
    const leaks = (text: string) =>
      names.filter(name => text.toLowerCase().includes(name.toLowerCase()));
    expect.soft(leaks(await printed()), start).not.toEqual([]);
    const title = await page.title();
    await chooseOfPage(page, 'Anonymize');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
    await expect(page.locator('main')).toContainText(notice);
    const text = await printed();
    expect.soft(leaks(text), text.slice(0, 4_000)).toEqual([]);
    expect(await page.title()).toBe(title);
    await page.getByRole('button', { name: 'Show names' }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Dashboard');
  }
});

test('one gadget on the whole screen, and back with Escape', async ({ page }) => {
  await page.goto('/');
  await chooseOf(page, 'Running sprints', 'Full screen');
  const card = page.getByRole('article', { name: 'Running sprints' });
  const size = page.viewportSize();
  expect(await card.boundingBox()).toMatchObject({ x: 0, y: 0, ...size });
  const leave = page.getByRole('button', { name: 'Leave full screen' });
  await expect(leave).toBeFocused();
  // The first Escape hides the tooltip of the button, if it is open already.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(leave).toBeHidden({ timeout: 1000 });
  }).toPass();
  await expect(page.getByRole('button', { name: 'Actions of Running sprints' })).toBeFocused();
});

test('a dashboard made from a template shows its gadgets for the board or project', async ({
  page,
}) => {
  await page.goto('/dashboards');
  const dialog = page.getByRole('dialog', { name: 'Create a dashboard' });
  const create = async (name: string, template: string) => {
    await page.getByRole('button', { name: 'Create dashboard' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('combobox', { name: 'Template' }).selectOption(template);
  };
  await create('Team of the portal', 'Scrum team');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Choose a board.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Board' }).click();
  await page.getByRole('option', { name: 'WEB board' }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Team of the portal' })).toBeVisible();
  await expect(card(page, 'WEB board: sprint burndown')).toBeVisible();
  await expect(card(page, 'WEB board: velocity')).toBeVisible();
  await expect(card(page, 'WEB board - active sprints: overview')).toBeVisible();
  await expect(card(page, 'WEB board: WIP age')).toBeVisible();

  await page.goto('/dashboards');
  await create('Desk', 'Support');
  await dialog.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: 'Help Desk (HELP)' }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(card(page, 'Project HELP: created and resolved')).toBeVisible();
  await expect(card(page, 'Project HELP: issues by priority')).toBeVisible();

  await page.goto('/dashboards');
  await create('Requests', 'Service desk');
  await dialog.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: 'Help Desk (HELP)' }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  const sla = page.getByRole('table', { name: 'SLAs by SLA' });
  await expect(sla.getByRole('row', { name: /Time to first response/ })).toBeVisible();
  await expect(page.getByText(/at risk within the hour; \d+ breached now\./)).toBeVisible();
  await expect(page.getByRole('table', { name: 'First responses by Request Type' })).toBeVisible();
});

test('a gadget is duplicated, copied to another dashboard, opened as a report and added again', async ({
  page,
  request,
}) => {
  const stored = { version: 1, boardId: 1, sprintCount: 3, estimationType: 1 };
  const { address } = await dashboardOf(request, 'velocity', stored);
  // Its author gave no title.
  const item = await request.get(`/replica${address}`);
  const { version, items } = await item.json();
  const title = 'Individual Velocity';
  const data = { version, name: 'Velocity as made', items: [{ id: items[0].id, title }] };
  expect((await request.put(`/replica${address}`, { data })).ok()).toBe(true);
  await page.goto(address);
  await expect(card(page, 'WEB board: velocity')).toBeVisible();
  await chooseOf(page, 'WEB board: velocity', 'Copy to a dashboard');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Dashboard' }).selectOption('New dashboard');
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('button', { name: 'Open dashboard' }).click();
  await expect(page).not.toHaveURL(new RegExp(`${address}$`));
  const copy = card(page, 'WEB board: velocity');
  const figure = (await copy.locator('.tb-headline').innerText()).split('\n')[1] ?? '';

  await chooseOf(page, 'WEB board: velocity', 'Duplicate');
  await expect(copy).toHaveCount(2);
  await copy.last().hover();
  await copy.last().getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Open as report' }).click();
  await expect(page).toHaveURL(/\/reports\?.*s\.sprintCount=3/);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.locator('.tb-headline')).toContainText(figure);

  await page.getByRole('button', { name: 'Add to dashboard' }).click();
  await dialog.getByRole('combobox', { name: 'Dashboard' }).selectOption('Velocity as made');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Open dashboard' }).click();
  await expect(card(page, 'WEB board: velocity')).toHaveCount(2);
});

test('a gadget follows its saved report, which says that it is used, until it is detached', async ({
  page,
}) => {
  await createDashboard(page, 'Follows a report', []);
  await page.goto('/reports?tab=custom&preset=custom&jql=project%20%3D%20WEB&asOf=last-sprint');
  await page.getByRole('button', { name: 'Save report' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Sprint review');
  await page.keyboard.press('Enter');
  const line = page.locator('.tb-saved');
  await expect(line).toContainText('Sprint review');
  await page.getByRole('button', { name: 'Add to dashboard' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Dashboard' }).selectOption('Follows a report');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(line).toContainText('Used by 1 gadget');
  await page.getByText('Show status bars').click();
  await line.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(line).not.toContainText('Changed');

  await page.goto('/dashboards');
  await page.getByRole('link', { name: 'Follows a report' }).click();
  const gadget = card(page, 'Sprint review');
  await expect(gadget.getByRole('list', { name: 'Gadget scope' })).toContainText(
    /Project WEB · As of the end of WEB Sprint \d+, /,
  );
  await gadget.hover();
  await expect(gadget.getByRole('switch', { name: 'Show status bars' })).not.toBeChecked();
  await chooseOf(page, 'Sprint review', 'Configure');
  await expect(
    gadget.getByRole('heading', { name: 'From saved report: Sprint review' }),
  ).toBeVisible();
  await gadget.getByRole('button', { name: 'Detach' }).click();
  await expect(gadget.getByRole('combobox', { name: 'As of' })).toHaveValue('last-sprint');
  await gadget.getByRole('button', { name: 'Save' }).click();
  await expect(gadget.getByRole('list', { name: 'Gadget scope' })).toContainText('WEB Sprint');
});

test('the filter of a dashboard narrows its gadgets, says where it cannot, and is in the link', async ({
  page,
}) => {
  await page.goto('/dashboards/10000');
  const scope = (title: string) =>
    page.getByRole('article', { name: title }).getByRole('list', { name: 'Gadget scope' });
  await expect(scope('Running sprints')).toContainText('All active sprints');
  await expect(scope('Running sprints')).not.toContainText('Dashboard filter');
  const all = /\d+ issues/.exec(await scope('Running sprints').innerText())?.[0] ?? '';
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const bar = page.getByRole('region', { name: 'Dashboard filter' });
  await bar.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: 'Driver App (APP)' }).click();
  await bar.getByRole('combobox', { name: 'Period' }).selectOption('Last 30 days');
  const narrowed =
    'All active sprints · Dashboard filter: Driver App (APP) · The filter by period does not apply here';
  await expect(scope('Running sprints')).toContainText(narrowed);
  await expect(scope('Velocity of the portal')).toContainText(
    'Dashboard filter: Driver App (APP) · The filter by period does not apply here',
  );
  // Of a sprint of the portal no issue is left.
  await expect(page.getByRole('article', { name: 'Sprint burndown' })).toContainText(
    'Widen the filter of the dashboard.',
  );
  await expect(scope('Running sprints')).not.toContainText(all);
  const [issues = ''] = /\d+ issues/.exec(await scope('Running sprints').innerText()) ?? [];
  await page.goto(page.url());
  await expect(scope('Running sprints')).toContainText(narrowed);
  await expect(scope('Running sprints')).toContainText(issues);
  await bar.getByRole('button', { name: 'Clear filter' }).click();
  await expect(scope('Running sprints')).not.toContainText('Dashboard filter');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await bar.getByRole('combobox', { name: 'Board' }).click();
  await page.getByRole('option', { name: 'APP board' }).click();
  await expect(scope('Running sprints')).toContainText('Dashboard filter: APP board');
  await expect(scope('Velocity of the portal')).toContainText('Dashboard filter: APP board');
  await page.goto(page.url());
  await expect(scope('Running sprints')).toContainText(issues);
  await bar.getByRole('button', { name: 'Clear filter' }).click();
  await expect(scope('Running sprints')).not.toContainText('Dashboard filter');
  expect(page.url()).toMatch(/\/dashboards\/10000$/);
});

test('a filter is kept with a dashboard, for everyone who opens it and for its wallboard', async ({
  page,
  request,
}) => {
  const stored = { version: 1, boardId: 1, sprintCount: 3, estimationType: 1 };
  const { address } = await dashboardOf(request, 'velocity', stored);
  const scope = page.getByRole('list', { name: 'Gadget scope' });
  await page.goto(address);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const bar = page.getByRole('region', { name: 'Dashboard filter' });
  await bar.getByRole('combobox', { name: 'Board' }).click();
  await page.getByRole('option', { name: 'APP board' }).click();
  await bar.getByRole('button', { name: 'Keep for everyone' }).click();
  await expect(bar).toContainText('This filter is kept with the dashboard');
  await page.goto(address);
  await expect(bar).toContainText('This filter is kept with the dashboard');
  await expect(scope).toContainText('Dashboard filter: APP board');
  await expect(page.getByRole('article').getByText('APP Sprint').first()).toBeAttached();
  await bar.getByRole('button', { name: 'Clear filter' }).click();
  await expect(page).toHaveURL(/filter=none$/);
  await expect(scope).not.toContainText('Dashboard filter');
  const id = address.split('/').at(-1);
  await page.goto(`/wallboard?dashboardId=${id}`);
  await expect(page.getByText('Dashboard filter: APP board').first()).toBeVisible();
});

test('a wallboard shows dashboards in turn, without controls, and survives a lost network', async ({
  page,
  context,
}) => {
  await createDashboard(page, 'On the wall', ['Text']);
  const own = page.url().split('/').at(-1);
  const { dashboards } = await (await page.request.get('/replica/dashboards')).json();
  const demo = dashboards[0].id;
  await page.goto(`/wallboard?dashboardId=${demo}&dashboardId=${own}&cyclePeriod=5000`);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Lumen Freight at a glance' }),
  ).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  // Keys turn the views of all dashboards, and Space holds one.
  await page.keyboard.press(' ');
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await expect(page.getByText('1 of 4', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('heading', { level: 1, name: 'On the wall' })).toBeVisible();
  await page.mouse.move(200, 200);
  await page.mouse.move(300, 300);
  await page.getByRole('button', { name: 'Next view' }).click();
  await expect(page.getByText('1 of 4', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('Paused', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await context.setOffline(true);
  await expect(page.getByRole('heading', { level: 1, name: 'On the wall' })).toBeVisible();
  await expect(page.getByText(/No connection since/).first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/No connection since/)).toHaveCount(0);
});

for (const { width, height, at, gadgets, views } of [
  { width: 1366, height: 768, at: 0, gadgets: 7, views: 4 },
  { width: 1920, height: 1080, at: 0, gadgets: 7, views: 4 },
  { width: 3840, height: 2160, at: 0, gadgets: 7, views: 4 },
  { width: 3840, height: 2160, at: 1, gadgets: 6, views: 3 },
  { width: 5760, height: 1080, at: 1, gadgets: 6, views: 3 },
  { width: 1080, height: 1920, at: 1, gadgets: 6, views: 3 },
]) {
  test(`on a wallboard of ${width} x ${height} px each of ${views} views shows its gadgets whole, key figures large`, async ({
    browser,
  }) => {
    const viewport = { width, height };
    const context = await browser.newContext({ viewport, screen: viewport });
    const page = await context.newPage();
    const { dashboards } = await (await page.request.get('/replica/dashboards')).json();
    await page.goto(`/dashboards/${dashboards[at].id}/wallboard`);
    const cards = page.getByRole('article');
    await expect(page.locator('.tb-gadget-card')).toHaveCount(gadgets);
    await expect(page.getByText(`1 of ${views}`)).toBeVisible();
    // Cards of other views are hidden.
    await expect(cards).toHaveCount(2);
    for (const card of await cards.all()) {
      const box = await card.boundingBox();
      expect((box?.y ?? -1) + (box?.height ?? Infinity)).toBeLessThanOrEqual(height);
    }
    /** Sizes on screen, and whether all of a gadget is inside its card. */
    const measure = () =>
      page.locator('.tb-gadget-card').evaluateAll(all =>
        all.map(card => {
          const sizeOf = (element: Element) =>
            Number.parseFloat(getComputedStyle(element).fontSize) *
            ((element as HTMLElement).currentCSSZoom ?? 1);
          const body = card.querySelector('.tb-wall__body');
          const end = body?.getBoundingClientRect();
          const edge = card.getBoundingClientRect();
          const inside = (element: Element) => {
            const { right, bottom } = element.getBoundingClientRect();
            if (!end || end.right > edge.right || end.bottom > edge.bottom) return false;
            return right <= end.right + 1 && bottom <= end.bottom + 1;
          };
          // Charts have tables for screen readers beside them.
          const parts = [
            ...card.querySelectorAll('.tb-wall__table, .tb-chart svg, .tb-wall__body dl, .tb-text'),
          ];
          const lines = [...card.querySelectorAll('.tb-gadget :is(td, th, dt, dd, p)')];
          const key = card.querySelector('.tb-wall__figures dd');
          return {
            key: key && sizeOf(key),
            least: Math.min(...lines.map(sizeOf)),
            isWhole: parts.length > 0 && parts.every(inside),
          };
        }),
      );
    await expect.poll(async () => (await measure()).every(({ isWhole }) => isWhole)).toBe(true);
    // Capitals of 16 arc minutes, and axis texts, notes and footer, from five metres.
    const scale = Math.min(width / 1920, height / 1080);
    for (const { key, least } of await measure()) {
      if (key !== null) expect(key).toBeGreaterThanOrEqual(52 * scale);
      expect(least).toBeGreaterThanOrEqual(39 * scale);
    }
    // A text is as narrow as its height allows.
    const [wide = 0, narrow = 0] = await Promise.all(
      (await cards.all()).map(async card => (await card.boundingBox())?.width),
    );
    if (at === 0) expect(narrow).toBeLessThan(0.7 * wide);
    await context.close();
  });
}

test('a wallboard refreshes itself, says since when it could not, and is right again after', async ({
  page,
  context,
  request,
}) => {
  const stored = { version: 1, jql: 'project = WEB', gType: 1 };
  const { address } = await dashboardOf(request, 'status', stored);
  await page.clock.install();
  await page.goto(`${address}/wallboard`);
  const gadget = cards(page);
  await expect(gadget.getByRole('table')).toBeVisible();
  await expect(gadget.getByText(/^Figures from/)).toBeVisible();
  // A gadget that is set to load only when it is opened refreshes on a wallboard all the same.
  const asked = page.waitForRequest(/\/(search\/jql|columns)$/);
  await page.clock.fastForward('16:00');
  await asked;

  await context.setOffline(true);
  const old = gadget.getByText(/^Out of date: figures from (\w+ \d+, )?\d\d:\d\d/);
  // The refresh of before may still be under way: its interval begins when it has ended.
  await expect(async () => {
    await page.clock.fastForward('16:00');
    await expect(old).toBeVisible({ timeout: 20_000 });
  }).toPass();
  await expect(gadget.getByRole('table')).toBeVisible();
  const late = gadget.getByText(
    /^Jira has not answered since (\w+ \d+, )?\d\d:\d\d \((\d+ minutes|\d+h \d+m)\)/,
  );
  // Late are figures of two intervals before; those of the refresh of before may come only now.
  await expect(async () => {
    await page.clock.fastForward('16:00');
    await expect(late).toBeVisible({ timeout: 20_000 });
  }).toPass();
  await expect(page.getByText(/No connection since/)).toBeVisible();
  await context.setOffline(false);
  await expect(gadget.getByText(/^Figures from (\w+ \d+, )?\d\d:\d\d · complete/)).toBeVisible();
  await expect(page.getByText(/No connection since/)).toHaveCount(0);
  await expect(late).toHaveCount(0);
});

test('nothing overflows and axe finds nothing on a phone and a desktop, in light and dark', async ({
  page,
}) => {
  const check = (what: string) =>
    expectClean(
      page,
      what,
      [
        [400, 'light'],
        [400, 'dark'],
        [1280, 'dark'],
        [1280, 'light'],
      ],
      { exclude: ['#tb-tooltip'] },
    );
  await page.goto('/dashboards');
  await expect(page.getByRole('table')).toBeVisible();
  await check('list');
  await createDashboard(page, 'Aufenthaltsgenehmigungsverlängerungsantrag'.repeat(3), []);
  await check('empty dashboard');
  await page.getByRole('button', { name: 'Add gadget' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(23);
  await check('gallery');
  await page.getByRole('dialog').getByRole('button', { name: /^Text/ }).click();
  await expect(cards(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Project' }).click();
  // 'Loading...' is an option of the list too.
  await page.getByRole('option', { name: 'Customer Portal (WEB)' }).click();
  await expect(page.getByRole('button', { name: /^Remove Project/ })).toBeVisible();
  await check('filter of a dashboard');
  await chooseOf(page, 'Text', 'Copy to a dashboard');
  await expect(page.getByRole('dialog')).toBeVisible();
  await check('copy of a gadget');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 400, height: 900 });
  await chooseOf(page, 'Text', 'Move');
  await check('dialog of a move');
});
