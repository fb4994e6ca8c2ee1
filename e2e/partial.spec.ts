/** What did not come is told of, and Retry fetches it. */
import { expect, type Page, test } from '@playwright/test';
import { withoutColumns } from './journey.ts';

test.beforeEach(({ context }) => withoutColumns(context));

const scope = (page: Page) => page.getByRole('region', { name: 'Report scope' });

test('a part that fails shows as partial with what is missing, and Retry makes it whole', async ({
  page,
}) => {
  let lost: string | null = null;
  let failing = true;
  await page.route('**/rest/api/3/issue/bulkfetch', route => {
    const body = route.request().postData() ?? '';
    // One batch of several, each time that it is asked for again.
    lost ??= body;
    return failing && body === lost ? route.abort() : route.continue();
  });
  await page.goto('/reports?tab=custom&preset=custom&jql=');
  const badge = scope(page).getByRole('button', { name: /^partial/ });
  await expect(badge).toBeVisible();
  await expect(badge).toHaveText('partial: 100 missing');
  const told = (await scope(page).innerText()).match(/([\d,]+) issues/)?.[1];

  await badge.click();
  const coverage = page.getByRole('dialog', { name: 'Coverage' });
  await expect(coverage).toContainText(`${told} issues`);
  failing = false;
  await coverage.getByRole('button', { name: 'Retry' }).click();
  await expect(scope(page).getByRole('button', { name: 'complete' })).toBeVisible();
  await expect(badge).toHaveCount(0);
  await expect(scope(page)).not.toContainText(`${told} issues`);
});

test('figures grow while issues load; Cancel keeps them, and the rest is loaded alone', async ({
  page,
}) => {
  let answered = 0;
  let calls = 0;
  const held = Promise.withResolvers<void>();
  await page.route('**/rest/api/3/issue/bulkfetch', async route => {
    const { fields, issueIdsOrKeys } = route.request().postDataJSON();
    // Worklogs follow the issues, and so do parents that are not among them, which are asked for by their keys.
    const isParents = issueIdsOrKeys.every((id: string) => /^[A-Z]/.test(id));
    if (fields.includes('worklog') || isParents) return route.fallback();
    calls++;
    if (calls > 14) await held.promise;
    answered++;
    await route.fallback();
  });
  await page.goto('/reports?tab=custom&preset=custom&jql=');
  const loading = page.getByRole('progressbar', { name: /^So far, 1,\d00 of [\d,]+ issues$/ });
  await expect(loading).toBeVisible();
  const resolved = page.getByText('Resolved', { exact: true }).first();
  await expect(resolved).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' }).first()).toBeDisabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const stopped = page.getByText(/^1,\d00 of [\d,]+ issues\. Loading was stopped\.$/);
  const [loaded = 0, all = 0] =
    (await stopped.textContent())?.match(/[\d,]+/g)?.map(text => Number(text.replace(',', ''))) ??
    [];
  await expect(resolved).toBeVisible();
  await expect(
    scope(page).getByRole('button', { name: /^partial: [12],\d+ missing$/ }),
  ).toBeVisible();
  held.resolve();
  await expect.poll(() => answered).toBe(calls);
  const before = calls;
  await page.getByRole('button', { name: 'Load the rest' }).click();
  await expect(scope(page).getByRole('button', { name: 'complete' })).toBeVisible();
  expect(calls - before).toBeLessThanOrEqual(Math.ceil((all - loaded) / 100));
});
