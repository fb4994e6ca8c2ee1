/** Journeys without a pointer, one for each kind of reader. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { savedBy } from './journey.ts';

/** More stops than any page of the journey has. */
const MAX_STOPS = 150;

/** Tab, or Shift+Tab, until the focus is there. */
async function go(page: Page, to: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    await page.keyboard.press(key);
    if (await to.evaluate(element => element === document.activeElement)) return;
  }
  throw new Error(`${to} was not reached.`);
}

async function settled(page: Page) {
  const report = page.locator('article.tb-frame');
  await expect(report).toHaveAttribute('aria-busy', 'false');
  await expect(report.locator('.tb-frame__result')).toBeVisible();
}

test('a query, a drill, a setting and an export by keyboard alone', async ({ page }) => {
  test.slow();
  await page.goto('/reports?tab=custom');
  await settled(page);
  const scope = page.getByRole('region', { name: 'Report scope' });
  const { keyboard } = page;

  await go(page, scope.getByRole('button').first());
  await keyboard.press('Enter');
  const preset = page.getByRole('combobox', { name: 'JQL preset' });
  await expect(preset).toBeVisible();
  await go(page, preset);
  const wanted = 'Issues created in the last 30 days, in a certain project';
  for (let step = 0; step < 12; step++) {
    if ((await preset.locator('option:checked').innerText()) === wanted) break;
    await keyboard.press('ArrowDown');
  }
  await expect(preset.locator('option:checked')).toHaveText(wanted);

  const project = page.getByRole('combobox', { name: 'Project', exact: true });
  await expect(project).toBeEnabled();
  await go(page, project);
  await keyboard.type('Customer');
  await expect(page.getByRole('option', { name: /Customer Portal/ })).toBeVisible();
  await keyboard.press('Enter');
  const query = page.getByRole('textbox', { name: 'Customize JQL' });
  await expect(query).toHaveValue('created >= -30d AND project = WEB');
  const resolved = page.getByRole('button', { name: /Resolved issues, show issues/ });
  const before = await resolved.innerText();
  await go(page, page.getByRole('button', { name: 'Apply', exact: true }));
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/project\+?(%20)?\+?%3D/);
  // Until the new issues are there the old figures stay.
  await expect(resolved).not.toHaveText(before);
  await settled(page);

  const count = (await resolved.innerText()).match(/\d[\d,.]*/)?.[0];
  await go(page, resolved);
  await keyboard.press('Enter');
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('Resolved issues');
  await expect(drawer).toContainText(`${count} issues`);
  expect(await drawer.evaluate(dialog => dialog.contains(document.activeElement))).toBe(true);
  await keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(resolved).toBeFocused();

  const bars = page.getByRole('switch', { name: 'Show status bars' });
  await go(page, bars, 'Shift+Tab');
  await keyboard.press('Space');
  await expect(bars).not.toBeChecked();
  await expect(page.getByRole('group', { name: 'Status categories, Resolved' })).toHaveCount(0);
  await expect(bars).toBeFocused();

  await go(page, page.getByRole('button', { name: 'Export CSV' }).first(), 'Shift+Tab');
  expect(await savedBy(page, () => keyboard.press('Enter'))).toContain('Overdue');
});

/** Focus is inside a dialog, which Escape closes: focus is then where it was before. */
async function closesWithEscape(page: Page, dialog: Locator, opener: Locator) {
  await expect(dialog).toBeVisible();
  await expect(async () => {
    expect(await dialog.evaluate(element => element.contains(document.activeElement))).toBe(true);
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
}

const WEB = '/reports?tab=custom&preset=custom&jql=project+%3D+WEB';

test('a scrum master opens the remaining issues of a sprint, and the people to assign one to', async ({
  page,
}) => {
  await page.goto(`${WEB}&report=-4`);
  await settled(page);
  const remaining = page
    .locator('article.tb-frame')
    .getByRole('button', { name: /Remaining, show issues$/ });
  await go(page, remaining);
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: /^Remaining/ });
  const box = drawer.getByRole('checkbox', { name: /^Select WEB-/ }).first();
  await expect(box).toBeVisible();
  await go(page, box);
  await page.keyboard.press('Space');
  const assign = drawer.getByRole('button', { name: 'Assign', exact: true });
  await expect(assign).toBeVisible();
  await go(page, assign, 'Shift+Tab');
  await page.keyboard.press('Enter');
  const people = page.getByRole('dialog', { name: 'Assign', exact: true });
  await closesWithEscape(page, people, assign);
  await closesWithEscape(page, drawer, remaining);
});

