/** Actions on the issues behind a figure, against a server of their own: other tests look at the same demo. */
import { expect, type Page, test } from '@playwright/test';
import { emulate, violationsOf } from '../journey.ts';
import { type FaultyServer, startFaultyServer } from './faulty-server.ts';

let server: FaultyServer;
test.beforeAll(async () => {
  server = await startFaultyServer();
});
test.afterAll(() => server?.stop());

const BURNDOWN = '/reports?tab=custom&preset=custom&jql=project%20%3D%20WEB&report=-4';
const REFUSED =
  "Sorry, your changes weren't saved, to continue editing please copy your changes and refresh.";

const drawer = (page: Page) => page.getByRole('dialog', { name: /^Remaining/ });
const actions = (page: Page) => drawer(page).getByRole('toolbar', { name: 'Selected issues' });
const boxes = (page: Page) => drawer(page).getByRole('checkbox', { name: /^Select WEB-/ });
const flag = (page: Page) => page.getByRole('region', { name: 'Messages' });
/** The figure in the report behind the drawer. */
const figure = (page: Page, name: string) =>
  page.locator('article.tb-frame').getByLabel(new RegExp(`${name}, show issues$`));

/** The keys that Jira finds, in their order. */
async function found(jql: string): Promise<readonly string[]> {
  const body = JSON.stringify({ jql, fields: ['summary'] });
  const reply = await fetch(`${server.base}/rest/api/3/search/jql`, { method: 'POST', body });
  return (await reply.json()).issues.map(({ key }: { readonly key: string }) => key);
}

async function openRemaining(page: Page): Promise<number> {
  await page.goto(server.base + BURNDOWN);
  const remaining = figure(page, 'Remaining');
  await expect(remaining).toBeVisible();
  const count = Number(await remaining.innerText());
  await remaining.click();
  await expect(drawer(page).getByRole('link', { name: /^WEB-/ })).toHaveCount(count);
  return count;
}

test('two issues are moved to the backlog: the figures change at once, and Undo restores them', async ({
  page,
}) => {
  const count = await openRemaining(page);
  await expect(boxes(page)).toHaveCount(count);
  const links = drawer(page).getByRole('link', { name: /^WEB-/ });
  const moved = (await links.allInnerTexts()).slice(0, 2).join();
  await boxes(page).nth(0).click();
  await boxes(page)
    .nth(1)
    .click({ modifiers: ['Shift'] });
  await expect(actions(page)).toContainText('2 selected');
  await actions(page).getByRole('button', { name: 'Move' }).click();
  const panel = page.getByRole('dialog', { name: 'Move', exact: true });
  await expect(panel.getByRole('button', { name: /^WEB Sprint 17/ })).toBeVisible();
  expect(await violationsOf(page, { include: 'dialog' })).toEqual([]);
  // The figure does not wait for Jira.
  const held = Promise.withResolvers<void>();
  await page.route('**/rest/agile/1.0/backlog/**', async route => {
    await held.promise;
    await route.fallback();
  });
  await panel.getByRole('button', { name: 'Backlog' }).click();
  await expect(figure(page, 'Remaining')).toHaveText(String(count - 2));
  held.resolve();
  await expect(figure(page, 'Removed')).toHaveText(/2$/);
  await expect(drawer(page).getByRole('link', { name: /^WEB-/ })).toHaveCount(count - 2);
  await flag(page).getByRole('button', { name: 'Undo' }).click();
  await expect(figure(page, 'Remaining')).toHaveText(String(count));
  await expect
    .poll(() => found(`key in (${moved}) AND sprint in openSprints() ORDER BY key`))
    .toHaveLength(2);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(figure(page, 'Remaining')).toHaveText(String(count));
});

