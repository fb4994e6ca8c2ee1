import { expect, test } from '@playwright/test';
import { savedBy } from '../journey.ts';

test.use({ locale: 'de-DE', viewport: { width: 1280, height: 900 } });

test('a CSV opens in the reader’s spreadsheet: format of the locale, or the one that they keep', async ({
  page,
}) => {
  const address = '/reports?lic=active&projectKey=WEB&tab=custom&preset=custom&jql=project=WEB';
  await page.goto(`${address}&report=1`);
  const button = page.getByRole('button', { name: 'Export CSV' }).first();
  await expect(button).toBeEnabled();
  const german = await savedBy(page, () => button.click());
  const [head = '', first = ''] = german.split('\r\n');
  expect(head.split(';').length).toBeGreaterThan(3);
  expect(german).toMatch(/;\d+,\d+/);
  expect(german).not.toMatch(/;\d+\.\d+/);
  expect(first).not.toBe('');

  const message = page.getByRole('region', { name: 'Messages' });
  await expect(message).toContainText(/resolution-lead-time-\d{4}-\d\d-\d\d\.csv/);
  await expect(message).toContainText('Semicolon between cells, decimals as 1,5.');
  await message.getByRole('button', { name: 'Change format' }).click();
  const dialog = page.getByRole('dialog', { name: 'CSV format' });
  await dialog.getByRole('combobox', { name: 'Delimiter' }).selectOption({ label: 'Comma' });
  await dialog
    .getByRole('combobox', { name: 'Decimal sign' })
    .selectOption({ label: 'Point (1.5)' });
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await page.reload();
  await expect(button).toBeEnabled();
  const plain = await savedBy(page, () => button.click());
  expect(plain.split('\r\n')[0]).toBe(head.replaceAll(';', ','));
  expect(plain).toMatch(/,\d+\.\d+/);
});
