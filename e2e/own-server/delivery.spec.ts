/** By keyboard: a saved report is subscribed to, and an alert on one of its figures is tried, made and removed. */
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
  await expect(secret.getByRole('textbox')).toHaveValue(/^whsec_/);
  await expectClean(page, 'the secret of a webhook', LOOKS, { include: 'dialog' });
  await page.keyboard.press('Escape');
  const lost = page.getByRole('dialog', { name: 'Close without copying?' });
  await lost.getByRole('button', { name: 'Close', exact: true }).press('Enter');
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
  await list.getByRole('button', { name: 'Remove for good' }).press('Enter');
  await expect(list).toBeHidden();
});

test('a dashboard is subscribed to from its menu', async ({ page }) => {
  await page.goto('/dashboards');
  await page.getByRole('main').getByRole('link').first().click();
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await page.getByRole('button', { name: 'Dashboard actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Subscribe' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Subscribe to ${name}` });
  await expect(dialog.getByRole('combobox', { name: 'Attachment' })).toHaveText(
    'NoneExcel (XLSX)PDFHTML',
  );
  await dialog.getByRole('textbox', { name: /^To/ }).fill('boss@example.com');
  await expectClean(page, 'a subscription to a dashboard', LOOKS, { include: 'dialog' });
  await dialog.getByRole('button', { name: 'Subscribe' }).press('Enter');
  await expect(page.getByText(`Subscribed to ${name}`)).toBeVisible();
  await page.getByRole('button', { name: 'Dashboard actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Subscribe' }).press('Enter');
  const list = dialog.getByRole('list', { name: 'Subscriptions to this dashboard' });
  await expect(list.getByRole('listitem')).toContainText(/^Mondays at 08:00.+boss@example.com/);
  await list.getByRole('button', { name: 'Remove' }).press('Enter');
  await list.getByRole('button', { name: 'Remove for good' }).press('Enter');
  await expect(list).toBeHidden();
});

test('an alert on a figure is tried on the last year, added and removed', async ({ page }) => {
  test.slow();
  const name = 'Watched look';
  const dialog = await openDialog(page, name, 'Alert me');
  await expect(dialog.getByText(/^This server sends no mail until/)).toBeVisible();
  const figure = dialog.getByRole('combobox', { name: 'Figure' });
  await expect(figure).toContainText(/Resolved \(now \d+\)/);
  await figure.selectOption({ label: (await figure.getByText(/^Created/).textContent()) ?? '' });
  await dialog.getByRole('spinbutton', { name: /^Limit/ }).fill('1');
  await dialog.getByRole('combobox', { name: 'For' }).selectOption('2 days in a row');
  const to = dialog.getByRole('textbox', { name: /^To/ });
  await to.fill('nobody');
  await dialog.getByRole('button', { name: 'Add alert' }).press('Enter');
  await expect(dialog.getByText(/^'nobody' is neither an account nor/)).toBeVisible();
  await expect(to).toHaveValue('nobody');
  await to.fill('ana@example.com');
  await dialog.getByRole('button', { name: 'Try it on the last year' }).press('Enter');
  await expect(dialog.getByText(/^Would (not )?have fired .*in the last year/)).toBeVisible();
  await expectClean(page, 'an alert that was tried', LOOKS, { include: 'dialog' });
  // What was told is of the alert as it was.
  await dialog
    .getByRole('combobox', { name: 'Alert when it' })
    .selectOption({ label: 'is unusual (process limits)' });
  await expect(dialog.getByText(/^Would /)).toBeHidden();
  await expect(figure).toContainText('Resolved');
  await dialog.getByRole('combobox', { name: 'Alert when it' }).selectOption('is above');
  await dialog.getByRole('button', { name: 'Add alert' }).press('Enter');
  await expect(page.getByText(`Alert on ${name} added`)).toBeVisible();
  await choose(page, name, 'Alert me');
  const list = dialog.getByRole('list', { name: 'Alerts on this report' });
  await expect(list.getByRole('listitem').first()).toContainText(
    /^Created: above 1, for 1 more day.*ana@example\.com/,
  );
  await expectClean(page, 'the list of alerts', LOOKS, { include: 'dialog' });
  await page.keyboard.press('Escape');
  await choose(page, name, 'Subscribe');
  await dialog.getByRole('combobox', { name: 'When' }).selectOption('When an alert fires');
  await expect(dialog.getByRole('combobox', { name: 'Alert' })).toContainText(
    `${name}: created above 1, for 1 more day`,
  );
  await dialog.getByRole('checkbox', { name: 'Also when it is back' }).check();
  await to.fill('boss@example.com');
  await expectClean(page, 'a subscription to an alert', LOOKS, { include: 'dialog' });
  await dialog.getByRole('button', { name: 'Subscribe' }).press('Enter');
  await expect(page.getByText(`Subscribed to ${name}`)).toBeVisible();
  await choose(page, name, 'Subscribe');
  await expect(dialog.getByRole('listitem')).toContainText(
    `When the alert on '${name}' fires, and when it is back: created above 1`,
  );
  await page.keyboard.press('Escape');
  await choose(page, name, 'Alert me');
  await list.getByRole('button', { name: 'Remove' }).press('Enter');
  await list.getByRole('button', { name: 'Remove for good' }).press('Enter');
  await expect(list).toBeHidden();
});
