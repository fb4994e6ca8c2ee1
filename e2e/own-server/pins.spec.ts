/** Pins of a saved report by keyboard: made with a note, compared with today, asked for its changes since, and removed. */
import { expect, type Page, test } from '@playwright/test';
import { expectClean, type Look } from '../journey.ts';

const LOOKS: readonly Look[] = [
  [400, 'light'],
  [400, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
];

const LONG = `قبل إعادة التقدير ${'and-a-word-that-no-line-can-break'.repeat(10)}`;

const settled = (page: Page) =>
  expect(page.locator('article.tb-frame')).toHaveAttribute('aria-busy', 'false');

test('a saved report is pinned, compared with today and unpinned', async ({ page }) => {
  test.slow();
  await page.goto('/reports?tab=custom&preset=custom&jql=project%20%3D%20WEB&report=-3');
  await settled(page);
  await page.getByRole('button', { name: 'Save report' }).press('Enter');
  const save = page.getByRole('dialog', { name: 'Save report' });
  await save.getByRole('textbox', { name: /^Name/ }).fill('Pinned look');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Pin', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Pin these figures' });
  await dialog.getByRole('textbox', { name: /^Note/ }).fill(LONG);
  await expectClean(page, 'the dialog of a pin', LOOKS, { include: 'dialog' });
  await dialog.getByRole('button', { name: 'Pin' }).press('Enter');
  const row = page.getByRole('region', { name: 'Pins' }).getByRole('listitem');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(LONG);
  await expect(row).toContainText(/(\d+%) now \1/);
  await expectClean(page, 'the pins of a report', LOOKS, { include: '.tb-pins' });
  await page.getByRole('button', { name: 'Saved', exact: true }).press('Enter');
  await expect(page.getByRole('link', { name: /^Pinned look 1 pin/ })).toBeVisible();
  // The figures of the page are older than the pin until they are read again.
  await page.reload();
  await settled(page);
  await page.getByRole('button', { name: /^\d+ Resolved issues, show issues$/ }).press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Resolved issues' });
  const pinned = drawer.getByRole('list', { name: 'Pinned' }).getByRole('listitem');
  await expect(pinned).toContainText(/Pinned .+ (\d+) now \1/);
  await pinned.getByRole('button', { name: 'Changes since' }).press('Enter');
  await expect(drawer.getByText(/^The number of these issues is \d+, as on/)).toBeVisible();
  await expectClean(page, 'the pins of a figure', LOOKS, { include: 'dialog' });
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: /^Remove the pin of/ }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Remove this pin?' });
  await question.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(page.getByText(/^No pins yet/)).toBeVisible();
});
