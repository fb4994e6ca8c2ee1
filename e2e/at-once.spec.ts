import { expect, type Page, test } from '@playwright/test';
import { keptQueries } from './journey.ts';

const REPORT = '/reports?tab=custom&jql=project%20%3D%20WEB&preset=custom';

/** Holds all REST calls until it is called. */
async function holdCalls(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/rest/**', async route => {
    await held.promise;
    await route.fallback();
  });
  return held.resolve;
}

test('tabs and menu show before Jira answers, and work', async ({ page }) => {
  const release = await holdCalls(page);
  await page.goto('/reports?tab=custom&report=-4');
  await expect(page.getByRole('tab', { name: 'Epics' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Burndown/Burnup' })).toBeVisible();
  await page.getByRole('link', { name: 'Unresolved Issues' }).click();
  await expect(page.getByRole('heading', { name: 'Unresolved Issues' })).toBeVisible();
  const link = page.getByRole('link', { name: 'Unresolved Issues' });
  await link.focus();
  release();
  await expect(page.getByRole('button', { name: 'complete' })).toBeVisible();
  await expect(link).toBeFocused();
});

test('shared settings that fail delay nothing, and are asked for again', async ({ page }) => {
  let fails = true;
  await page.route('**/properties/global-settings', route =>
    fails ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  );
  await page.goto(REPORT);
  await expect(page.getByText('Resolved', { exact: true }).first()).toBeVisible();
  const note = page.getByText('Shared settings could not be loaded');
  await expect(note).toBeVisible();
  fails = false;
  await expect(note).toHaveCount(0, { timeout: 30_000 });
});

test('the page says that Jira fails while it tries again', async ({ page }) => {
  let fails = true;
  await page.route('**/search/**', route =>
    fails ? route.fulfill({ status: 503, body: '' }) : route.fallback(),
  );
  await page.goto(REPORT);
  await expect(page.getByText('Jira answered with an error (503).')).toBeVisible();
  fails = false;
  await expect(page.getByText('Resolved', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Jira answered with an error')).toHaveCount(0);
});

test('a page opened again shows the last figures before issues are read', async ({ page }) => {
  await page.goto(REPORT);
  await expect(page.getByRole('button', { name: 'complete' })).toBeVisible();
  const resolved = page.getByText('Resolved', { exact: true }).first().locator('..');
  const figures = await resolved.innerText();
  await expect.poll(() => page.evaluate(keptQueries)).toContain('project = WEB');
  const held = Promise.withResolvers<void>();
  await page.route('**/search/**', async route => {
    await held.promise;
    await route.fallback();
  });
  await page.reload();
  await expect(page.getByText(/^Figures from/)).toBeVisible();
  expect(await resolved.innerText()).toBe(figures);
  held.resolve();
  await expect(page.getByText(/^Figures from/)).toHaveCount(0);
  expect(await resolved.innerText()).toBe(figures);
});