test('a team lead reads the most urgent issue, the others, and sorts them by due date', async ({
  page,
}) => {
  await page.goto(WEB);
  await settled(page);
  const overdue = page.locator('.tb-attention section').filter({ hasText: 'Overdue' });
  await go(page, overdue.getByRole('link').first());
  const more = overdue.getByRole('button', { name: /more/ });
  await go(page, more);
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Overdue' });
  const due = drawer.getByRole('columnheader', { name: 'Due' });
  await expect(due).toHaveAttribute('aria-sort', 'ascending');
  const keys = drawer.locator('tbody').getByRole('link', { name: /^WEB-/ });
  const first = await keys.first().innerText();
  await go(page, due.getByRole('button'));
  await page.keyboard.press('Enter');
  await expect(due).toHaveAttribute('aria-sort', 'descending');
  await expect(keys.first()).not.toHaveText(first);
  await closesWithEscape(page, drawer, more);
});

test('a contractor looks at the days before, at today again, and at each issue', async ({
  page,
}) => {
  await page.goto('/reports?tab=user&view=timesheet');
  await settled(page);
  const report = page.locator('article.tb-frame');
  const days = report.getByRole('heading', { level: 3 }).first();
  const now = await days.innerText();
  const back = report.getByRole('button', { name: 'Previous week' });
  await go(page, back);
  await page.keyboard.press('Enter');
  await expect(days).not.toHaveText(now);
  await settled(page);
  await expect(back).toBeFocused();
  const today = report.getByRole('button', { name: 'Today' });
  await go(page, today);
  await page.keyboard.press('Enter');
  await expect(days).toHaveText(now);
  await settled(page);
  await expect(today).toBeFocused();
  await go(page, report.getByRole('radio', { name: 'Brief' }));
  await page.keyboard.press('ArrowRight');
  await expect(report.getByRole('radio', { name: 'Detailed' })).toBeFocused();
  await settled(page);
  await expect(report.getByRole('link', { name: /^[A-Z]+-\d/ }).first()).toBeVisible();
});

test('a PMO narrows a dashboard to a project and opens a gadget as a report', async ({ page }) => {
  await page.goto('/dashboards/10000');
  const gadget = page.getByRole('article', { name: 'Running sprints' });
  const scope = gadget.getByRole('list', { name: 'Gadget scope' });
  await expect(scope).toContainText('All active sprints');
  await go(page, page.getByRole('button', { name: 'Filter', exact: true }));
  await page.keyboard.press('Enter');
  const project = page.getByRole('combobox', { name: 'Project' });
  await expect(project).toBeVisible();
  await go(page, project);
  await page.keyboard.type('Driver');
  await expect(page.getByRole('option', { name: 'Driver App (APP)' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(scope).toContainText('Dashboard filter: Driver App (APP)');
  await go(page, gadget.getByRole('button', { name: 'Actions', exact: true }));
  await page.keyboard.press('Enter');
  const open = page.getByRole('menuitem', { name: 'Open as report' });
  await expect(open).toBeVisible();
  await page.keyboard.type('O');
  await expect(open).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/reports\?/);
  await settled(page);
});

test('a wallboard is paused by the space bar and turned by arrows', async ({ page }) => {
  await page.goto('/dashboards/10000/wallboard');
  await expect(page.getByRole('article').first()).toBeVisible();
  const { keyboard } = page;
  await keyboard.press('Space');
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  await keyboard.press('ArrowRight');
  await expect(page.getByText(/^2 of \d+$/)).toBeVisible();
  await keyboard.press('ArrowLeft');
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  await keyboard.press('Space');
  await expect(page.getByText('Paused', { exact: true })).toHaveCount(0);
});
