/** One whole journey without a pointer: choose issues, apply, ask why, change a setting, take the figures along. */
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
