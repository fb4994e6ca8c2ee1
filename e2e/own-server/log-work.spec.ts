/** Work logged from a timesheet, against a server of its own: other tests look at the same demo. */
import { expect, type Page, test } from '@playwright/test';
import { violationsOf } from '../journey.ts';
import { type FaultyServer, startFaultyServer } from './faulty-server.ts';

let server: FaultyServer;
test.beforeAll(async () => {
  server = await startFaultyServer();
  // The demo of some days has no recent work of the reader in this project.
  const started = new Date().toISOString().replace('Z', '+0000');
  const { status } = await fetch(`${server.base}/rest/api/2/issue/WEB-11/worklog`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ started, timeSpentSeconds: 1800 }),
  });
  expect(status).toBe(201);
});
test.afterAll(() => server?.stop());

const TIMESHEET = '/reports?tab=custom&preset=custom&jql=project%20%3D%20WEB&report=-7';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Log work' });
/** The reader's row. */
const row = (page: Page) => page.getByRole('row', { name: /Mara Lindqvist/ });
const seconds = (text: string) =>
  [...text.matchAll(/(\d+)([hm])/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (unit === 'h' ? 3600 : 60),
    0,
  );
const total = async (page: Page) =>
  seconds(await row(page).locator('.tb-timesheet__total').innerText());

test('logged work is in the day and the total at once, and Undo takes it back', async ({
  page,
}) => {
  await page.goto(server.base + TIMESHEET);
  await expect(row(page)).toBeVisible();
  const before = await total(page);
  await page.getByRole('button', { name: 'Log work', exact: true }).press('Enter');
  await expect(dialog(page).getByLabel('Issue')).toBeFocused();
  await page.keyboard.type('WEB-12');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1 hors');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('Enter weeks, days, hours or minutes');
  expect(await violationsOf(page, { include: 'dialog' })).toEqual([]);
  await expect(dialog(page).getByLabel('Time spent')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('1h');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^1h logged on WEB-12 for /)).toBeVisible();
  await expect.poll(() => total(page)).toBe(before + 3600);
  const work = await worklogsOf('WEB-12');
  expect(work.at(-1)).toMatchObject({ timeSpentSeconds: 3600 });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => total(page)).toBe(before);
  await expect.poll(() => worklogsOf('WEB-12')).toHaveLength(work.length - 1);
});

async function worklogsOf(key: string): Promise<readonly object[]> {
  const reply = await fetch(`${server.base}/rest/api/2/issue/${key}/worklog`);
  return (await reply.json()).worklogs;
}

test('a cell of the reader offers its own day', async ({ page }) => {
  await page.goto(server.base + TIMESHEET);
  await row(page).getByRole('cell').nth(3).hover();
  const button = row(page).getByRole('button', { name: /^Log work on [A-Z][a-z]+ \d+$/ });
  await expect(button.nth(2)).toBeVisible();
});

test('work of a day after today is asked about once', async ({ page }) => {
  await page.goto(server.base + TIMESHEET);
  await page.getByRole('button', { name: 'Log work', exact: true }).press('Enter');
  await dialog(page).getByLabel('Issue').fill('WEB-12');
  await dialog(page).getByLabel('Time spent').fill('1h');
  await dialog(page).getByLabel('Date').fill('2099-01-05');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('is after today');
  const work = await worklogsOf('WEB-12');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^1h logged on WEB-12 for .*2099/)).toBeVisible();
  await expect.poll(() => worklogsOf('WEB-12')).toHaveLength(work.length + 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => worklogsOf('WEB-12')).toHaveLength(work.length);
});

test('the dialog stays with what was typed and the error when the write fails', async ({
  page,
}) => {
  await page.goto(server.base + TIMESHEET);
  const work = await worklogsOf('WEB-12');
  let status = 400;
  await page.route(/\/issue\/[^/]+\/worklog\b/, async route => {
    if (route.request().method() !== 'POST' || status === 0) return route.continue();
    await expect(dialog(page)).toBeVisible();
    await route.fulfill({ status, json: { errorMessages: ['Time tracking is off.'], errors: {} } });
  });
  await page.getByRole('button', { name: 'Log work', exact: true }).press('Enter');
  await dialog(page).getByLabel('Issue').fill('WEB-12');
  await dialog(page).getByLabel('Time spent').fill('1h');
  await dialog(page).getByLabel('Work description').fill('Review');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'WEB-12: work was not logged. Time tracking is off.',
  );
  await expect(dialog(page).getByLabel('Work description')).toHaveValue('Review');
  await expect(page.getByText(/^1h logged on WEB-12/)).toHaveCount(0);
  status = 0;
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^1h logged on WEB-12/)).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(() => worklogsOf('WEB-12')).toHaveLength(work.length + 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => worklogsOf('WEB-12')).toHaveLength(work.length);
});