test('what Jira refuses is rolled back, and the reader is told', async ({ page }) => {
  const count = await openRemaining(page);
  await page.route('**/rest/agile/1.0/backlog/issue', route =>
    route.fulfill({ status: 403, json: { errorMessages: ['No.'], errors: {} } }),
  );
  await boxes(page).first().click();
  await actions(page).getByRole('button', { name: 'Move' }).click();
  await page.getByRole('button', { name: 'Backlog' }).click();
  await expect(flag(page)).toContainText('Something went wrong');
  await expect(flag(page)).toContainText(REFUSED);
  await expect(flag(page).getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(figure(page, 'Remaining')).toHaveText(String(count));
  await expect(drawer(page).getByRole('link', { name: /^WEB-/ })).toHaveCount(count);
});

test('a reader without rights sees the issues alone', async ({ page }) => {
  await page.route('**/rest/api/2/mypermissions*', async route => {
    const reply = await route.fetch();
    const { permissions } = await reply.json();
    for (const each of Object.values(permissions) as { havePermission: boolean }[])
      each.havePermission = false;
    await route.fulfill({ response: reply, json: { permissions } });
  });
  const asked = page.waitForResponse(/mypermissions/);
  await openRemaining(page);
  await asked;
  await expect(boxes(page)).toHaveCount(0);
  await expect(actions(page)).toHaveCount(0);
});

test('an issue is assigned and estimated by keyboard alone', async ({ page }) => {
  await openRemaining(page);
  const { keyboard } = page;
  await boxes(page).first().focus();
  await keyboard.press('Space');
  await expect(actions(page)).toContainText('1 selected');
  const key = await drawer(page)
    .locator('tbody tr')
    .first()
    .getByRole('link', { name: /^WEB-/ })
    .innerText();
  await actions(page).getByRole('button', { name: 'Assign' }).focus();
  await keyboard.press('Enter');
  const people = page.getByRole('dialog', { name: 'Assign', exact: true });
  await expect(people.getByRole('button').nth(1)).toBeVisible();
  await people.getByRole('searchbox').focus();
  await keyboard.type('tom');
  await expect(people.getByRole('button')).toHaveCount(2);
  const name = await people.getByRole('button').first().innerText();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(flag(page)).toContainText(`${key} assigned to`);
  const assignee = async () => {
    const reply = await fetch(`${server.base}/rest/api/2/issue/${key}?fields=assignee`);
    return (await reply.json()).fields.assignee?.displayName;
  };
  await expect.poll(assignee).toBe(name.split('\n').at(-1));

  await actions(page).getByRole('button', { name: 'Estimate' }).focus();
  await keyboard.press('Enter');
  await page.getByRole('spinbutton', { name: 'Story Points' }).fill('13');
  await keyboard.press('Enter');
  await expect(flag(page)).toContainText(`${key} estimated: 13`);
});

test('issues are ranked with Alt and arrow keys, and by dragging', async ({ page }) => {
  await openRemaining(page);
  await actions(page).getByRole('button', { name: 'Rank' }).click();
  await page.getByRole('button', { name: 'Show in the order by rank' }).click();
  const handles = drawer(page).getByRole('button', { name: /^Rank WEB-/ });
  await expect(handles.first()).toBeVisible();
  const keys = () => drawer(page).getByRole('link', { name: /^WEB-/ }).allInnerTexts();
  const [first = '', second = '', ...others] = await keys();
  await handles.first().press('Alt+ArrowDown');
  await expect.poll(keys).toEqual([second, first, ...others]);
  await expect(flag(page)).toContainText(`${first} ranked`);
  const order = () => found(`key in (${first}, ${second}) ORDER BY Rank`);
  await expect.poll(order).toEqual([second, first]);

  const row = (key: string) => drawer(page).locator('tbody tr', { hasText: key });
  await row(first)
    .getByRole('button', { name: /^Rank/ })
    .dragTo(row(second), { targetPosition: { x: 40, y: 3 } });
  await expect.poll(keys).toEqual([first, second, ...others]);
  await expect.poll(order).toEqual([first, second]);
});

test('the report of a sprint offers actions on the issues that were not completed', async ({
  page,
}) => {
  await page.goto(server.base + BURNDOWN.replace('report=-4', 'report=-5'));
  await page.getByRole('button', { name: 'WEB Sprint 15, show sprint report' }).click();
  const report = page.getByRole('dialog', { name: 'WEB Sprint 15' });
  const list = report.getByRole('region', { name: 'Not completed', exact: true });
  const select = report.getByRole('checkbox', { name: /^Select WEB-/ });
  await expect(list.getByRole('checkbox', { name: /^Select WEB-/ }).first()).toBeVisible();
  expect(await select.count()).toBe(await list.getByRole('link', { name: /^WEB-/ }).count());
  await select.first().click();
  await list.getByRole('button', { name: 'Estimate' }).click();
  await page.getByRole('spinbutton', { name: 'Story Points' }).fill('21');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(list.getByRole('row', { name: /\b21\b/ })).toHaveCount(1);
  await expect(list.getByText('1 selected')).toBeVisible();
});

test('an epic of the programme gets a target date from its row, and Undo takes it back', async ({
  page,
}) => {
  const jql = encodeURIComponent('project = WEB');
  await page.goto(`${server.base}/reports?tab=custom&preset=custom&jql=${jql}&report=-26`);
  await page
    .getByRole('button', { name: /^Show details of WEB-/ })
    .first()
    .click();
  const detail = page.locator('.tb-programme__detail');
  await expect(detail).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await emulate(page, { colorScheme });
    expect(await violationsOf(page, { include: '.tb-programme__detail' })).toEqual([]);
  }
  await detail.getByRole('button', { name: /itself: show issues$/ }).click();
  const own = page.getByRole('dialog').first();
  await own.getByRole('checkbox', { name: /^Select WEB-/ }).click();
  const epic = await own.getByRole('link', { name: /^WEB-/ }).innerText();
  await own.getByRole('button', { name: 'Due date' }).click();
  const due = page.getByRole('dialog', { name: 'Due date', exact: true });
  await due.getByLabel('Due date').fill('2031-03-05');
  expect(await violationsOf(page, { include: 'dialog' })).toEqual([]);
  await due.getByRole('button', { name: 'Save' }).click();
  await expect(flag(page)).toContainText(`${epic} due`);
  await expect(detail).toContainText('2031');
  await expect.poll(() => found(`key = ${epic} AND due = 2031-03-05`)).toEqual([epic]);
  await flag(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => found(`key = ${epic} AND due = 2031-03-05`)).toEqual([]);
  await expect(detail).not.toContainText('2031');
});
