/** A saved report is subscribed to by keyboard: refused, made, tested, looked up and removed. */
import { expect, type Page, test } from '@playwright/test';
import { expectClean, type Look } from '../journey.ts';

const LOOKS: readonly Look[] = [
  [400, 'light'],
  [400, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
];

/** Saves a report, and opens the dialog of an action in its menu. */
async function openDialog(page: Page, name: string, action: string) {
  await page.goto('/reports?tab=custom&preset=custom&jql=project%20%3D%20WEB&report=0');
  await page.getByRole('button', { name: 'Save report' }).press('Enter');
  const save = page.getByRole('dialog', { name: 'Save report' });
  await save.getByRole('textbox', { name: /^Name/ }).fill(name);
  await page.keyboard.press('Enter');
  return choose(page, name, action);
}

async function choose(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions of ${name}` }).press('Enter');
  await page.getByRole('menuitem', { name: action }).press('Enter');
  return page.getByRole('dialog', { name: new RegExp(name) });
}

test('a report is subscribed to, tested and looked up', async ({ page }) => {
  test.slow();
  const name = 'Sent look';
  const dialog = await openDialog(page, name, 'Subscribe');
  await expect(dialog.getByText(/^This server sends no mail until/)).toBeVisible();
  const to = dialog.getByRole('textbox', { name: /^To/ });
  await to.fill('nobody');
  await dialog.getByRole('button', { name: 'Subscribe' }).press('Enter');
  await expect(dialog.getByText(/^'nobody' is neither an account nor/)).toBeVisible();
  await expectClean(page, 'a refused subscription', LOOKS, { include: 'dialog' });
  await expect(to).toHaveValue('nobody');
  // Typed text is not lost by accident.
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
  await question.getByRole('button', { name: 'Keep editing' }).press('Enter');
  await to.fill('boss@example.com, webhook:https://hooks.example.com/x');
  await dialog.getByRole('button', { name: 'Subscribe' }).press('Enter');
  const secret = page.getByRole('dialog', { name: 'Copy the secret of the webhook' });
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await expectClean(page, 'the secret of a webhook', LOOKS, { include: 'dialog' });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: `Actions of ${name}` })).toBeFocused();
  await choose(page, name, 'Subscribe');
  const list = dialog.getByRole('list', { name: 'Subscriptions to this report' });
  await expect(list.getByRole('listitem')).toContainText(/^Mondays at 08:00.+boss@example.com/);
  await list.getByRole('button', { name: 'Send a test to all' }).press('Enter');
  const history = list.getByRole('button', { name: 'History' });
  await expect(async () => {
    if ((await history.getAttribute('aria-expanded')) === 'true') await history.press('Enter');
    await history.press('Enter');
    await expect(list).toContainText('boss@example.com, skipped', { timeout: 1000 });
  }).toPass();
  await expectClean(page, 'the history of a subscription', LOOKS, { include: 'dialog' });
  await list.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(list).toBeHidden();
});
