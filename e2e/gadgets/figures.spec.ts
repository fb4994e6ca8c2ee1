/** Each gadget as its form makes it has the figures of the command line, with the same settings over the same store. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { GADGETS, type Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { form, save, savedBy } from '../journey.ts';

test.use({ viewport: { width: 1280, height: 900 } });

const program = resolve(import.meta.dirname, '../../apps/cli/bin/tallyboard.mjs');
type Stored = Readonly<Record<string, unknown>>;

/** A gadget on a dashboard of its own: the address of the gadget and of its settings. */
async function addItem(request: APIRequestContext, gadget: Gadget) {
  const created = await request.post('/rest/api/3/dashboard', {
    data: { name: gadget.title, sharePermissions: [], editPermissions: [] },
  });
  const { id: dashboard } = await created.json();
  const added = await request.post(`/rest/api/3/dashboard/${dashboard}/gadget`, {
    data: { moduleKey: `com.tallyboard.reports__${gadget.name}`, title: gadget.title },
  });
  const { id } = await added.json();
  return {
    page: `${gadget.dashboardPath}?dashboard=${dashboard}&dashboardItem=${id}`,
    settings: `/rest/api/2/dashboard/${dashboard}/items/${id}/properties/settings`,
  };
}

/** What 'Export CSV' of the gadget saves, in cells. */
async function exported(page: Page): Promise<string[][]> {
  const gadget = page.locator('.tb-gadget > article');
  await expect(gadget.getByRole('list', { name: 'Gadget scope' })).toContainText(
    /complete|partial/,
  );
  await page.mouse.move(300, 100);
  const direct = gadget.getByRole('button', { name: 'Export CSV' }).first();
  const menu = gadget.getByRole('button', { name: 'Actions' }).first();
  if (await direct.isVisible()) return cellsOf(await savedBy(page, () => direct.click()));
  await menu.click();
  const item = page.getByRole('menuitem', { name: 'Export CSV' });
  return cellsOf(await savedBy(page, () => item.click()));
}

/** What the command line prints with the settings; the query of the gadget is its own. */
async function printed(base: string, gadget: Gadget, stored: Stored, jql: string) {
  const args = ['report', gadget.reportOf(stored), '--url', base, '--format', 'csv'];
  const more = ['--settings', JSON.stringify(stored), '--lenient', '--jql', jql];
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, ...more], {
    // The locale of the browser: weeks start on Monday.
    env: { ...process.env, LC_ALL: 'en_GB.UTF-8' },
    maxBuffer: 1 << 26,
  });
  return cellsOf(stdout);
}

const cellsOf = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
    .map(line => line.split(','));

/** Figures up to now grow while both are asked. */
const SLACK = 0.1;

function expectSame(own: string[][], other: string[][]) {
  expect(own.length).toBeGreaterThan(1);
  const isSame = (cell: string, as: string | undefined) =>
    cell === as || (cell !== '' && Math.abs(Number(cell) - Number(as)) <= SLACK);
  const differing = own.flatMap((cells, row) =>
    cells.flatMap((cell, at) =>
      isSame(cell, other[row]?.[at]) ? [] : [`${row}:${at} ${cell} / ${other[row]?.[at]}`],
    ),
  );
  expect(differing).toEqual([]);
  expect(own.length).toBe(other.length);
}

for (const gadget of GADGETS.filter(({ queryBy }) => queryBy !== 'none')) {
  test(`${gadget.name}: made by its form, and stored without a query`, async ({
    page,
    request,
    baseURL,
  }) => {
    const at = await addItem(request, gadget);
    await page.goto(at.page);
    await expect(form(page)).toBeVisible();
    await expect(save(page)).toBeEnabled();
    await save(page).click();
    const made = await exported(page);
    const { value: stored } = (await (await request.get(at.settings)).json()) as { value: Stored };
    expectSame(made, await printed(String(baseURL), gadget, stored, String(stored.jql ?? '')));

    // As the original product may have stored it; time in status has a query by default.
    const { jql: _, preset: __, choices: ___, ...without } = stored;
    await request.put(at.settings, { data: without });
    await page.reload();
    const jql = gadget.jql ?? '';
    expectSame(await exported(page), await printed(String(baseURL), gadget, without, jql));
  });
}
